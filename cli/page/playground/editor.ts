// editor.ts - the text of a puzzle in an editor (CodeMirror), with its mistakes at their places.
import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, type Text } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import { el } from '../dom';
import { puzzleLanguage, type Schema } from './language';
import type { Mistake } from './solver';

/** Colours are the page's; the editor lives in a shadow root, whose style sheets the page's policy lets it make. */
const looks = EditorView.theme({
    '&': { fontSize: '13.5px', backgroundColor: 'var(--surface)', color: 'var(--ink)', height: '100%' },
    '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5', overflow: 'auto' },
    '.cm-content': { caretColor: 'var(--ink)' },
    '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-1px' },
    '.cm-cursor': { borderLeftColor: 'var(--ink)' },
    '.cm-gutters': { backgroundColor: 'var(--sunk)', color: 'var(--soft)', border: '0' },
    '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--accent) 8%, transparent)' },
    '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': { backgroundColor: 'color-mix(in srgb, var(--accent) 26%, transparent)' },
    '.cm-selectionMatch': { backgroundColor: 'var(--mark)' },
    '.cm-word': { color: 'var(--good)', fontWeight: '600' },
    '.cm-number-word': { color: 'var(--open)' },
    '.cm-tooltip, .cm-panels': { backgroundColor: 'var(--surface)', color: 'var(--ink)', border: '1px solid var(--strong)' },
    '.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
    '.cm-completionDetail': { color: 'inherit', opacity: '.75' },
    '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
    '.cm-textfield, .cm-button': { backgroundImage: 'none', backgroundColor: 'var(--surface)', color: 'var(--ink)', border: '1px solid var(--strong)' },
});

/** Columns count characters, offsets in JavaScript count halves of some. */
function offsetOf(doc: Text, line: number, column: number): number {
    const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
    return at.from + Math.min([...at.text].slice(0, column - 1).join('').length, at.length);
}

function diagnosticOf(doc: Text, m: Mistake): Diagnostic {
    const from = offsetOf(doc, m.line, m.column), to = Math.max(offsetOf(doc, m.line, m.endColumn), from);
    return { from, to, severity: m.severity === 'note' ? 'info' : 'error', message: m.hint ? `${m.message}\n${m.hint}` : m.message };
}

export interface EditorActs { changed: () => void; solve: () => void }

export class PuzzleEditor {
    readonly frame = el('div', { class: 'editor' });
    private readonly view: EditorView;

    constructor(private readonly schema: Schema, private readonly acts: EditorActs) {
        const root = this.frame.attachShadow({ mode: 'open' });
        this.view = new EditorView({ root, parent: root, state: this.stateOf('') });
    }

    get text(): string { return this.view.state.doc.toString(); }

    /** Another text, with a history of its own. */
    setText(text: string): void { this.view.setState(this.stateOf(text)); }

    showMistakes(mistakes: Mistake[]): void {
        const { doc } = this.view.state;
        this.view.dispatch(setDiagnostics(this.view.state, mistakes.filter((m) => m.line > 0).map((m) => diagnosticOf(doc, m))));
    }

    goTo(line: number, column: number): void {
        const anchor = offsetOf(this.view.state.doc, line, column);
        this.view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
        this.view.focus();
    }

    private stateOf(doc: string): EditorState {
        return EditorState.create({ doc, extensions: [
            lineNumbers(), highlightActiveLineGutter(), history(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(), highlightActiveLine(), highlightSelectionMatches(),
            lintGutter(), indentUnit.of('  '), EditorState.tabSize.of(8), EditorView.lineWrapping, looks, puzzleLanguage(this.schema),
            keymap.of([{ key: 'Mod-Enter', run: () => { this.acts.solve(); return true; } }, ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, indentWithTab]),
            EditorView.contentAttributes.of({ 'aria-label': 'text of the puzzle. Escape, then Tab leaves the editor' }),
            EditorView.updateListener.of((update) => { if (update.docChanged) this.acts.changed(); })] });
    }
}
