/** From a JSON pointer to the place in the text. */
import { type Node, type ParseError, parse, parseTree } from 'jsonc-parser';

/**
 * Offset of the value that a JSON pointer (RFC 6901) names: of the member's name for an object's member, of the value
 * itself elsewhere; of the nearest parent where the pointer leads to nothing. Undefined where the text is no JSON.
 */
export function locatePointer(text: string, pointer: string): number | undefined {
  const root = treeOf(text);
  if (root === undefined) return undefined;
  let node = root;
  for (const segment of pointerSegments(pointer)) {
    const child = childAt(node, segment);
    if (child === undefined) break;
    node = child;
  }
  return (node.parent?.type === 'property' ? node.parent : node).offset;
}

/** Line and column of an offset, both from 1; a line ends at LF, CRLF or CR. */
export function offsetToPosition(text: string, offset: number): { line: number; column: number } {
  const starts = lineStartsOf(text);
  let [line, beyond] = [0, starts.length];
  while (beyond - line > 1) {
    const middle = (line + beyond) >> 1;
    if ((starts[middle] ?? 0) <= offset) line = middle;
    else beyond = middle;
  }
  return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
}

/** Offset of what first keeps a text from being JSON; undefined where it is JSON. */
export function locateSyntaxError(text: string): number | undefined {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  return errors[0]?.offset;
}

/** JSON pointer of a path. */
export function toPointer(...segments: ReadonlyArray<string | number>): string {
  return segments
    .map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/** Members that stand twice in one object: the pointer of each, and the offset of the second mention. */
export function* duplicateMembers(text: string): Iterable<{ pointer: string; offset: number }> {
  const root = treeOf(text);
  if (root !== undefined) yield* duplicatesIn(root, []);
}

function* duplicatesIn(node: Node, path: string[]): Iterable<{ pointer: string; offset: number }> {
  const seen = new Set<string>();
  for (const [index, child] of (node.children ?? []).entries()) {
    const [name, value] = child.type === 'property' ? (child.children ?? []) : [undefined, child];
    path.push(name === undefined ? String(index) : String(name.value));
    if (name !== undefined && seen.has(name.value))
      yield { pointer: toPointer(...path), offset: child.offset };
    if (name !== undefined) seen.add(name.value);
    if (value !== undefined) yield* duplicatesIn(value, path);
    path.pop();
  }
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Findings come many to a text, and an index has thousands of entries: what the last text was parsed to is kept. */
let lastTree: { readonly text: string; readonly tree: Node | undefined } | undefined;
let lastLines: { readonly text: string; readonly starts: readonly number[] } | undefined;

function treeOf(text: string): Node | undefined {
  if (lastTree?.text !== text) lastTree = { text, tree: parseTree(text) };
  return lastTree.tree;
}

function lineStartsOf(text: string): readonly number[] {
  if (lastLines?.text !== text) {
    const starts = [0];
    for (let offset = 0; offset < text.length; offset += 1) {
      const code = text.charCodeAt(offset);
      if (code === LINE_FEED || (code === CARRIAGE_RETURN && text.charCodeAt(offset + 1) !== LINE_FEED))
        starts.push(offset + 1);
    }
    lastLines = { text, starts };
  }
  return lastLines.starts;
}

function pointerSegments(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Members of the objects that were asked for one: an object may have very many, and as many problems. */
const membersOf = new WeakMap<Node, ReadonlyMap<string, Node>>();

function childAt(node: Node, segment: string): Node | undefined {
  if (node.type === 'array') return node.children?.[Number(segment)];
  const known = membersOf.get(node);
  if (known !== undefined) return known.get(segment);
  const members = new Map<string, Node>();
  for (const { children = [] } of node.children ?? []) {
    const [name, value] = children;
    if (name !== undefined && value !== undefined && !members.has(name.value)) members.set(name.value, value);
  }
  membersOf.set(node, members);
  return members.get(segment);
}
