import { applyEdits, findNodeAtLocation, modify, parseTree } from 'jsonc-parser';

/**
 * Keeps other characters. Replaces members one by one; arrays keep their style (one line, or an item per
 * line). Appends new members.
 */
export function replaceJsonValue(text: string, field: string, value: unknown): string {
  return replaceAt(text, [field], value);
}

/** True if an object has a name twice: readers take the last member, and editing finds the first. */
export function hasRepeatedNames(text: string): boolean {
  const waiting = [parseTree(text)];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const names =
      node.type === 'object' ? (node.children ?? []).map(({ children }) => children?.[0]?.value) : [];
    if (new Set(names).size < names.length) return true;
    for (const child of node.children ?? []) waiting.push(child);
  }
  return false;
}

/** No-op if missing. */
export function removeJsonMember(text: string, path: readonly string[]): string {
  return applyEdits(text, modify(text, [...path], undefined, {}));
}

function replaceAt(text: string, path: readonly string[], value: unknown): string {
  const root = parseTree(text);
  const node = root && findNodeAtLocation(root, [...path]);
  if (node !== undefined && isPlainObject(value) && node.type === 'object') {
    return Object.entries(value).reduce(
      (edited, [name, member]) =>
        isSameMember(node, name, member) ? edited : replaceAt(edited, [...path, name], member),
      text,
    );
  }
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  if (node !== undefined && node.type === 'array' && Array.isArray(value)) {
    const source = text.slice(node.offset, node.offset + node.length);
    const literal = arrayLiteral(value, source, indent.repeat(path.length), indent, end);
    return text.slice(0, node.offset) + literal + text.slice(node.offset + node.length);
  }
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 4 : indent.length,
    eol: end,
  };
  return applyEdits(text, modify(text, [...path], value, { formattingOptions }));
}

function isSameMember(
  node: NonNullable<ReturnType<typeof parseTree>>,
  name: string,
  value: unknown,
): boolean {
  const member = findNodeAtLocation(node, [name]);
  return member !== undefined && JSON.stringify(toValue(member)) === JSON.stringify(value);
}

function toValue(node: NonNullable<ReturnType<typeof parseTree>>): unknown {
  if (node.type === 'array') return (node.children ?? []).map(toValue);
  if (node.type !== 'object') return node.value;
  return Object.fromEntries(
    (node.children ?? []).flatMap(({ children }) => {
      const [name, value] = children ?? [];
      return name === undefined || value === undefined ? [] : [[String(name.value), toValue(value)]];
    }),
  );
}

function arrayLiteral(
  items: readonly unknown[],
  source: string,
  outer: string,
  indent: string,
  end: string,
): string {
  if (items.length === 0) return '[]';
  const texts = items.map((item) => JSON.stringify(item));
  return source.includes('\n') || source.replace(/\s/g, '') === '[]'
    ? `[${end}${texts.map((item) => outer + indent + item).join(`,${end}`)}${end}${outer}]`
    : `[${texts.join(', ')}]`;
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
