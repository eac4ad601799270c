// picture_shapes.ts - a puzzle's `picture` as a list of shapes for a state: numbers, colours and texts, and nothing else.
//
// What a picture may have is what the tables here name (lib/puzzle/sections/state_picture.c has the same): a shape or an attribute that is
// none of them is not drawn, whatever the file says.
import { NoValue } from './arithmetic';
import type { Declared } from './declared';
import { bindClauses, type Scope } from './domains';
import { Evaluable } from './evaluable';
import { parseExpressionText, parseForClauses, type SyntaxNode } from './expression_syntax';
import { CHARACTER, NUMBER, isCollection, valueSaid, type ValueKind, type Val } from './kinds_of_values';
import { textOf, type DocNode } from './puzzle_document';
import { ExpressionMistake } from './scanner';
import type { Frame, Run } from './state_words';

export const SHAPES: Record<string, { numbers: string[]; needed: number }> = {
    rect: { numbers: ['x', 'y', 'width', 'height', 'rx'], needed: 4 }, circle: { numbers: ['cx', 'cy', 'r'], needed: 3 }, ellipse: { numbers: ['cx', 'cy', 'rx', 'ry'], needed: 4 }, line: { numbers: ['x1', 'y1', 'x2', 'y2'], needed: 4 },
    polygon: { numbers: [], needed: 0 }, polyline: { numbers: [], needed: 0 }, text: { numbers: ['x', 'y', 'size'], needed: 2 },
};
const ANCHORS = ['start', 'middle', 'end'], SHAPES_MOST = 256, DRAWN_MOST = 2000, FARTHEST = 1e6, VIEW_MOST = 10_000, TEXT_MOST = 200;

/** A colour is a name, #abc or #aabbcc, or the number of one of the page's. */
export type Colour = string | number;
export interface Shape { name: string; numbers: Record<string, number>; points: [number, number][]; fill: Colour | null; stroke: Colour | null; opacity: number | null; anchor: string | null; text: string | null }
export interface PuzzlePicture { view: [number, number]; shapesOf: (f: Frame) => Shape[] }

const isHex = (text: string) => /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text), isColourName = (text: string) => /^[a-z]{3,20}$/.test(text);

/** Compiled once: what an attribute is in a state. */
interface Attributes { numbers: [string, (f: Frame) => number][]; points: [(f: Frame) => number, (f: Frame) => number][]; fill: ((f: Frame) => Colour) | null; stroke: ((f: Frame) => Colour) | null; opacity: ((f: Frame) => number) | null; anchor: string | null; text: ((f: Frame) => string) | null; test: Run | null }

class PictureReader {
    private readonly evaluable: Evaluable;
    constructor(private readonly declared: Declared) { this.evaluable = new Evaluable(declared); }

    number(text: string, scope: Scope | null): (f: Frame) => number {
        const { run } = this.evaluable.number(parseExpressionText(text), scope);
        return (f) => Math.max(-FARTHEST, Math.min(FARTHEST, Number(run(f))));
    }

    colour(text: string, scope: Scope | null): (f: Frame) => Colour {
        return isHex(text) ? () => text : this.colourTerm(parseExpressionText(text), scope);
    }

    private colourTerm(tree: SyntaxNode, scope: Scope | null): (f: Frame) => Colour {
        if (tree.form === 'if') {
            const test = this.evaluable.truth(tree.args[0]!, scope).run, yes = this.colourTerm(tree.args[1]!, scope), no = this.colourTerm(tree.args[2]!, scope);
            return (f) => test(f) ? yes(f) : no(f);
        }
        const isName = tree.form === 'name' && !this.evaluable.isLocal(tree.text, scope) && !this.declared.global(tree.text);
        if (tree.form === 'string' || isName) {
            if (!isHex(tree.text) && !isColourName(tree.text)) throw new ExpressionMistake(tree.from, tree.to, `'${tree.text}' is not a colour`);
            return () => tree.text;
        }
        const { run } = this.evaluable.number(tree, scope);
        return (f) => Number(run(f));
    }

