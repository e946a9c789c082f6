import { applyEdits, findNodeAtLocation, modify, parseTree } from 'jsonc-parser';

/** Keeps other characters, and the style of arrays (one line, or an item per line). Appends new members. */
export function replaceJsonValue(text: string, path: readonly string[], value: unknown): string {
  const root = parseTree(text);
  const node = root && findNodeAtLocation(root, [...path]);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  if (node?.type !== 'array' || !Array.isArray(value)) {
    const insertSpaces = !indent.startsWith('\t');
    const formattingOptions = { insertSpaces, tabSize: insertSpaces ? indent.length : 4, eol };
    return applyEdits(text, modify(text, [...path], value, { formattingOptions }));
  }
  const [start, end] = [node.offset, node.offset + node.length];
  const source = text.slice(start, end);
  const items = value.map((item) => JSON.stringify(item));
  const isOneLine = items.length === 0 || !(source.includes('\n') || /^\[\s*\]$/.test(source));
  const lineStart = eol + indent.repeat(path.length);
  const list = isOneLine
    ? `[${items.join(', ')}]`
    : `[${items.map((item) => lineStart + indent + item).join(',')}${lineStart}]`;
  return text.slice(0, start) + list + text.slice(end);
}
