// declared.ts - what a puzzle declares: types, constants and params, variables, defines; each is read when it is first asked for.
import { Evaluable, type Code } from './evaluable';
import { parseExpressionText, type SyntaxNode } from './expression_syntax';
import { CHARACTER, NONE, NUMBER, TRUTH, countOf, isCollection, placeIn, sameKind, valuesIn, type Enumeration, type ValueKind, type TypeTerm, type Val } from './kinds_of_values';
import { textOf, type DocNode } from './puzzle_document';
import { ExpressionMistake } from './scanner';
import { listReader, newFrame, reader, setReader, type FieldFacts, type Run, type StateFacts } from './state_words';

/** A value, rows of them, or a mapping, as a constant without index types has it. */
export type Data = { form: 'value'; kind: ValueKind; value: Val } | { form: 'list'; items: Data[]; isText?: boolean } | { form: 'map'; keyKind: ValueKind; keys: Val[]; items: Data[] };
/** Over index types; values in rows, as state's arrays have them. */
export interface Table { types: TypeTerm[]; kind: ValueKind; values: Val[] }

export interface VariableOf { name: string; types: TypeTerm[]; type: TypeTerm; reads: Run[] }
export interface Define { name: string; parameters: string[]; body: SyntaxNode; open: boolean; known: Map<string, { slots: number[]; code: Code }> }
export type Global = { form: 'type'; type: TypeTerm } | { form: 'constant'; data?: Data; table?: Table } | { form: 'variable'; variable: VariableOf } | { form: 'define'; define: Define };

interface Head { name: string; args: SyntaxNode[] }
const headOf = (key: string): Head => { const tree = parseExpressionText(key.split(' for ')[0]!); return { name: tree.text, args: tree.args }; };
const bare = (text: string) => text.replaceAll(' ', '');

interface NameList { at: DocNode; names: string[]; name: string; whole: NameList | null; enumeration: Enumeration | null }

export class Declared {
    private readonly globals = new Map<string, Global>();
    private readonly reading = new Set<string>();
    private readonly sections = new Map<string, Map<string, { head: Head; value: DocNode }>>();
    private readonly lists: NameList[] = [];
    readonly enumerations: Enumeration[] = [];
    private readonly fieldsBySaid = new Map<string, FieldFacts>();
    private readonly fieldsByColumn = new Map<string, FieldFacts>();
    private readonly none: Map<number, string>;
    private readonly domains = new Map<number, Enumeration>();
    slots = 0;

    /** Without a document (a C program's model) there are the variables of the database alone. */
    constructor(readonly document: Map<string, DocNode> | null, private readonly params: Map<string, DocNode>, readonly facts: StateFacts) {
        this.none = new Map(facts.none);
        for (const field of facts.fields) {
            this.fieldsBySaid.set(bare(field.said), field);
            this.fieldsByColumn.set(field.column, field);
        }
        for (const section of ['params', 'constants', 'types', 'state', 'define']) this.readSection(section);
        this.findEnumerations();
    }

    private readSection(section: string): void {
        const from = this.document?.get(section), entries = new Map<string, { head: Head; value: DocNode }>();
        if (from instanceof Map) for (const [key, value] of from) {
            const head = headOf(key);
            entries.set(head.name, { head, value: section === 'params' ? this.params.get(head.name) ?? value : value });
        }
        this.sections.set(section, entries);
    }

    private entry(section: string, name: string) { return this.sections.get(section)!.get(name); }

    /** All names that an expression may have, for "did you mean". */
    names(): string[] {
        return [...['params', 'constants', 'state', 'define', 'types'].flatMap((section) => [...this.sections.get(section)!.keys()]), ...this.enumerations.flatMap((one) => one.values), ...this.fieldsBySaid.keys()];
    }

    // ---- enumerations ----

    private findEnumerations(): void {
        for (const section of ['types', 'state']) for (const [name, { value }] of this.sections.get(section)!) {
            const names = value instanceof Map ? [...value.keys()] : Array.isArray(value) ? value.map(textOf) : [];
            if (names.length && !names.some((one) => /^-?\d+$/.test(one)) && !names.every((one) => this.isConstant(one))) this.lists.push({ at: value, names, name: section === 'types' ? name : '', whole: null, enumeration: null });
        }
        const contains = (a: NameList, b: NameList) => a.names.length > b.names.length && b.names.every((one) => a.names.includes(one));
        for (const list of this.lists) if (Array.isArray(list.at)) {
            for (const other of this.lists) if (other !== list && contains(other, list) && (!list.whole || contains(other, list.whole))) list.whole = other;
        }
        for (const list of this.lists) if (!list.whole) list.enumeration = this.equalInline(list) ?? this.newEnumeration(list);
        for (const list of this.lists) {
            let whole = list.whole;
            while (whole?.whole) whole = whole.whole;
            if (whole) list.enumeration = whole.enumeration;
        }
    }

