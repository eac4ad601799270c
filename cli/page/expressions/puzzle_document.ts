// puzzle_document.ts - a puzzle's YAML as texts, lists and mappings: what it declares is read from these.
import { isMap, isScalar, isSeq, parseDocument, type Node } from 'yaml';

/** Plain scalars are texts as written; a block (|) is a map of characters where it is a constant. */
export type DocNode = string | { block: string } | DocNode[] | Map<string, DocNode>;

const DEEPEST = 64, MOST_NODES = 200_000;

/** `count`: of nodes so far, those that aliases stand for, too. */
function nodeOf(node: unknown, depth: number, count: { of: number }): DocNode {
    if (depth > DEEPEST || ++count.of > MOST_NODES) throw new Error('the text has too many lists and mappings, or they are nested too deep');
    if (isScalar(node)) return node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED' || node.tag === 'tag:yaml.org,2002:str' ? { block: String(node.value) } : String(node.value ?? '');
    if (isSeq(node)) return node.items.map((one) => nodeOf(one, depth + 1, count));
    if (isMap(node)) return new Map(node.items.map(({ key, value }) => [textOf(nodeOf(key, depth + 1, count)), nodeOf(value, depth + 1, count)]));
    return '';
}

export const textOf = (node: DocNode | undefined): string => typeof node === 'string' ? node : node instanceof Map || Array.isArray(node) || !node ? '' : node.block;

/** An Error says what no YAML is. */
export function documentOf(text: string): DocNode {
    const found = parseDocument(text, { schema: 'failsafe', uniqueKeys: false, maxAliasCount: 0, prettyErrors: false, logLevel: 'silent' } as object);
    if (found.errors.length) throw found.errors[0]!;
    const anchors = new Map<string, Node>();
    return nodeOf(resolved(found.contents, anchors), 0, { of: 0 });
}

/** Aliases are replaced by what they stand for. */
function resolved(node: unknown, anchors: Map<string, Node>): unknown {
    if (isSeq(node) || isMap(node) || isScalar(node)) if (node.anchor) anchors.set(node.anchor, node);
    if (isSeq(node)) node.items = node.items.map((one) => resolved(one, anchors));
    if (isMap(node)) for (const pair of node.items) {
        pair.key = resolved(pair.key, anchors);
        pair.value = resolved(pair.value, anchors);
    }
    const alias = node as { source?: string } | null;
    return alias && !isScalar(node) && typeof alias.source === 'string' && anchors.has(alias.source) ? anchors.get(alias.source) : node;
}
