// palette.ts - which of the page's twelve colours a glyph or a name has: no two alike as long as there are no more than twelve.

export const COLOURS = 12;

export class Palette {
    private readonly given = new Map<string, number>();

    /** In this order: the first colours differ the most (--t0, --t1, ... of style.css). */
    constructor(texts: Iterable<string>) {
        for (const text of texts) this.colourOf(text);
    }

    colourOf(text: string): number {
        const colour = this.given.get(text) ?? this.given.size % COLOURS;
        this.given.set(text, colour);
        return colour;
    }
}
