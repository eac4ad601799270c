// playground.ts - the page with the engine in it: edit, solve, look, share.
import { begin, drawFrame, setFirstViews, showSolved, shownPuzzle } from '../main';
import { button, card, download, el, figure, select, type Child } from '../dom';
import { embeddedDatabases } from '../embedded';
import { address, go, isChallenge, readPlace, type Place } from '../location';
import type { Puzzle } from '../puzzle';
import { challengeButton, linkInPage, makeLinksBy } from '../share';
import { Stopped } from '../database';
import { parametersOf } from './declarations';
import { fileName, LIMITS, ORDERS, packDraft, STOPS, textNamed, TRACES, unpackDraft, type Draft, type Limits } from './draft';
import { PuzzleEditor } from './editor';
import { allExhibits, firstExhibit, galleryView, type Exhibit } from './gallery';
import type { Schema } from './language';
import { Solver, type Mistake, type Outcome } from './solver';

const MILLISECONDS_STILL = 350, NARROWEST = 60, WIDEST = 160;
const EMPTY = `puzzle: A new puzzle
about: Say here what it is about.
state:
  x: 0..9
start: {x: 0}
moves:
  add 1:
    - guard: x < 9
    - set: {x: x + 1}
goal: x == 7
`;

/** As `wgcq solve` ends: what its exit status means. */
const MEANINGS: Record<number, string> = {
    0: 'found', 1: 'there is no solution', 2: 'the puzzle has mistakes, or was asked for what it cannot do', 3: 'not known: a limit came first', 4: 'a file could not be written', 5: 'violated', 130: 'interrupted' };

const isOwn = (place: Place) => place.view === 'puzzle' || place.view === 'gallery';

type Known = Record<string, string | number | null>;

/** The figures of a run that are told when they change. */
function knownOf({ figures: f, cheapest, violated, properties }: Puzzle): Known {
    const named: [string, string][] = [['states', 'states'], ['edges', 'edges'], ['depth', 'depth'], ['goals', 'goals'], ['dead ends', 'dead_ends'], ['rejections', 'rejections'], ['shortest length', 'shortest_length'], ['shortest ways', 'shortest_count']];
    return Object.fromEntries([...named.map(([said, name]) => [said, f[name] ?? null]), ...cheapest.map((one) => [`least ${one.cost}`, one.least]),
        ...violated.map((one) => [`violations of ${one.name}`, one.states]), ...properties.map((one) => [one.name, one.holds === null ? null : one.holds ? 'holds' : 'violated'])]) as Known;
}

/** "changed: states 10 -> 12", as `--watch` says it. */
function changesSaid(before: Known, now: Known): string {
    const text = (value: string | number | null | undefined) => value === null || value === undefined ? 'none' : figure(value);
    const names = Object.keys(now).filter((name) => text(before[name]) !== text(now[name]));
    return names.length ? `changed: ${names.map((name) => `${name} ${text(before[name])} → ${text(now[name])}`).join(', ')}` : 'changed: nothing';
}

class Playground {
    private readonly solver = new Solver();
    private editor!: PuzzleEditor;
    private draft: Draft = { name: 'puzzle', text: '', settings: {}, limits: { ...LIMITS } };
    private known: Known | null = null;
    private timer = 0;
    private checks = 0;
    private frame: HTMLElement | undefined;
    /** Of what was solved here: the text it was solved from. */
    private readonly drafts = new WeakMap<Puzzle, Draft>();
    private readonly title = el('input', { type: 'text', 'aria-label': 'name of the puzzle', maxlength: 80, spellcheck: 'false', onchange: () => { this.draft.name = this.title.value.trim() || 'puzzle'; } });
    private readonly parameters = el('div', { class: 'draft-params' });
    private readonly limits = el('div', { class: 'draft-limits' });
    private readonly found = el('ol', { class: 'mistakes', 'aria-live': 'polite' });
    private readonly progress = el('p', { class: 'note progress', role: 'status' });
    private readonly result = el('div', { class: 'outcome' });
    private readonly solveButton = button('Solve', () => void this.solve(), { class: 'first', title: 'Ctrl+Enter' });
    private readonly stopButton = button('Stop', () => { this.progress.textContent = 'stopping …'; this.solver.interrupt(); }, { hidden: true });

