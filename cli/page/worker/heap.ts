// heap.ts - a heap: the item that goes before all others comes first.

export class Heap<T> {
    private items: T[] = [];
    constructor(private readonly before: (a: T, b: T) => boolean) {}
    get size(): number { return this.items.length; }
    push(item: T): void {
        const items = this.items;
        let i = items.push(item) - 1;
        while (i > 0 && this.before(items[i]!, items[(i - 1) >> 1]!)) { this.swap(i, (i - 1) >> 1); i = (i - 1) >> 1; }
    }
    pop(): T {
        const items = this.items, top = items[0]!, last = items.pop()!;
        if (!items.length) return top;
        items[0] = last;
        for (let i = 0; ;) {
            let first = i;
            for (const c of [2 * i + 1, 2 * i + 2]) if (c < items.length && this.before(items[c]!, items[first]!)) first = c;
            if (first === i) return top;
            this.swap(i, first);
            i = first;
        }
    }
    private swap(i: number, j: number): void { [this.items[i], this.items[j]] = [this.items[j]!, this.items[i]!]; }
}
