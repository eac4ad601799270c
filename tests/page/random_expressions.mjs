// random_expressions.mjs - expressions of a puzzle by a seed: well typed, over its variables, constants and types.

/** Numbers in 0..1, the same for the same seed. */
export function randomBy(seed) {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let t = Math.imul(state ^ (state >>> 15), 1 | state);
        t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
        return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
}

const names = (declared, section) => [...(declared.document.get(section) instanceof Map ? declared.document.get(section).keys() : [])].map((key) => key.replace(/[[(].*/s, '').trim());

export class Expressions {
    constructor(declared, seed) {
        this.declared = declared;
        this.random = randomBy(seed);
        this.variables = names(declared, 'state').map((name) => declared.global(name).variable);
        this.types = names(declared, 'types').map((name) => declared.type(name)).filter((type) => !['list', 'set'].includes(type.kind.form) && this.valuesOf(type).length > 0 && this.valuesOf(type).length < 30);
        this.locals = [];
        this.last = 0;
    }

    pick(list) { return list[Math.floor(this.random() * list.length)]; }
    chance(p) { return this.random() < p; }

    valuesOf(type) { return type.values ?? Array.from({ length: Math.max(0, type.high - type.low + 1) }, (_, i) => type.low + i); }

    literal(kind, value) {
        if (value === null) return 'none';
        if (kind.form === 'truth') return value ? 'true' : 'false';
        if (kind.form === 'enum') {
            const name = kind.of.values[value];
            return this.declared.owners(name).length > 1 && kind.of.name && this.declared.type(kind.of.name)?.kind.of === kind.of ? `${kind.of.name}.${name}` : name;
        }
        return String(value);
    }

    same(a, b) { return a.form === b.form && a.of === b.of; }

    /** An index that is never outside. */
    index(type) {
        const own = this.locals.filter((one) => one.type === type || (one.type.name && one.type.name === type.name));
        return own.length && this.chance(0.7) ? this.pick(own).name : this.literal(type.kind, this.pick(this.valuesOf(type)));
    }

    element({ name, types }) { return types.length ? `${name}[${types.map((type) => this.index(type)).join(', ')}]` : name; }

    ofKind(kind, optional = false) {
        const found = [...this.variables.filter((one) => this.same(one.type.kind, kind) && Boolean(one.type.kind.optional) === optional).map((one) => () => this.element(one)),
            ...(optional ? [] : this.locals.filter((one) => this.same(one.type.kind, kind)).map((one) => () => one.name))];
        return found.length ? this.pick(found)() : null;
    }

    over(make) {
        const type = this.pick(this.types), name = `v${++this.last}`;
        if (!type) return null;
        this.locals.push({ name, type });
        const filter = this.chance(0.3) ? ` if ${this.truth(1)}` : '', body = make();
        this.locals.pop();
        return `${body} for ${name} in ${type.name}${filter}`;
    }

    number(depth) {
        const plain = () => this.ofKind({ form: 'number' }) ?? String(Math.floor(this.random() * 9));
        if (depth <= 0) return this.chance(0.6) ? plain() : this.chance(0.1) ? '4611686018427387904' : String(Math.floor(this.random() * 12));
        const inner = () => this.number(depth - 1), way = this.random();
        if (way < 0.2) return `(${inner()} ${this.pick(['+', '-', '*'])} ${inner()})`;
        if (way < 0.3) return `(${inner()} ${this.pick(['//', '%'])} ${this.pick(['2', '3', '(-2)', '7', '(-5)'])})`;
        if (way < 0.4) return `${this.pick(['min', 'max'])}(${inner()}, ${inner()})`;
        if (way < 0.45) return `abs(${inner()} - ${inner()})`;
        if (way < 0.5) return `(-${inner()})`;
        if (way < 0.6) return `(${inner()} if ${this.truth(depth - 1)} else ${inner()})`;
        if (way < 0.75) { const over = this.over(() => this.truth(depth - 1)); return over ? `count(${over})` : inner(); }
        if (way < 0.85) { const over = this.over(() => this.number(depth - 1)); return over ? `sum(${over})` : inner(); }
        if (way < 0.9) return `(${this.truth(depth - 1)}) + ${inner()}`;
        const list = this.pick(this.variables.filter((one) => ['list', 'set'].includes(one.type.kind.form)));
        return list ? `len(${this.element(list)})` : plain();
    }

    enumerated(kind, depth) {
        if (depth > 0 && this.chance(0.2)) return `(${this.enumerated(kind, depth - 1)} if ${this.truth(depth - 1)} else ${this.enumerated(kind, depth - 1)})`;
        return (this.chance(0.7) && this.ofKind(kind)) || this.literal(kind, Math.floor(this.random() * kind.of.values.length));
    }

    comparison(depth) {
        const enums = this.declared.enumerations, sign = this.pick(['==', '!=', '<', '<=', '>', '>=']);
        if (enums.length && this.chance(0.5)) {
            const kind = { form: 'enum', of: this.pick(enums) }, left = this.ofKind(kind);
            if (left && this.chance(0.3)) return `${left} ${this.pick(['in', 'not in'])} [${this.enumerated(kind, 1)}, ${this.enumerated(kind, 0)}]`;
            if (left) return `${left} ${sign} ${this.enumerated(kind, depth - 1)}${this.chance(0.15) ? ` ${this.pick(['==', '!='])} ${this.enumerated(kind, 0)}` : ''}`;
        }
        if (this.chance(0.2)) return `${this.number(depth - 1)} ${this.pick(['in', 'not in'])} ${this.number(0)}..${this.number(depth - 1)}`;
        return `${this.number(depth - 1)} ${sign} ${this.number(depth - 1)}${this.chance(0.15) ? ` ${this.pick(['<', '<=', '!='])} ${this.number(0)}` : ''}`;
    }

    /** Something of a list, a set or an optional; null: there is none. */
    special(depth) {
        const one = this.pick(this.variables.filter(({ type }) => type.kind.optional || ['list', 'set'].includes(type.kind.form)));
        if (!one) return null;
        const { kind } = one.type, at = this.element(one), item = kind.item ?? kind, value = () => this.literal({ ...item, optional: false }, item.form === 'truth' ? 1 : this.pick(this.valuesOf(kind.members ?? one.type)));
        if (kind.optional) return this.pick([() => `${at} == none`, () => `${at} != ${value()}`, () => `${at} == ${this.element(one)}`, () => `${at} in [none, ${value()}]`, () => `(${at} != none and ${at} < ${value()})`])();
        if (kind.form === 'set') return this.pick([() => `${value()} in ${at}`, () => `${at} <= ${this.element(one)}`, () => `${at} == [${value()}]`, () => `${value()} in (${at} | ${this.element(one)})`, () => `len(${at} & ${this.element(one)}) < 2`, () => `len(${at} - [${value()}]) == 1`,
            () => `any(x${++this.last} == ${value()} for x${this.last} in ${at})`])();
        return this.pick([() => `${at} == []`, () => `${value()} in ${at}`, () => `${at}[1:] == [${value()}]`, () => `(len(${at}) > 0 and ${at}[0] == ${value()})`, () => `(len(${at}) > 0 and ${at}[-1] != ${value()})`,
            () => `sorted(${at}) == ${at}`, () => `${at}[:-1] != ${at}[1:]`, () => `len(${at} + [${value()}]) == 2`, () => `count(x${++this.last} == ${value()} for x${this.last} in ${at}) == 1`])();
    }

    truth(depth) {
        const way = this.random();
        if (depth <= 0) return this.ofKind({ form: 'truth' }) ?? this.comparison(0);
        if (way < 0.15) return `(${this.truth(depth - 1)} ${this.pick(['and', 'or'])} ${this.truth(depth - 1)})`;
        if (way < 0.2) return `not (${this.truth(depth - 1)})`;
        if (way < 0.35) { const over = this.over(() => this.truth(depth - 1)); if (over) return `${this.pick(['all', 'any'])}(${over})`; }
        if (way < 0.6) { const special = this.special(depth); if (special) return special; }
        return this.comparison(depth);
    }
}
