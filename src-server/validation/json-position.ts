import { type Node, parseTree } from 'jsonc-parser';

export class TextLines {
  readonly #text: string;
  #starts: readonly number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** From 1. Lines end at LF, CRLF or CR. */
  positionOf(offset: number): { line: number; column: number } {
    this.#starts ??= [
      0,
      ...Array.from(this.#text.matchAll(/\r\n|[\n\r]/g), (end) => end.index + end[0].length),
    ];
    const line = this.#starts.findLastIndex((start) => start <= offset);
    return { line: line + 1, column: offset - (this.#starts[line] ?? 0) + 1 };
  }
}

export class JsonText extends TextLines {
  /** Undefined for invalid JSON, and if nested too deeply for the parser. */
  readonly root: Node | undefined;

  constructor(text: string) {
    super(text);
    try {
      this.root = parseTree(text);
    } catch {
      this.root = undefined;
    }
  }

  /** Of the value at a JSON pointer (RFC 6901), for members of the name, else of the nearest parent. */
  offsetOf(pointer: string): number | undefined {
    let node = this.root;
    for (const segment of pointerSegments(pointer)) {
      const child = node && childAt(node, segment);
      if (child === undefined) break;
      node = child;
    }
    return (node?.parent?.type === 'property' ? node.parent : node)?.offset;
  }

  /** Members of the root object. */
  isInMember(name: string, offset: number): boolean {
    return (this.root?.children ?? []).some(
      ({ children, offset: start, length }) =>
        children?.[0]?.value === name && offset >= start && offset < start + length,
    );
  }

  *duplicateMembers(): Iterable<{ pointer: string; offset: number }> {
    if (this.root !== undefined) yield* duplicatesIn(this.root, []);
  }
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

function childAt({ type, children = [] }: Node, segment: string): Node | undefined {
  if (type === 'array') return children[Number(segment)];
  return children.find((member) => member.children?.[0]?.value === segment)?.children?.[1];
}

function* duplicatesIn(node: Node, path: readonly string[]): Iterable<{ pointer: string; offset: number }> {
  const seen = new Set<string>();
  for (const [index, child] of (node.children ?? []).entries()) {
    const [name, value] = child.type === 'property' ? (child.children ?? []) : [undefined, child];
    const place = [...path, String(name?.value ?? index)];
    if (name !== undefined && seen.has(name.value))
      yield { pointer: toPointer(...place), offset: child.offset };
    if (name !== undefined) seen.add(name.value);
    if (value !== undefined) yield* duplicatesIn(value, place);
  }
}
