import { isDeepStrictEqual } from 'node:util';
import {
  applyEdits,
  createScanner,
  getNodeValue,
  modify,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { eolOf } from '../platform/marked-block.ts';

export type EditResult =
  | { readonly ok: true; readonly text: string }
  /** `reason` is a sentence for people. */
  | { readonly ok: false; readonly reason: string };

/** Creates missing parent objects. */
export interface MemberChange {
  /** Parent names, outermost first. */
  readonly path: readonly string[];
  readonly name: string;
  readonly value: unknown;
}

const BOM = '\uFEFF';
/** `SyntaxKind.CommaToken`, a const enum. */
const COMMA = 5;

/** Sets a member. A new member comes first, so that comments stay with the members that they follow. */
export function setMember(text: string, { path, name, value }: MemberChange): EditResult {
  const { bom, body } = withoutBom(text);
  const format = detectFormat(body);
  if (body.trim() !== '') {
    const parsed = parseObject(body);
    if (!parsed.ok) return parsed;
    const obstacle = pathObstacle(parsed.root, path);
    if (obstacle !== undefined) return { ok: false, reason: obstacle };
    const present = memberAt(parsed.root, [...path, name]);
    if (present !== undefined && isDeepStrictEqual(getNodeValue(present), value)) return { ok: true, text };
  }
  const edits = modify(body.trim() === '' ? '' : body, [...path, name], value, {
    getInsertionIndex: () => 0,
    formattingOptions: {
      insertSpaces: format.indent !== '\t',
      tabSize: format.indent.length,
      eol: format.eol,
    },
  });
  const edited = body.trim() === '' ? applyEdits('', edits) + format.eol : applyEdits(body, edits);
  return { ok: true, text: bom + edited };
}

/** Also removes the comma, and members of the same name. Keeps comments and emptied parents. */
export function removeMember(text: string, path: readonly string[], name: string): EditResult {
  // A client reads the last of several members.
  for (let before = text; ; ) {
    const removed = removeFirst(before, path, name);
    if (!removed.ok || removed.text === before) return removed;
    before = removed.text;
  }
}

/** `modify` of jsonc-parser would also remove the comments up to the next member. */
function removeFirst(text: string, path: readonly string[], name: string): EditResult {
  const { bom, body } = withoutBom(text);
  const parsed = parseObject(body);
  if (!parsed.ok) return parsed;
  const parent = memberAt(parsed.root, path);
  const properties = parent?.type === 'object' ? (parent.children ?? []) : [];
  const index = properties.findIndex((property) => keyOf(property) === name);
  const property = properties[index];
  if (parent === undefined || property === undefined) return { ok: true, text };
  const end = property.offset + property.length;
  const previous = properties[index - 1];
  const comma =
    findComma(body, end, parent.offset + parent.length) ??
    (previous && findComma(body, previous.offset + previous.length, property.offset));
  const blank = /\r?\n?[ \t]*$/.exec(body.slice(0, property.offset))?.[0].length ?? 0;
  const edits = [
    { offset: property.offset - blank, length: property.length + blank, content: '' },
    ...(comma === undefined ? [] : [{ offset: comma, length: 1, content: '' }]),
  ];
  return { ok: true, text: bom + applyEdits(body, edits) };
}

function withoutBom(text: string): { readonly bom: string; readonly body: string } {
  const bom = text.startsWith(BOM) ? BOM : '';
  return { bom, body: text.slice(bom.length) };
}

function findComma(text: string, from: number, to: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  return scanner.scan() === COMMA && scanner.getTokenOffset() < to ? scanner.getTokenOffset() : undefined;
}

/** Allows comments and trailing commas. Rejects duplicate keys. */
export function parseObject(
  text: string,
): { readonly ok: true; readonly root: Node } | { readonly ok: false; readonly reason: string } {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) {
    const line = text.slice(0, error.offset).split('\n').length;
    return { ok: false, reason: `It is not valid JSON: ${describeError(error)} in line ${line}.` };
  }
  if (root?.type !== 'object') return { ok: false, reason: 'It holds no JSON object.' };
  const duplicate = duplicateKey(root);
  return duplicate === undefined
    ? { ok: true, root }
    : { ok: false, reason: `The file has "${duplicate}" twice.` };
}

function memberAt(root: Node, path: readonly string[]): Node | undefined {
  return path.reduce<Node | undefined>(
    (node, name) =>
      node?.type === 'object'
        ? node.children?.find((property) => keyOf(property) === name)?.children?.[1]
        : undefined,
    root,
  );
}

/** Reason against a member at the path. */
function pathObstacle(root: Node, path: readonly string[]): string | undefined {
  for (const [at, name] of path.entries()) {
    const node = memberAt(root, path.slice(0, at + 1));
    if (node === undefined) return undefined;
    if (node.type !== 'object') return `Its "${name}" is not an object.`;
    const duplicate = duplicateKey(node);
    if (duplicate !== undefined) return `Its "${name}" has "${duplicate}" twice.`;
  }
  return undefined;
}

function keyOf(property: Node): string {
  return String(property.children?.[0]?.value);
}

function describeError({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}

function duplicateKey(root: Node): string | undefined {
  const keys = (root.children ?? []).map(keyOf);
  return keys.find((key, at) => keys.indexOf(key) !== at);
}

interface TextFormat {
  /** A tab or some spaces. */
  readonly indent: string;
  readonly eol: '\n' | '\r\n';
}

/** First indentation, most frequent line end. */
function detectFormat(text: string): TextFormat {
  const indent = /^([ \t]+)"/m.exec(text)?.[1];
  return { indent: indent?.startsWith('\t') ? '\t' : (indent ?? '  '), eol: eolOf(text) };
}
