// room.ts - room for words in a picture: none covers another, or a node.

export interface Box { left: number; top: number; right: number; bottom: number }

const CELL = 48; // pixels

const meets = (a: Box, b: Box) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;

/** Boxes by the cells of a grid that they touch. */
class Grid {
    private readonly cells = new Map<number, Box[]>();
    private *around(box: Box): Iterable<number> {
        for (let i = Math.floor(box.left / CELL); i <= Math.floor(box.right / CELL); i++)
            for (let j = Math.floor(box.top / CELL); j <= Math.floor(box.bottom / CELL); j++) yield i * 65536 + j;
    }
    add(box: Box): void {
        for (const cell of this.around(box)) {
            const list = this.cells.get(cell);
            if (list) list.push(box); else this.cells.set(cell, [box]);
        }
    }
    has(box: Box): boolean {
        for (const cell of this.around(box)) if (this.cells.get(cell)?.some((one) => meets(one, box))) return true;
        return false;
    }
}

export class Room {
    private readonly nodes = new Grid();
    private readonly named = new Grid();
    private readonly words = new Grid();
    /** Of a node; words never cover one that is named. */
    keep(box: Box, named: boolean): void { (named ? this.named : this.nodes).add(box); }
    /** For a line to words: none are there, and none will be. */
    leads(boxes: Box[]): boolean {
        if (boxes.some((box) => this.words.has(box) || this.named.has(box))) return false;
        for (const box of boxes) this.words.add(box);
        return true;
    }
    isFree(box: Box, overNodes: boolean): boolean { return !this.words.has(box) && !this.named.has(box) && (overNodes || !this.nodes.has(box)); }
    /** For words, if there is room. */
    takes(box: Box, overNodes: boolean): boolean {
        if (!this.isFree(box, overNodes)) return false;
        this.words.add(box);
        return true;
    }
}