    async start(): Promise<void> {
        this.editor = new PuzzleEditor(await this.solver.readSchema() as Schema, { changed: () => this.changed(), solve: () => void this.solve() });
        this.frame = this.build();
        const place = readPlace();
        try {
            const named = await this.openNamed(place);
            const values = Object.fromEntries([...place.values].filter(([name]) => name !== 'src' && name !== 'puzzle'));
            history.replaceState(null, '', address(place.view, place.part, values));
            if (!isOwn(place) && (named || !await shownPuzzle())) await this.solve(false);
        } catch (error) {
            await this.openFirst();
            this.say(el('p', { class: 'status bad', role: 'alert' }, (error as Error).message));
            history.replaceState(null, '', address('puzzle', '', { challenge: null }));
        }
    }

    view(): Node { return !this.frame || isChallenge(readPlace()) && this.solver.isSolving ? el('p', { class: 'note opening', role: 'status' }, this.frame ? `Solving ${this.draft.name} …` : 'Opening …') : this.frame; }

    async gallery(): Promise<Node> {
        return galleryView((one) => { this.openExhibit(one); go(address('puzzle')); });
    }

    /** The link to a place, with the puzzle in it; of a database that was in the page from the first its place is enough. */
    async link(place: Place): Promise<string> {
        this.read();
        const shown = await shownPuzzle(), draft = isOwn(readPlace()) ? this.draft : shown && this.drafts.get(shown);
        if (!draft) return linkInPage(place);
        const known = (await allExhibits()).find((one) => one.name === draft.name)?.text, src = await packDraft(draft, known);
        return linkInPage(place, { db: null, run: null, src });
    }

    // ---- drafts ----

    /** The draft of a link: packed in `src`, or of the gallery by its name in `puzzle`.  false: the link has none, and the first one is open. */
    private async openNamed({ values }: Place): Promise<boolean> {
        const all = await allExhibits(), text = (name: string) => all.find((one) => one.name === name)?.text;
        const packed = values.get('src'), name = values.get('puzzle');
        if (packed !== null) this.openDraft(await unpackDraft(packed, text));
        else if (name !== null) this.openDraft({ name, text: textNamed(name, text), settings: {}, limits: { ...LIMITS } });
        else await this.openFirst();
        return packed !== null || name !== null;
    }

    /** The puzzle of the database that is there, the first that the page was made with, or a usual one. */
    private async openFirst(): Promise<void> {
        const solved = await shownPuzzle(), one = await firstExhibit();
        if (solved?.source) this.openSolved(solved);
        else if (one) this.openExhibit(one);
    }

    private openSolved(puzzle: Puzzle): void {
        const said = new Map(parametersOf(puzzle.source).map((one) => [one.name, one.value]));
        const settings = Object.fromEntries(puzzle.params.filter((one) => said.get(one.name) !== one.value).map((one) => [one.name, one.value]));
        this.openDraft({ name: puzzle.name, text: puzzle.source, settings, limits: { ...LIMITS } });
        this.known = knownOf(puzzle);
    }

    private openExhibit(one: Exhibit): void {
        this.openDraft({ name: one.name, text: one.text, settings: {}, limits: { ...LIMITS } });
    }

    private openDraft(draft: Draft): void {
        this.draft = draft;
        this.known = null;
        this.title.value = draft.name;
        this.editor.setText(draft.text);
        this.result.replaceChildren();
        this.progress.textContent = '';
        this.drawLimits();
        this.drawParameters();
        void this.check();
    }

    private read(): void { this.draft.text = this.editor.text; }

    private async openFile(files: FileList | null): Promise<void> {
        const file = files?.[0];
        if (file) this.openDraft({ name: fileName(file.name), text: await file.text(), settings: {}, limits: { ...LIMITS } });
    }

