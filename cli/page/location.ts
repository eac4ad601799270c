// location.ts - which view is shown: #VIEW/PART?name=value, so that a link shows the same.

export interface Place { view: string; part: string; values: URLSearchParams }

/** The view without a fragment. */
let usual = 'report';

export function setUsualView(name: string): void {
    usual = name;
}

export function readPlace(): Place {
    const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split(/\?(.*)/s);
    const [view = '', part = ''] = path.split('/');
    return { view: view || usual, part: decoded(part), values: new URLSearchParams(query) };
}

/** An address typed by hand may hold a % that stands for nothing: then it is taken as it is. */
function decoded(part: string): string {
    try { return decodeURIComponent(part); } catch { return part; }
}

type Values = Record<string, string | number | null | undefined>;

/** Values that are null, or empty, are left out; which database, which run, and whether it is a challenge stay. */
export function address(view: string, part: string | number = '', values: Values = {}): string {
    const query = new URLSearchParams();
    const now = readPlace().values;
    for (const name of ['db', 'run', 'challenge']) if (now.has(name) && !(name in values)) query.set(name, now.get(name)!);
    for (const [name, value] of Object.entries(values))
        if (value !== null && value !== undefined && value !== '') query.set(name, String(value));
    const text = query.toString();
    return `#${view}${part === '' ? '' : `/${encodeURIComponent(part)}`}${text ? `?${text}` : ''}`;
}

/** A link to a game: nothing but Play is shown. */
export const isChallenge = (place: Place) => place.values.get('challenge') === '1';

export function go(to: string): void {
    location.hash = to;
}

/** Writes what a view shows into the address without showing it again. */
export function note(to: string): void {
    if (location.hash !== to) history.replaceState(null, '', to);
}
