import { isDeepStrictEqual } from 'node:util';
import {
  applyEdits,
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  modify,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { eolOf } from '../platform/text.ts';

export type EditResult =
  | { readonly ok: true; readonly text: string }
  /** `reason` is a sentence for people. */
  | { readonly ok: false; readonly reason: string };

const BOM = '\uFEFF';
/** Thousands of levels exhaust the stack, hundreds in a line the formatter. */
const TOO_DEEP = { ok: false, reason: 'It is nested too deeply.' } as const;
/** `SyntaxKind.CommaToken`, a const enum. */
const COMMA = 5;

/**
 * Sets or removes a member of JSON with comments. A new member comes first, so that comments stay with the
 * members that they follow.
 *
 * @param value undefined to remove
 */
export function editJson(text: string, path: readonly string[], value: unknown): EditResult {
  const bom = text.startsWith(BOM) ? BOM : '';
  const body = text.slice(bom.length).trim() === '' ? '' : text.slice(bom.length);
  const parsed = parseObject(body);
  if (!parsed.ok) return parsed;
  const { root } = parsed;
  const obstacle = root === undefined ? undefined : pathObstacle(root, path);
  if (obstacle !== undefined) return { ok: false, reason: obstacle };
  const present = root === undefined ? undefined : findNodeAtLocation(root, [...path]);
  if (isDeepStrictEqual(present && getNodeValue(present), value)) return { ok: true, text };
  if (value === undefined) return { ok: true, text: bom + withoutMember(body, present?.parent as Node) };
  const indent = /^([ \t]+)"/m.exec(body)?.[1] ?? '  ';
  const eol = eolOf(body);
  const formattingOptions = { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length, eol };
  try {
    const edits = modify(body, [...path], value, { getInsertionIndex: () => 0, formattingOptions });
    return { ok: true, text: bom + applyEdits(body, edits) + (body === '' ? eol : '') };
  } catch {
    return TOO_DEEP;
  }
}

/** With its comma. `modify` would also remove the comments around it. */
function withoutMember(text: string, property: Node): string {
  const siblings = property.parent?.children ?? [];
  const previous = siblings[siblings.indexOf(property) - 1];
  const comma =
    commaAfter(text, property) ?? (previous === undefined ? undefined : commaAfter(text, previous));
  const blank = /(?:\r\n?|\n|(?<![ \t]))[ \t]*$/.exec(text.slice(0, property.offset))?.[0].length ?? 0;
  return applyEdits(text, [
    { offset: property.offset - blank, length: property.length + blank, content: '' },
    ...(comma === undefined ? [] : [{ offset: comma, length: 1, content: '' }]),
  ]);
}

function commaAfter(text: string, { offset, length }: Node): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset + length);
  return scanner.scan() === COMMA ? scanner.getTokenOffset() : undefined;
}

/** Allows comments and trailing commas. No root for an empty text. */
export function parseObject(
  text: string,
): { readonly ok: true; readonly root: Node | undefined } | { readonly ok: false; readonly reason: string } {
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { allowTrailingComma: true });
  } catch {
    return TOO_DEEP;
  }
  if (text.trim() === '') return { ok: true, root: undefined };
  const [error] = errors;
  if (error !== undefined) {
    const line = text.slice(0, error.offset).split('\n').length;
    const what = printParseErrorCode(error.error).replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
    return { ok: false, reason: `It is not valid JSON: ${what.toLowerCase()} in line ${line}.` };
  }
  return root?.type === 'object' ? { ok: true, root } : { ok: false, reason: 'It holds no JSON object.' };
}

/** A client may read the other one of two members with one name. */
function pathObstacle(root: Node, path: readonly string[]): string | undefined {
  for (const at of path.keys()) {
    const node = findNodeAtLocation(root, path.slice(0, at));
    if (node === undefined) return undefined;
    const where = at === 0 ? 'The file' : `Its "${path[at - 1]}"`;
    if (node.type !== 'object') return `${where} is not an object.`;
    const keys = (node.children ?? []).map((property) => String(property.children?.[0]?.value));
    const twice = keys.find((key, index) => keys.indexOf(key) !== index);
    if (twice !== undefined) return `${where} has "${twice}" twice.`;
  }
  return undefined;
}