    private isConstant(name: string): boolean { return Boolean(this.entry('params', name) ?? this.entry('constants', name)); }

    private equalInline(list: NameList): Enumeration | null {
        if (list.name || !Array.isArray(list.at)) return null;
        return this.lists.find((other) => other !== list && !other.whole && other.enumeration && Array.isArray(other.at) && other.names.join() === list.names.join())?.enumeration ?? null;
    }

    private newEnumeration({ at, names, name }: NameList): Enumeration {
        const made = { name, values: names, glyphs: at instanceof Map ? [...at.values()].map(textOf) : names };
        this.enumerations.push(made);
        return made;
    }

    owners(value: string): Enumeration[] { return this.enumerations.filter((one) => one.values.includes(value)); }

    // ---- types ----

    private range(kind: ValueKind, low: number, high: number, name: string): TypeTerm { return { kind, low, high, values: null, name }; }

    typeOfNode(value: DocNode, name: string): TypeTerm {
        if (typeof value === 'string') return { ...this.typeOfTree(parseExpressionText(value)), ...(name ? { name } : {}) };
        const list = this.lists.find((one) => one.at === value);
        if (list) return this.typeOfNames(list.enumeration!, list.names, name);
        const numbers = Array.isArray(value) ? value.map((one) => Number(this.constantOf(textOf(one), NUMBER).value)) : [];
        return { kind: NUMBER, low: 0, high: -1, values: [...new Set(numbers)], name };
    }

    private typeOfNames(of: Enumeration, names: string[], name: string): TypeTerm {
        const kind: ValueKind = { form: 'enum', of };
        if (names.length === of.values.length) return this.range(kind, 0, names.length - 1, name);
        return { kind, low: 0, high: -1, values: names.map((one) => of.values.indexOf(one)).sort((a, b) => a - b), name };
    }

    typeOfTree(tree: SyntaxNode): TypeTerm {
        if (tree.form === 'name') return this.namedType(tree);
        if (tree.form === 'or') {
            const of = this.typeOfTree(tree.args[0]!);
            return { ...of, kind: { ...of.kind, optional: true } };
        }
        if (tree.form === 'range') return this.rangeType(tree);
        if (tree.form === 'list type') {
            const item = this.typeOfTree(tree.args[1]!);
            return { ...item, kind: { form: 'list', item: item.kind }, most: Number(new Evaluable(this).constant(tree.args[0]!, NUMBER).value) };
        }
        if (tree.form === 'set type') {
            const members = this.typeOfTree(tree.args[0]!);
            return { ...members, kind: { form: 'set', item: members.kind, members } };
        }
        throw new ExpressionMistake(tree.from, tree.to, 'a type is expected here: a name, a range such as 0..8, or a list');
    }

    private namedType(tree: SyntaxNode): TypeTerm {
        const found = tree.text === 'bool' ? this.range(TRUTH, 0, 1, 'bool') : this.type(tree.text);
        if (!found) throw new ExpressionMistake(tree.from, tree.to, `unknown type '${tree.text}'`);
        return found;
    }

    private rangeType(tree: SyntaxNode): TypeTerm {
        const evaluable = new Evaluable(this), low = evaluable.constant(tree.args[0]!, evaluable.infer(tree) ?? undefined), high = evaluable.constant(tree.args[1]!, low.kind);
        return this.range(low.kind, Number(low.value), Number(high.value), '');
    }

    // ---- globals ----

    /** A define or constant that is declared in terms of itself, in a file that was damaged. */
    private once<T>(key: string, read: () => T): T {
        if (this.reading.has(key)) throw new ExpressionMistake(0, 0, `'${key.split(' ')[1]}' is defined in terms of itself`);
        this.reading.add(key);
        try { return read(); } finally { this.reading.delete(key); }
    }

    type(name: string): TypeTerm | null {
        const known = this.globals.get(`type ${name}`), entry = this.entry('types', name);
        if (known?.form === 'type') return known.type;
        if (!entry) return null;
        const type = this.once(`type ${name}`, () => this.typeOfNode(entry.value, name));
        this.globals.set(`type ${name}`, { form: 'type', type });
        return type;
    }

    /** A variable, constant or define; a type where nothing else has the name. */
    global(name: string): Global | null {
        const known = this.globals.get(name);
        if (known) return known;
        const found = this.once(`name ${name}`, () => this.readGlobal(name));
        if (found) this.globals.set(name, found);
        return found;
    }

