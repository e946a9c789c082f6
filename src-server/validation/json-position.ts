import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import type { Diagnostic } from '../contract/diagnostic.ts';
import { groupBy } from '../contract/words.ts';

export class TextLines {
  readonly #text: string;
  #starts: readonly number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns line and column of an offset, from 1. Lines end at LF, CRLF or CR. */
  positionOf(offset: number): { line: number; column: number } {
    const ends = () => Array.from(this.#text.matchAll(/\r\n|[\n\r]/g), (end) => end.index + end[0].length);
    this.#starts ??= [0, ...ends()];
    let [line, end] = [0, this.#starts.length];
    while (end - line > 1) {
      const middle = (line + end) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) line = middle;
      else end = middle;
    }
    return { line: line + 1, column: offset - (this.#starts[line] ?? 0) + 1 };
  }
}

export class JsonText extends TextLines {
  /** The parsed text; undefined for invalid JSON, and if it is nested too deeply for the parser. */
  readonly root: Node | undefined;

  constructor(text: string) {
    super(text);
    try {
      this.root = parseTree(text);
    } catch {
      this.root = undefined;
    }
  }

  /** Returns where the value at a JSON pointer (RFC 6901) begins, for members their name, else the nearest parent. */
  offsetOf(pointer: string): number | undefined {
    let node = this.root;
    for (const segment of pointerSegments(pointer)) {
      const child = node && findNodeAtLocation(node, [node.type === 'array' ? Number(segment) : segment]);
      if (child === undefined) break;
      node = child;
    }
    return (node?.parent?.type === 'property' ? node.parent : node)?.offset;
  }

  /** Members of the root object. */
  isInMember(name: string, offset: number): boolean {
    const member = this.root && findNodeAtLocation(this.root, [name])?.parent;
    return member !== undefined && offset >= member.offset && offset < member.offset + member.length;
  }

  duplicateMembers(): ReadonlyArray<{ readonly name: string; readonly offset: number }> {
    return this.root === undefined ? [] : duplicatesIn(this.root, []);
  }
}

/**
 * Lines and columns of many values in a large text. Keeps the places of the root's members and of the items of one list,
 * not the parsed text: an item is parsed again for the values inside, which are asked for one after the other.
 */
export class JsonPositions {
  readonly #text: string;
  readonly #lines: TextLines;
  readonly #list: string;
  readonly #rootOffset: number | undefined;
  readonly #members = new Map<string, number>();
  readonly #items: ReadonlyArray<readonly [offset: number, length: number]>;
  #parsed: { readonly offset: number; readonly json: JsonText } | undefined;

  constructor(text: string, list: string) {
    const { root } = new JsonText(text);
    this.#text = text;
    this.#list = list;
    this.#lines = new TextLines(text);
    this.#rootOffset = root?.offset;
    for (const { children: [name] = [], offset } of root?.children ?? [])
      if (!this.#members.has(String(name?.value))) this.#members.set(String(name?.value), offset);
    const items = root && findNodeAtLocation(root, [list])?.children;
    this.#items = (items ?? []).map(({ offset, length }) => [offset, length] as const);
  }

  /** Returns the position of the value at a JSON pointer, for members of their name, else of the nearest parent. */
  of(pointer: string): { line: number; column: number } | undefined {
    const offset = this.#offsetOf(pointer);
    return offset === undefined ? undefined : this.#lines.positionOf(offset);
  }

  #offsetOf(pointer: string): number | undefined {
    const [name = '', index, ...inside] = pointerSegments(pointer);
    const item = name === this.#list && index !== undefined ? this.#items[Number(index)] : undefined;
    if (item === undefined) return this.#members.get(name) ?? this.#rootOffset;
    const [offset, length] = item;
    if (inside.length === 0) return offset;
    if (this.#parsed?.offset !== offset)
      this.#parsed = { offset, json: new JsonText(this.#text.slice(offset, offset + length)) };
    return offset + (this.#parsed.json.offsetOf(toPointer(...inside)) ?? 0);
  }
}

function duplicatesIn(node: Node, path: readonly string[]): Array<{ name: string; offset: number }> {
  const seen = new Set<string>();
  return (node.children ?? []).flatMap((child, index) => {
    const [name, value] = child.type === 'property' ? (child.children ?? []) : [undefined, child];
    const place = [...path, String(name?.value ?? index)];
    const isAgain = name !== undefined && seen.has(name.value);
    seen.add(name?.value);
    return [
      ...(isAgain ? [{ name: place.join('.'), offset: child.offset }] : []),
      ...(value === undefined ? [] : duplicatesIn(value, place)),
    ];
  });
}

/**
 * Adds lines and columns.
 *
 * @param readText undefined if unreadable
 */
export function withPositions(
  diagnostics: readonly Diagnostic[],
  readText: (file: string) => string | undefined,
): Diagnostic[] {
  const byFile = groupBy(diagnostics, ({ file, pointer, line }) =>
    pointer === undefined || line !== undefined ? undefined : file,
  );
  return [...byFile].flatMap(([file, found]) => {
    const text = file === undefined ? undefined : readText(file);
    if (text === undefined) return found;
    const json = new JsonText(text);
    return found.map((diagnostic) => {
      const offset = json.offsetOf(diagnostic.pointer ?? '');
      return offset === undefined ? diagnostic : { ...diagnostic, ...json.positionOf(offset) };
    });
  });
}

export function toPointer(...segments: ReadonlyArray<string | number>): string {
  return segments
    .map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

export function pointerSegments(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}
