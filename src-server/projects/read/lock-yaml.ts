import { isScalar, parseDocument, visit } from 'yaml';
import { type Table, tableOf } from './values.ts';

/** `yaml` parses some 1 MB per second. */
const MAX_UNUSUAL = 4 * 1024 * 1024;
/** Hostile texts: quadratic time. */
const IN_PROPORTION = { prettyErrors: false, uniqueKeys: false } as const;

const LINE =
  /^( *)(?:'((?:[^']|'')*)'|"([^"\\]*)"|([^\s'"#?:[\]{}&*!|>%@`-][^#]*?|-[^\s#][^#]*?)):(?: +(.*))?$/s;
const PLAIN = /^[^\s'"[\]{}&*!|>%@`#][^#]*$/;

/**
 * Scalars stay texts: `1.10` keeps its zero. Parses common syntax (block mappings, scalars, flat `{…}`) 20
 * times as fast as `yaml`, used for the rest.
 */
export function parseLockYaml(text: string): Table {
  return parseBlocks(text) ?? parseAnyYaml(text);
}

function parseAnyYaml(text: string): Table {
  if (text.length > MAX_UNUSUAL) throw new Error('the YAML is not as pnpm and Yarn write it, and too long');
  // pnpm may write a settings document first.
  const document = text.replace(/^---\n[\s\S]*?\n(?=---\n)/, '');
  const parsed = parseDocument(document, { ...IN_PROPORTION, schema: 'failsafe', logLevel: 'silent' });
  visit(parsed, {
    Pair(_place, { key }) {
      // Each such key would be written out as text, with all keys inside.
      if (key !== null && !isScalar(key)) throw new Error('the YAML has a key that is a list or a table');
    },
  });
  return tableOf(parsed.toJS({ maxAliasCount: 50 }));
}

/** Undefined for uncommon syntax. */
function parseBlocks(text: string): Table | undefined {
  const root: Record<string, unknown> = Object.create(null);
  const open: { readonly indent: number; readonly table: Record<string, unknown> }[] = [
    { indent: -1, table: root },
  ];
  let list: { readonly indent: number; readonly items: string[] } | undefined;
  let last:
    | { readonly indent: number; readonly table: Record<string, unknown>; readonly key: string }
    | undefined;
  for (const line of text.split('\n')) {
    if (/^\s*(?:#|$)/.test(line)) continue;
    const item = /^( *)- (.*)$/s.exec(line);
    if (item !== null) {
      const value = scalar(item[2] ?? '');
      if (typeof value !== 'string' || last === undefined || (item[1] ?? '').length < last.indent)
        return undefined;
      list ??= { indent: last.indent, items: [] };
      last.table[last.key] = list.items;
      list.items.push(value);
      continue;
    }
    list = undefined;
    const entry = LINE.exec(line);
    if (entry === null) return undefined;
    const [, { length: indent } = '', single, double, plain] = entry;
    const key = single?.replaceAll("''", "'") ?? double ?? plain ?? '';
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
    const table = open.at(-1)?.table ?? root;
    const written = entry[5] ?? '';
    const value = written === '' ? Object.create(null) : scalar(written);
    if (value === undefined) return undefined;
    table[key] = value;
    last = { indent, table, key };
    if (written === '') open.push({ indent, table: value });
  }
  return root;
}

/** Text, flat mapping or list. */
function scalar(written: string): unknown {
  if (/^'(?:[^']|'')*'$/.test(written)) return written.slice(1, -1).replaceAll("''", "'");
  if (/^"[^"\\]*"$/.test(written)) return written.slice(1, -1);
  if (written === '{}') return Object.create(null);
  const flow = /^([[{])(.*)[\]}]$/.exec(written);
  if (flow === null) return PLAIN.test(written) && !/: |:$/.test(written) ? written : undefined;
  const parts = (flow[2] ?? '').split(', ');
  if (parts.some((part) => /[[\]{}]/.test(part))) return undefined;
  return flow[1] === '[' ? listOf(parts) : tableOfParts(parts);
}

function listOf(parts: readonly string[]): unknown {
  const values = parts.map(scalar);
  return values.every((value) => typeof value === 'string') ? values : undefined;
}

function tableOfParts(parts: readonly string[]): unknown {
  const table: Record<string, unknown> = Object.create(null);
  for (const part of parts) {
    const [, key, written = ''] = /^([\w-]+): (.+)$/.exec(part) ?? [];
    const value = scalar(written);
    if (key === undefined || typeof value !== 'string') return undefined;
    table[key] = value;
  }
  return table;
}
