// picture.ts - a state as the puzzle's own picture, where it has one: shapes of SVG, made one by one.
import { svg } from '../dom';
import { NoValue } from '../expressions/arithmetic';
import { declaredBy } from '../expressions/condition';
import { compilePicture, type Colour, type PuzzlePicture, type Shape } from '../expressions/picture_shapes';
import { factsOf } from '../expressions/puzzle_facts';
import { newFrame, wordColumns } from '../expressions/state_words';
import { storesStates, type Puzzle } from '../puzzle';

interface Drawing { picture: PuzzlePicture; words: number }

const TINTS = 8, drawings = new WeakMap<Puzzle, Promise<Drawing | null>>();

async function drawingOf(p: Puzzle): Promise<Drawing | null> {
    const facts = await factsOf(p), picture = compilePicture(declaredBy(facts));
    return picture && { picture, words: facts.states.words };
}

/** A number is a colour of the page, by its class; a name or #hex is an attribute. */
function painted(attribute: 'fill' | 'stroke', colour: Colour | null): { name: string; value: string } | null {
    if (colour === null) return null;
    return typeof colour === 'number' ? { name: 'class', value: `${attribute}-${((colour % TINTS) + TINTS) % TINTS}` } : { name: attribute, value: colour };
}

function shapeElement({ name, numbers, points, fill, stroke, opacity, anchor, text }: Shape): SVGElement {
    const values: Record<string, string> = {}, classes: string[] = [];
    for (const [key, value] of Object.entries(numbers)) values[key === 'size' ? 'font-size' : key] = String(value);
    for (const one of [painted('fill', fill), painted('stroke', stroke)]) {
        if (one?.name === 'class') classes.push(one.value);
        else if (one) values[one.name] = one.value;
    }
    if (points.length) values.points = points.map((point) => point.join(',')).join(' ');
    if (opacity !== null) values.opacity = String(opacity / 100);
    if (anchor) values['text-anchor'] = anchor;
    if (classes.length) values.class = classes.join(' ');
    return svg(name, values, text);
}

function pictureElement({ view: [width, height] }: PuzzlePicture, shapes: Shape[]): SVGElement {
    return svg('svg', { class: 'picture', viewBox: `0 0 ${width} ${height}`, 'font-size': '12', preserveAspectRatio: 'xMinYMid meet', 'aria-hidden': 'true' }, shapes.map(shapeElement));
}

/** Of a state of the file; null where the picture has no value. */
export async function pictureOf(p: Puzzle, id: number): Promise<SVGElement | null> {
    let known = drawings.get(p);
    if (!known) drawings.set(p, known = drawingOf(p));
    const drawing = await known;
    if (!drawing) return null;
    const frame = newFrame(drawing.words), row = await p.connection.row(`SELECT ${wordColumns(drawing.words) || '0'} FROM state_${p.run} WHERE id = ?`, id);
    if (!row) return null;
    for (let i = 0; i < 2 * drawing.words; i++) frame.words[i] = Number(row[i]);
    try { return pictureElement(drawing.picture, drawing.picture.shapesOf(frame)); } catch (error) {
        if (error instanceof NoValue) return null;
        throw error;
    }
}

export const hasPicture = (p: Puzzle): boolean => storesStates(p) && /^picture:/m.test(p.source);
