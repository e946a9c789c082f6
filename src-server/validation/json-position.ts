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
  const before = text.slice(0, offset);
  const breaks = before.match(/\r\n|\n|\r/g)?.length ?? 0;
  const lineStart = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
  return { line: breaks + 1, column: offset - lineStart + 1 };
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

/** Findings come many to a text: the last tree is kept. */
let last: { text: string; tree: Node | undefined } | undefined;

function treeOf(text: string): Node | undefined {
  if (last?.text !== text) last = { text, tree: parseTree(text) };
  return last.tree;
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
