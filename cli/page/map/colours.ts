// colours.ts - colours of a map: kinds, a scale, and values.

const SCALE: [number, number, number][] = [[59, 76, 192], [47, 138, 190], [60, 170, 130], [200, 175, 60], [214, 96, 77]];
const VALUES = ['#4e79d8', '#e08a3c', '#3fa07a', '#c65b8e', '#8a6fd1', '#b59b2b', '#3aa3b5', '#c9534a', '#7d8a45', '#9a7a66'];

/** From 0 to 1. */
export function scale(t: number): string {
    const at = Math.min(Math.max(t, 0), 1) * (SCALE.length - 1), i = Math.min(Math.floor(at), SCALE.length - 2), part = at - i;
    const mix = (k: 0 | 1 | 2) => Math.round(SCALE[i]![k] + (SCALE[i + 1]![k] - SCALE[i]![k]) * part);
    return `#${[mix(0), mix(1), mix(2)].map((n) => n.toString(16).padStart(2, '0')).join('')}`;
}

export const valueColour = (i: number) => VALUES[i % VALUES.length]!;

export const KINDS = { start: '#2f55c8', goal: '#2f9e6e', dead: '#9aa0ad', bad: '#d0473b', alive: '#7f9be6', bottleneck: '#e0992f' } as const;