    /** A text with expressions in braces; {{ is a brace. */
    text(text: string, scope: Scope | null): (f: Frame) => string {
        const parts = text.split(/(\{\{|\}\}|\{[^}]*\})/).filter(Boolean).map((part) => {
            if (part === '{{' || part === '}}') return () => part[0]!;
            if (!part.startsWith('{')) return () => part;
            const { kind, run } = this.evaluable.check(parseExpressionText(part.slice(1, -1)), undefined, scope);
            return (f: Frame) => glyphOf(kind, run(f));
        });
        return (f) => parts.map((part) => part(f)).join('').slice(0, TEXT_MOST);
    }

    attributes(name: string, of: Map<string, DocNode>, scope: Scope | null): Attributes {
        const scalar = (key: string) => { const value = of.get(key); return value === undefined ? null : textOf(value); };
        const read = <T>(key: string, as: (text: string) => T): T | null => { const text = scalar(key); return text === null ? null : as(text); };
        const { numbers, needed } = SHAPES[name]!, number = (text: string) => this.number(text, scope), colour = (text: string) => this.colour(text, scope), isText = name === 'text', isPoints = !numbers.length;
        for (const key of numbers.slice(0, needed)) if (!of.has(key)) throw new ExpressionMistake(0, 0, `'${name}' needs '${key}'`);
        const width = read('stroke-width', number), given = numbers.flatMap((key): Attributes['numbers'] => { const one = read(key, number); return one ? [[key, one]] : []; });
        return { numbers: width ? [...given, ['stroke-width', width]] : given, points: isPoints ? this.points(of.get('points'), scope) : [], fill: read('fill', colour), stroke: read('stroke', colour), opacity: read('opacity', number),
            anchor: isText ? ANCHORS.find((one) => one === scalar('anchor')) ?? null : null, text: isText ? this.text(scalar('text') ?? '', scope) : null, test: read('if', (text) => this.evaluable.truth(parseExpressionText(text), scope).run) };
    }

    private points(list: DocNode | undefined, scope: Scope | null): Attributes['points'] {
        if (!Array.isArray(list)) throw new ExpressionMistake(0, 0, "'points' is a list of points");
        return list.map((point) => {
            if (!Array.isArray(point) || point.length !== 2) throw new ExpressionMistake(0, 0, 'a point is a list of two numbers');
            return [this.number(textOf(point[0]), scope), this.number(textOf(point[1]), scope)];
        });
    }

    shape(item: DocNode): (f: Frame, put: (shape: Shape) => void) => void {
        const [entry] = item instanceof Map ? [...item] : [], [name, of] = entry ?? [];
        if (name === undefined || !(of instanceof Map) || !Object.hasOwn(SHAPES, name)) return () => undefined;
        const bound = of.has('for') ? bindClauses(this.evaluable, parseForClauses(textOf(of.get('for'))), null) : null, attributes = this.attributes(name, of, bound?.scope ?? null);
        let put: (shape: Shape) => void = () => undefined;
        const one = (f: Frame) => { if (!attributes.test || attributes.test(f)) put(shapeFrom(name, attributes, f)); return false; }, over = bound ? bound.over(one) : one;
        return (f, each) => { put = each; over(f); };
    }

    view(list: DocNode | undefined): [number, number] {
        const sides = Array.isArray(list) ? list.map((one) => Number(this.evaluable.constant(parseExpressionText(textOf(one)), NUMBER).value)) : [];
        if (sides.length !== 2 || sides.some((one) => !(one >= 1 && one <= VIEW_MOST))) throw new ExpressionMistake(0, 0, "'view' is a width and a height");
        return sides as [number, number];
    }
}

/** A value as `show` has it: of an enumeration by its glyph. */
function glyphOf(kind: ValueKind, value: Val): string {
    if (kind.form === 'enum' && value !== null) return kind.of!.glyphs[Number(value)] ?? '';
    if (isCollection(kind) && Array.isArray(value)) return value.map((one) => glyphOf(kind.item ?? NUMBER, one)).join(', ');
    return kind.form === CHARACTER.form && value !== null ? String.fromCodePoint(Number(value)) : valueSaid(kind, value);
}

function shapeFrom(name: string, of: Attributes, f: Frame): Shape {
    return { name, numbers: Object.fromEntries(of.numbers.map(([key, run]) => [key, run(f)])), points: of.points.map(([x, y]) => [x(f), y(f)]), fill: of.fill?.(f) ?? null, stroke: of.stroke?.(f) ?? null,
        opacity: of.opacity ? Math.max(0, Math.min(100, of.opacity(f))) : null, anchor: of.anchor, text: of.text?.(f) ?? null };
}

/** null: the puzzle has no picture, or one that is not understood. */
export function compilePicture(declared: Declared): PuzzlePicture | null {
    const picture = declared.document?.get('picture');
    if (!(picture instanceof Map)) return null;
    try {
        const reader = new PictureReader(declared), list = picture.get('shapes'), view = reader.view(picture.get('view'));
        const shapes = (Array.isArray(list) ? list : []).slice(0, SHAPES_MOST).map((one) => reader.shape(one));
        return { view, shapesOf: (f) => shapesIn(shapes, f) };
    } catch (error) {
        if (error instanceof ExpressionMistake || error instanceof NoValue) return null;
        throw error;
    }
}

function shapesIn(shapes: ((f: Frame, put: (shape: Shape) => void) => void)[], f: Frame): Shape[] {
    const drawn: Shape[] = [];
    f.steps = 0;
    for (const one of shapes) one(f, (shape) => { if (drawn.push(shape) > DRAWN_MOST) throw new NoValue(`the picture has more than ${DRAWN_MOST} shapes`); });
    return drawn;
}
