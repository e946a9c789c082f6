import { applyEdits, findNodeAtLocation, getNodeValue, modify, parseTree } from 'jsonc-parser';

export interface ValueChange {
  readonly field: string;
  readonly value: unknown;
  readonly reason: string;
}

/**
 * Keeps other characters. Replaces members one by one; arrays keep their style (one line, or an item per
 * line). Appends new members.
 */
export function replaceJsonValue(text: string, field: string, value: unknown): string {
  return replaceAt(text, [field], value);
}

function replaceAt(text: string, path: readonly string[], value: unknown): string {
  const root = parseTree(text);
  const node = root && findNodeAtLocation(root, [...path]);
  if (node?.type === 'object' && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const before: Readonly<Record<string, unknown>> = getNodeValue(node);
    return Object.entries(value).reduce(
      (edited, [name, member]) =>
        Object.hasOwn(before, name) && JSON.stringify(before[name]) === JSON.stringify(member)
          ? edited
          : replaceAt(edited, [...path, name], member),
      text,
    );
  }
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  if (node?.type === 'array' && Array.isArray(value)) {
    const [before, after] = [text.slice(0, node.offset), text.slice(node.offset + node.length)];
    const source = text.slice(node.offset, node.offset + node.length);
    return before + arrayLiteral(value, source, indent, path.length, eol) + after;
  }
  const insertSpaces = !indent.startsWith('\t');
  const formattingOptions = { insertSpaces, tabSize: insertSpaces ? indent.length : 4, eol };
  return applyEdits(text, modify(text, [...path], value, { formattingOptions }));
}

function arrayLiteral(
  items: readonly unknown[],
  source: string,
  indent: string,
  level: number,
  eol: string,
): string {
  const isOneLine = !source.includes('\n') && source.replace(/\s/g, '') !== '[]';
  if (isOneLine || items.length === 0) return `[${items.map((item) => JSON.stringify(item)).join(', ')}]`;
  const lines = items.map((item) => `${eol}${indent.repeat(level + 1)}${JSON.stringify(item)}`);
  return `[${lines.join(',')}${eol}${indent.repeat(level)}]`;
}