    private readGlobal(name: string): Global | null {
        const state = this.entry('state', name), constant = this.entry('params', name) ?? this.entry('constants', name), define = this.entry('define', name);
        if (state) return { form: 'variable', variable: this.variable(state.head, state.value) };
        if (constant) return constant.head.args.length ? { form: 'constant', table: this.table(constant.head, constant.value) } : { form: 'constant', data: this.data(constant.value) };
        if (define) return { form: 'define', define: { name, parameters: define.head.args.map((one) => one.text), body: parseExpressionText(textOf(define.value)), open: false, known: new Map() } };
        const type = this.type(name);
        return type ? { form: 'type', type } : this.stored(name);
    }

    // ---- variables ----

    private variable(head: Head, value: DocNode): VariableOf {
        const types = head.args.map((one) => this.typeOfTree(one)), type = this.typeOfNode(value, '');
        const labels = types.reduce<string[]>((all, t) => all.flatMap((label) => valuesIn(t).map((v) => `${label},${this.valueText(t.kind, v)}`)), ['']);
        return { name: head.name, types, type, reads: labels.map((label) => this.readerOf(label ? `${head.name}[${label.slice(1)}]` : head.name, type)) };
    }

    private valueText(kind: ValueKind, value: number): string {
        return kind.form === 'enum' ? kind.of!.values[value]! : kind.form === 'truth' ? value ? 'true' : 'false' : String(value);
    }

    private readerOf(label: string, type: TypeTerm): Run {
        const field = this.fieldsBySaid.get(label), list = this.facts.lists.find((one) => one.field === field?.id);
        if (!field || isCollection(type.kind) !== Boolean(list)) throw new ExpressionMistake(0, 0, `the file has no variable '${label}' as its puzzle declares it`);
        if (!list) return reader(field, this.none.get(field.id));
        const places = this.facts.fields.filter((one) => one.id >= list.first && one.id < list.first + list.count);
        return type.kind.form === 'set' ? setReader(places, list.set ?? valuesIn(type)) : listReader(places, list.end, (one) => this.none.get(one.id));
    }

    /** A variable by its column (at_wolf), or of a model that is no YAML: of the kind that the database knows. */
    stored(name: string): Global | null {
        const field = this.fieldsByColumn.get(name) ?? this.fieldsBySaid.get(bare(name)), bracket = field ? field.said.indexOf('[') : -1;
        if (!field) return null;
        const own = bracket > 0 && this.entry('state', field.said.slice(0, bracket)) ? this.variable(this.entry('state', field.said.slice(0, bracket))!.head, this.entry('state', field.said.slice(0, bracket))!.value) : null;
        const type = own?.type ?? this.storedType(field);
        return { form: 'variable', variable: { name, types: [], type, reads: [this.readerOf(bare(field.said), type)] } };
    }

    private storedType(field: FieldFacts): TypeTerm {
        const rows = this.facts.values.filter((one) => one.domain === field.domain);
        if (!rows.length) return this.range({ ...NUMBER, ...(this.none.has(field.id) ? { optional: true } : {}) }, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, '');
        if (rows.every(({ name }) => name === 'true' || name === 'false')) return this.range(TRUTH, 0, 1, 'bool');
        let of = this.domains.get(field.domain!);
        if (!of) {
            of = { name: '', values: [], glyphs: [] };
            for (const { value, name } of rows) if (value >= 0 && value < 1e6) of.values[value] = name;
            of.glyphs = of.values;
            this.domains.set(field.domain!, of);
            this.enumerations.push(of);
        }
        return this.range({ form: 'enum', of }, 0, of.values.length - 1, '');
    }

    // ---- constants ----

    constantOf(text: string, expected?: ValueKind): { kind: ValueKind; value: Val } { return new Evaluable(this).constant(parseExpressionText(text), expected); }

    private inferred(text: string): ValueKind | null {
        try { return new Evaluable(this).infer(parseExpressionText(text)); } catch { return null; }
    }

    private firstKind(items: DocNode[]): ValueKind | undefined {
        for (const one of items) if (typeof one === 'string') { const kind = this.inferred(one); if (kind && kind.form !== 'none') return kind; }
        return undefined;
    }