    // ---- checking while it is typed ----

    private changed(): void {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => { this.read(); this.drawParameters(); void this.check(); }, MILLISECONDS_STILL) as unknown as number;
    }

    private async check(): Promise<void> {
        const turn = ++this.checks;
        let mistakes: Mistake[];
        try {
            mistakes = await this.solver.check(this.draft);
        } catch (error) {
            mistakes = [{ line: 0, column: 0, endColumn: 0, severity: 'error', message: (error as Error).message, hint: null, file: '' }];
        }
        if (turn !== this.checks) return;
        this.editor.showMistakes(mistakes.filter((m) => m.file.endsWith('.yaml')));
        this.found.replaceChildren(...mistakes.map((m) => this.mistakeLine(m)));
        this.frame!.dataset['mistakes'] = String(mistakes.filter((m) => m.severity !== 'note').length);
    }

    private mistakeLine(m: Mistake): HTMLElement {
        const words: Child[] = [m.message, m.hint && el('span', { class: 'note' }, ` hint: ${m.hint}`)];
        const place = m.line > 0 && m.file.endsWith('.yaml');
        return el('li', { class: m.severity }, place ? button(`${m.line}:${m.column}`, () => this.editor.goTo(m.line, m.column), { class: 'link place' }) : m.file && el('span', { class: 'place' }, m.file), ' ', words);
    }

    // ---- solving ----

    private async solve(shows = true): Promise<void> {
        if (this.solver.isSolving) return;
        this.read();
        this.solveButton.disabled = true;
        this.stopButton.hidden = false;
        this.progress.textContent = 'solving …';
        this.result.replaceChildren();
        try {
            const outcome = await this.solver.solve({ ...this.draft }, this.columns(), (line) => { this.progress.textContent = line; });
            await this.show(outcome, shows);
        } catch (error) {
            this.progress.textContent = '';
            this.say(el('p', { class: 'status bad', role: 'alert' }, error instanceof Stopped ? 'stopped; nothing of the run is left' : (error as Error).message));
        } finally {
            this.solveButton.disabled = false;
            this.stopButton.hidden = true;
        }
    }

    private say(...children: Child[]): void { this.result.replaceChildren(el('div', {}, children)); }

    /** Letters of the report's width that fit. */
    private columns(): number {
        return Math.max(NARROWEST, Math.min(WIDEST, Math.floor((this.result.clientWidth - 34) / 7.9)));
    }

    private async show(outcome: Outcome, stays: boolean): Promise<void> {
        this.progress.textContent = '';
        const puzzle = outcome.database ? await showSolved(this.solver.sourceOf(outcome)) : null, now = puzzle && knownOf(puzzle);
        const changes = this.known && now ? changesSaid(this.known, now) : '';
        this.known = now ?? this.known;
        if (puzzle) this.drafts.set(puzzle, outcome.draft);
        this.say(changes && el('p', { class: 'changes' }, changes), outcome.report && el('pre', { class: 'printed', tabindex: '0' }, outcome.report),
            outcome.remarks && el('pre', { class: outcome.status === 0 ? 'printed note' : 'printed note bad', tabindex: '0' }, outcome.remarks),
            el('p', { class: 'note' }, `exit status ${outcome.status}: ${MEANINGS[outcome.status] ?? 'the engine failed'}; ${outcome.seconds.toFixed(2)} s in this tab${outcome.database ? `; database ${(outcome.database.size / 1e6).toFixed(1)} MB` : ''}`),
            outcome.database && el('p', { class: 'actions' }, ['report', 'map', 'solutions', 'play', 'sql'].map((name, i) => el('a', { class: i ? 'action' : 'action first', href: address(name) }, name === 'sql' ? 'SQL' : name[0]!.toUpperCase() + name.slice(1))),
                challengeButton(), button('Download .db', () => this.save(`${fileName(outcome.draft.name)}.db`, outcome.database!))));
        this.frame!.dataset['solved'] = String(Number(this.frame!.dataset['solved'] ?? 0) + 1);
        if (!stays && !outcome.database) go(address('puzzle', '', { challenge: null }));
    }

    private save(name: string, blob: Blob): void {
        const link = el('a', { href: URL.createObjectURL(blob), download: name });
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    }

    // ---- its parts ----

    private drawParameters(): void {
        const all = parametersOf(this.draft.text), names = new Set(all.map((one) => one.name));
        this.draft.settings = Object.fromEntries(Object.entries(this.draft.settings).filter(([name]) => names.has(name)));
        const said = JSON.stringify(all);
        if (this.parameters.dataset['said'] === said) return;
        this.parameters.dataset['said'] = said;
        this.parameters.replaceChildren(...all.map(({ name, value }) => this.parameterField(name, value)));
    }

    private parameterField(name: string, value: string | null): HTMLElement {
        const set = (text: string) => {
            if (text.trim() === '') delete this.draft.settings[name];
            else this.draft.settings[name] = text;
            void this.check();
        };
        const now = this.draft.settings[name] ?? '';
        const field: HTMLInputElement | HTMLTextAreaElement = value === null ? el('textarea', { rows: 3, placeholder: 'as the text says', spellcheck: 'false', oninput: () => set(field.value) }) : el('input', { type: 'text', size: Math.max(4, Math.min(24, value.length + 2)), placeholder: value, spellcheck: 'false', oninput: () => set(field.value) });
        field.value = now;
        return el('label', { class: 'field' }, el('span', {}, name), field);
    }

    private drawLimits(): void {
        const { limits } = this.draft;
        const choose = (label: string, key: keyof Limits, choices: string[]) => select(label, choices.map((one) => [one, one]), limits[key], (value) => { limits[key] = value; });
        const number = (label: string, key: keyof Limits, placeholder: string) => {
            const field = el('input', { type: 'text', inputmode: 'numeric', size: 8, value: limits[key], placeholder, oninput: () => { limits[key] = field.value.replace(/[^\dMG]/g, ''); } });
            return el('label', { class: 'field' }, el('span', {}, label), field);
        };
        this.limits.replaceChildren(choose('store', 'trace', TRACES), choose('order', 'order', ORDERS), choose('stop', 'stop', STOPS), number('states at most', 'states', 'no limit'), number('seconds at most', 'seconds', 'no limit'), number('memory at most', 'memory', LIMITS.memory));
    }

    private build(): HTMLElement {
        const file = el('input', { type: 'file', accept: '.yaml,.yml', hidden: true, onchange: () => void this.openFile(file.files) });
        return el('div', { class: 'playground' },
            el('div', { class: 'bar-of-tools' }, el('label', { class: 'field' }, el('span', {}, 'puzzle'), this.title), el('a', { class: 'action', href: address('gallery') }, 'Gallery'), button('New', () => this.openDraft({ name: 'new', text: EMPTY, settings: {}, limits: { ...LIMITS } })),
                button('Open …', () => file.click()), file, button('Save .yaml', () => { this.read(); download(`${fileName(this.draft.name)}.yaml`, 'text/yaml', this.draft.text); })),
            el('div', { class: 'bench' },
                el('div', { class: 'bench-text' }, this.editor.frame, this.found),
                el('div', { class: 'bench-side' }, card('Solve', this.parameters, el('div', { class: 'bar-of-tools' }, this.solveButton, this.stopButton, this.progress),
                    el('details', {}, el('summary', {}, 'Limits'), this.limits, el('p', { class: 'note' }, 'The engine explores in one thread of this tab, and at most 4 GB of its memory; at a limit what was explored is kept, and the answer says so.'))), this.result)));
    }
}

async function main(): Promise<void> {
    await drawFrame();
    const playground = new Playground();
    setFirstViews([{ name: 'puzzle', title: 'Puzzle', draw: () => playground.view() }, { name: 'gallery', title: 'Gallery', draw: () => playground.gallery() }], !embeddedDatabases().length);
    makeLinksBy((place) => playground.link(place));
    begin();
    await playground.start();
    dispatchEvent(new Event('hashchange'));
}

void main();
