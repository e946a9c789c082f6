/** From a JSON pointer to the place in the text. */
import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';

/**
 * Offset of the value that a JSON pointer (RFC 6901) names: of the member's name for an object's member, of the value
 * itself elsewhere; of the nearest parent where the pointer leads to nothing. Undefined where the text is no JSON.
 */
export function locatePointer(text: string, pointer: string): number | undefined {
  const root = treeOf(text);
  if (root === undefined) return undefined;
  const path = pointerSegments(pointer);
  for (let length = path.length; length > 0; length -= 1) {
    const node = nodeAt(root, path.slice(0, length));
    if (node !== undefined) return (node.parent?.type === 'property' ? node.parent : node).offset;
  }
  return root.offset;
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

/** JSON pointer of a path. */
export function toPointer(...segments: ReadonlyArray<string | number>): string {
  return segments
    .map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/** Members that stand twice in one object: the pointer of each, and the offset of the second mention. */
export function duplicateMembers(text: string): Array<{ pointer: string; offset: number }> {
  const found: Array<{ pointer: string; offset: number }> = [];
  const visit = (node: Node, path: readonly string[]): void => {
    const seen = new Set<string>();
    for (const [index, child] of (node.children ?? []).entries()) {
      const [name, value] = child.type === 'property' ? (child.children ?? []) : [undefined, child];
      const key = name === undefined ? String(index) : String(name.value);
      if (name !== undefined && seen.has(key))
        found.push({ pointer: toPointer(...path, key), offset: child.offset });
      seen.add(key);
      if (value !== undefined) visit(value, [...path, key]);
    }
  };
  const root = treeOf(text);
  if (root !== undefined) visit(root, []);
  return found;
}

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
    for (const match of text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length);
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

function nodeAt(root: Node, path: readonly string[]): Node | undefined {
  return path.reduce<Node | undefined>(
    (node, segment) => node && findNodeAtLocation(node, [node.type === 'array' ? Number(segment) : segment]),
    root,
  );
}