    private data(value: DocNode, expected?: ValueKind): Data {
        if (typeof value === 'string') return { form: 'value', ...this.constantOf(value, expected) };
        if (value instanceof Map) return this.mapping(value);
        if (!Array.isArray(value)) return this.textMap(value.block);
        const rows = value.filter(Array.isArray) as DocNode[][], shared = this.firstKind(value);
        const columns = rows.length ? rows[0]!.map((_, i) => this.firstKind(rows.flatMap((row) => row[i] === undefined ? [] : [row[i]!]))) : [];
        return { form: 'list', items: value.map((one) => Array.isArray(one) ? { form: 'list', items: one.map((cell, i) => this.data(cell, columns[i] ?? this.firstKind(one))) } : this.data(one, shared)) };
    }

    private textMap(text: string): Data {
        const lines = text.replace(/\n$/, '').split('\n').map((line) => [...line]), wide = Math.max(...lines.map((line) => line.length));
        const cell = (letter: string): Data => ({ form: 'value', kind: CHARACTER, value: letter.codePointAt(0)! });
        return { form: 'list', isText: true, items: lines.map((line) => ({ form: 'list', items: Array.from({ length: wide }, (_, i) => cell(line[i] ?? ' ')) })) };
    }

    private mapping(map: Map<string, DocNode>): Data {
        const keys = [...map.keys()], shared = this.firstKind([...map.values()]), keyKind = this.keyKind(keys);
        return { form: 'map', keyKind, keys: keys.map((key) => this.key(key, keyKind)), items: [...map.values()].map((one) => this.data(one, shared)) };
    }

    private key(text: string, kind: ValueKind): Val { return kind.form === 'character' && [...text].length === 1 ? text.codePointAt(0)! : this.constantOf(text, kind).value; }

    /** Keys of one character each are characters, unless all of them are values of one enumeration, or numbers. */
    private keyKind(keys: string[]): ValueKind {
        const characters = keys.every((key) => [...key].length === 1), fits = (kind: ValueKind) => keys.every((key) => { try { return sameKind(this.constantOf(key, kind).kind, kind); } catch { return false; } });
        const first = keys[0] === undefined ? null : this.inferred(keys[0]);
        if (first && fits(first)) return first;
        for (const of of keys[0] === undefined ? [] : this.owners(keys[0])) if (fits({ form: 'enum', of })) return { form: 'enum', of };
        return characters ? CHARACTER : first ?? NUMBER;
    }

    private table(head: Head, value: DocNode): Table {
        const types = head.args.map((one) => this.typeOfTree(one)), table: Table = { types, kind: NONE, values: [] };
        const expected = this.leafKind(value);
        this.fill(table, 0, 0, value, expected);
        if (table.values.some((one) => one === null) && table.kind.form !== 'none') table.kind = { ...table.kind, optional: true };
        return table;
    }

    private leafKind(value: DocNode): ValueKind | undefined {
        if (typeof value === 'string') return this.firstKind([value]);
        const inside = value instanceof Map ? [...value.values()] : Array.isArray(value) ? value : [];
        for (const one of inside) { const kind = this.leafKind(one); if (kind) return kind; }
        return undefined;
    }

    private fill(table: Table, dimension: number, first: number, value: DocNode, expected: ValueKind | undefined): void {
        const type = table.types[dimension], below = table.types.slice(dimension + 1).reduce((n, t) => n * countOf(t), 1);
        if (typeof value === 'string') return this.fillScalar(table, first, type ? below * countOf(type) : 1, value, expected);
        if (!type) throw new ExpressionMistake(0, 0, 'one value is expected');
        if (value instanceof Map) for (const [key, one] of value) this.fill(table, dimension + 1, first + placeIn(type, this.key(key, type.kind)) * below, one, expected);
        else if (Array.isArray(value)) value.forEach((one, i) => this.fill(table, dimension + 1, first + i * below, one, expected));
        else this.fillText(table, dimension, first, value.block);
    }

    private fillScalar(table: Table, first: number, count: number, text: string, expected: ValueKind | undefined): void {
        const { kind, value } = this.constantOf(text, expected);
        if (value !== null || table.kind.form === 'none') table.kind = kind;
        for (let i = 0; i < count; i++) table.values[first + i] = value;
    }

    private fillText(table: Table, dimension: number, first: number, text: string): void {
        const wide = countOf(table.types[table.types.length - 1]!), lines = text.replace(/\n$/, '').split('\n').map((line) => [...line]);
        table.kind = CHARACTER;
        const rows = dimension === table.types.length - 1 ? 1 : countOf(table.types[dimension]!);
        for (let i = 0; i < rows; i++) for (let j = 0; j < wide; j++) table.values[first + i * wide + j] = (lines[i]?.[j] ?? ' ').codePointAt(0)!;
    }
}

/** Evaluates what reads no state. */
export const constantValue = (run: Run): Val => run(newFrame(0));
