// colours.ts - colours of a map, in light and in dark: kinds, a scale, and values. Each is at least 3:1 to the ground.
import { interpolatePlasma } from 'd3-scale-chromatic';

export type Theme = 'light' | 'dark';
/** A colour in each theme; `hollow`: drawn as a ring. */
export interface Tone { light: string; dark: string; hollow?: boolean }

export const themeNow = (): Theme => getComputedStyle(document.documentElement).colorScheme.includes('dark') ? 'dark' : 'light';

/** For elements: follows the theme by itself. */
export const inBoth = ({ light, dark }: Tone) => `light-dark(${light}, ${dark})`;

const VALUES: Tone[] = ([['#4e79d8', '#8fabf5'], ['#c96f1c', '#f0a35c'], ['#2b8763', '#57c79b'], ['#c65b8e', '#eb9ac0'], ['#8a6fd1', '#b9a4f2'], ['#8f7a12', '#d9c24e'],
    ['#1f8799', '#5cc6d8'], ['#c9534a', '#ff958a'], ['#6f7c38', '#b3c46b'], ['#8f6f5e', '#cfae9b']] as const).map(([light, dark]) => ({ light, dark }));

const hex = (rgb: string) => rgb.startsWith('#') ? rgb : `#${rgb.match(/\d+/g)!.slice(0, 3).map((n) => Number(n).toString(16).padStart(2, '0')).join('')}`;
const FROM = { light: 0.61, dark: 0.4 }, TO = { light: 0, dark: 1 }; // the part of the scale that is seen on each ground

/** From 0 to 1: what is more is farther from the ground in luminance. */
export function scale(t: number): Tone {
    const at = Math.min(Math.max(t, 0), 1), of = (theme: Theme) => hex(interpolatePlasma(FROM[theme] + at * (TO[theme] - FROM[theme])));
    return { light: of('light'), dark: of('dark') };
}

export const valueColour = (i: number): Tone => VALUES[i % VALUES.length]!;

export const KINDS = {
    start: { light: '#2442a6', dark: '#5c93ff' }, goal: { light: '#1c7a50', dark: '#57d69b' }, dead: { light: '#3a404c', dark: '#656c7c', hollow: true }, none: { light: '#8a8f9b', dark: '#6f7686' },
    bad: { light: '#c23a2e', dark: '#ff7a6b' }, alive: { light: '#6a8be8', dark: '#b4c8ff' }, bottleneck: { light: '#a86400', dark: '#f0b44a' },
} as const satisfies Record<string, Tone>;
