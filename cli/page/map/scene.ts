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
    /** Colours of the palette that are drawn as rings. */
    hollow: boolean[];
    /** Nodes in the order in which room is found for their labels; the first `named` are bold, the first `ends` may cover other nodes. */
    order: Int32Array;
    named: number;
    ends: number;
    labels: string[];
    /** What is written instead of a label where there is room for more: the state as it is shown. */
    boards: string[];
    from: Int32Array;
    to: Int32Array;
    /** How far an edge is bent to its left, as a part of its length. */
    bend: Float32Array;
    marked: Uint8Array;
    /** The part of the shortest plans that make the move, where lines are as wide as that. */
    share: Float32Array;
    words: string[];
    arrows: boolean;
    tones: Tones;
}

/** Words in a picture, and where: in pixels of the picture. */
export interface Written { node: number; text: string; left: number; top: number; right: number; bottom: number }

/** A place of the scene is x * k + the view's x in a picture that is so wide and high, in pixels of the page; of it a margin is not seen, and boxes of what is seen are taken. */
export interface View { k: number; x: number; y: number; width: number; height: number; ratio: number; margin: [number, number]; taken: [number, number, number, number][] }

/** What is drawn grows more slowly than the distances. */
export const grown = (k: number) => Math.sqrt(Math.min(Math.max(k, 0.2), 12));

/** How much wider a line is drawn that so large a part of the plans make. */
export const WIDER = 5;

/** The width of lines where there are so many. */
export function lineWidth(edges: number): number {
    return edges > 20_000 ? 0.35 : edges > 4000 ? 0.5 : edges > 800 ? 0.8 : edges > 150 ? 1.2 : 1.8;
}
