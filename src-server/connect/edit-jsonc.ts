import {
  createScanner,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { eolOf } from '../text/marked-block.ts';

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

/** Sets a member; other bytes and comments stay. */
export function setMember(text: string, change: MemberChange): EditResult {
  const bom = text.startsWith(BOM) ? BOM : '';
  const body = text.slice(bom.length);
  const format = detectFormat(body);
  if (body.trim() === '') {
    return { ok: true, text: `${bom}${formatValue(nested(change.path, change), format, '')}${format.eol}` };
  }
  const parsed = parseObject(body);
  if (!parsed.ok) return parsed;
  const edited = setIn(body, parsed.root, change.path, change, format);
  return edited.ok ? { ok: true, text: bom + edited.text } : edited;
}

/** Also removes the comma, and members of the same name. Keeps emptied parents. */
export function removeMember(text: string, path: readonly string[], name: string): EditResult {
  // A client reads the last of several members.
  for (let before = text; ; ) {
    const removed = removeFirst(before, path, name);
    if (!removed.ok || removed.text === before) return removed;
    before = removed.text;
  }
}

function removeFirst(text: string, path: readonly string[], name: string): EditResult {
  const bom = text.startsWith(BOM) ? BOM : '';
  const body = text.slice(bom.length);
  const parsed = parseObject(body);
  if (!parsed.ok) return parsed;
  const parent = path.reduce<Node | undefined>((node, step) => memberValue(node, step), parsed.root);
  const properties = parent?.children ?? [];
  const index = properties.findIndex((property) => keyOf(property) === name);
  const property = properties[index];
  if (property === undefined) return { ok: true, text };
  const end = property.offset + property.length;
  const commaAfter = findComma(body, end, parent === undefined ? end : parent.offset + parent.length);
  const previous = properties[index - 1];
  const commaBefore =
    previous === undefined ? undefined : findComma(body, previous.offset + previous.length, property.offset);
  const comma = commaAfter ?? commaBefore;
  const blank = /\r?\n?[ \t]*$/.exec(body.slice(0, property.offset))?.[0].length ?? 0;
  const cuts = [
    [property.offset - blank, end],
    ...(comma === undefined ? [] : [[comma, comma + 1]]),
  ] as const;
  const left = [...cuts].sort(([a = 0], [b = 0]) => b - a).reduce(cut, body);
  return { ok: true, text: bom + left };
}

function cut(text: string, [start, end]: readonly number[]): string {
  return text.slice(0, start) + text.slice(end);
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

/** Undefined without object or member. */
export function memberValue(node: Node | undefined, name: string): Node | undefined {
  if (node?.type !== 'object') return undefined;
  return node.children?.find((property) => keyOf(property) === name)?.children?.[1];
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
  const seen = new Set<string>();
  for (const property of root.children ?? []) {
    const key = keyOf(property);
    if (seen.has(key)) return key;
    seen.add(key);
  }
  return undefined;
}

function setIn(
  text: string,
  object: Node,
  path: readonly string[],
  change: MemberChange,
  format: TextFormat,
): EditResult {
  const [step, ...rest] = path;
  const name = step ?? change.name;
  const present = memberValue(object, name);
  if (present === undefined) {
    const value = step === undefined ? change.value : nested(rest, change);
    return { ok: true, text: insertMember(text, object, name, value, format) };
  }
  if (step === undefined) {
    const isSame = JSON.stringify(getNodeValue(present)) === JSON.stringify(change.value);
    if (isSame) return { ok: true, text };
    const value = formatValue(change.value, format, indentAt(text, present.offset));
    return {
      ok: true,
      text: text.slice(0, present.offset) + value + text.slice(present.offset + present.length),
    };
  }
  if (present.type !== 'object') return { ok: false, reason: `Its "${step}" is not an object.` };
  const duplicate = duplicateKey(present);
  if (duplicate !== undefined) return { ok: false, reason: `Its "${step}" has "${duplicate}" twice.` };
  return setIn(text, present, rest, change, format);
}

function nested(path: readonly string[], { name, value }: MemberChange): object {
  return path.reduceRight<object>((inner, step) => ({ [step]: inner }), { [name]: value });
}

function insertMember(text: string, object: Node, name: string, value: unknown, format: TextFormat): string {
  const close = object.offset + object.length - 1;
  const last = object.children?.at(-1);
  const lastEnd = last === undefined ? object.offset + 1 : last.offset + last.length;
  const tail = text.slice(lastEnd, close);
  const hasTrailingComma = last !== undefined && findComma(text, lastEnd, close) !== undefined;
  const comma = last === undefined || hasTrailingComma ? '' : ',';
  const isOneLine = last !== undefined && !text.slice(object.offset, close).includes('\n');
  if (isOneLine) {
    const member = `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
    const spaceBefore = tail.trimEnd();
    const spaceAfter = tail.slice(spaceBefore.length);
    return `${text.slice(0, lastEnd)}${comma}${spaceBefore} ${member}${hasTrailingComma ? ',' : ''}${spaceAfter}${text.slice(close)}`;
  }
  const outer = indentAt(text, object.offset);
  const inner = last === undefined ? outer + format.indent : indentAt(text, last.offset);
  const kept = tail.trimEnd();
  const member = `${inner}${JSON.stringify(name)}: ${formatValue(value, format, inner)}${hasTrailingComma ? ',' : ''}`;
  return `${text.slice(0, lastEnd)}${comma}${kept}${format.eol}${member}${format.eol}${outer}${text.slice(close)}`;
}

function indentAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? '';
}

export interface TextFormat {
  /** A tab or some spaces. */
  readonly indent: string;
  readonly eol: '\n' | '\r\n';
}

const DEFAULT_INDENT = '  ';

/** First indentation, most frequent line end. */
export function detectFormat(text: string): TextFormat {
  const indent = /^([ \t]+)"/m.exec(text)?.[1];
  return {
    indent: indent?.startsWith('\t') ? '\t' : (indent ?? DEFAULT_INDENT),
    eol: eolOf(text),
  };
}

export function formatValue(value: unknown, { indent, eol }: TextFormat, baseIndent: string): string {
  return JSON.stringify(value, undefined, indent).split('\n').join(`${eol}${baseIndent}`);
}
