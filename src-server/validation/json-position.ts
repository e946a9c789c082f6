import { type Node, type ParseError, parse, parseTree } from 'jsonc-parser';

export class TextLines {
  readonly #text: string;
  #starts: readonly number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** From 1. Lines end at LF, CRLF or CR. */
  positionOf(offset: number): { line: number; column: number } {
    this.#starts ??= lineStarts(this.#text);
    const starts = this.#starts;
    let [line, beyond] = [0, starts.length];
    while (beyond - line > 1) {
      const middle = (line + beyond) >> 1;
      if ((starts[middle] ?? 0) <= offset) line = middle;
      else beyond = middle;
    }
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  }
}

export class JsonText extends TextLines {
  readonly #text: string;
  #root: Node | undefined;
  #isParsed = false;
  /** For objects with many members and problems. */
  readonly #members = new Map<Node, ReadonlyMap<string, Node>>();
  readonly #named = new Map<string, readonly Node[]>();

  constructor(text: string) {
    super(text);
    this.#text = text;
  }

  /**
   * Of the value at a JSON pointer (RFC 6901), for members of the name, else of the nearest parent. Undefined
   * for invalid JSON.
   */
  offsetOf(pointer: string): number | undefined {
    let node = this.#tree();
    if (node === undefined) return undefined;
    for (const segment of pointerSegments(pointer)) {
      const child = this.#childAt(node, segment);
      if (child === undefined) break;
      node = child;
    }
    return (node.parent?.type === 'property' ? node.parent : node).offset;
  }

  /** Members of the root object. */
  isInMember(name: string, offset: number): boolean {
    const named = this.#named.get(name) ?? this.#membersNamed(name);
    return named.some(({ offset: start, length }) => offset >= start && offset < start + length);
  }

  *duplicateMembers(): Iterable<{ pointer: string; offset: number }> {
    const root = this.#tree();
    if (root !== undefined) yield* duplicatesIn(root, []);
  }

  #membersNamed(name: string): readonly Node[] {
    const named = (this.#tree()?.children ?? []).filter(({ children }) => children?.[0]?.value === name);
    this.#named.set(name, named);
    return named;
  }

  #tree(): Node | undefined {
    if (!this.#isParsed) this.#root = parseTree(withoutDeepParts(this.#text));
    this.#isParsed = true;
    return this.#root;
  }

  #childAt(node: Node, segment: string): Node | undefined {
    if (node.type === 'array') return node.children?.[Number(segment)];
    const members = this.#members.get(node) ?? membersOf(node);
    this.#members.set(node, members);
    return members.get(segment);
  }
}

/** `parseTree` recurses. Skills are served up to 100 levels, and extensions that are left out. */
const MAX_LEVELS = 200;

/** Replaces what is nested deeper than `MAX_LEVELS` by `0` and spaces, so that offsets stay. */
export function withoutDeepParts(json: string): string {
  let [depth, start, kept, from] = [0, 0, '', 0];
  for (const { 0: token, index } of json.matchAll(/[[{\]}]|"(?:[^"\\]|\\.)*"/gs)) {
    if (token === '[' || token === '{') {
      depth += 1;
      if (depth === MAX_LEVELS + 1) start = index;
    } else if (token === ']' || token === '}') {
      if (depth === MAX_LEVELS + 1) {
        kept += `${json.slice(from, start)}0${' '.repeat(index - start)}`;
        from = index + 1;
      }
      depth -= 1;
    }
  }
  return kept + json.slice(from);
}

/** Undefined if valid. */
export function locateSyntaxError(text: string): number | undefined {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true });
  return errors[0]?.offset;
}

export function toPointer(...segments: ReadonlyArray<string | number>): string {
  return segments
    .map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

function pointerSegments(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
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

function membersOf(node: Node): ReadonlyMap<string, Node> {
  const members = new Map<string, Node>();
  for (const { children = [] } of node.children ?? []) {
    const [name, value] = children;
    if (name !== undefined && value !== undefined && !members.has(name.value)) members.set(name.value, value);
  }
  return members;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let offset = 0; offset < text.length; offset += 1) {
    const code = text.charCodeAt(offset);
    if (code === LINE_FEED || (code === CARRIAGE_RETURN && text.charCodeAt(offset + 1) !== LINE_FEED))
      starts.push(offset + 1);
  }
  return starts;
}
