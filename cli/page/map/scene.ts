// scene.ts - what a map shows: places, sizes, colours and words of nodes and edges.

export interface Tones { ground: string; line: string; faint: string; ink: string; soft: string; strong: string }

/** Places are pixels of the picture of all of it; sizes are the radii there. */
export interface Scene {
    x: Float32Array;
    y: Float32Array;
    size: Float32Array;
    /** Of each node, a place in the palette. */
    colour: Uint16Array;
    palette: string[];
    /** Nodes in the order in which room is found for their labels. */
    order: Int32Array;
    labels: string[];
    from: Int32Array;
    to: Int32Array;
    /** How far an edge is bent to its left, as a part of its length. */
    bend: Float32Array;
    marked: Uint8Array;
    words: string[];
    arrows: boolean;
    tones: Tones;
}

/** A place of the scene is x * k + the view's x in a picture that is so wide and high, in pixels of the page. */
export interface View { k: number; x: number; y: number; width: number; height: number; ratio: number }

/** What is drawn grows more slowly than the distances. */
export const grown = (k: number) => Math.sqrt(Math.min(Math.max(k, 0.2), 12));

/** The width of lines where there are so many. */
export function lineWidth(edges: number): number {
    return edges > 20_000 ? 0.35 : edges > 4000 ? 0.5 : edges > 800 ? 0.8 : edges > 150 ? 1.2 : 1.8;
}
