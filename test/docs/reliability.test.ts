import { existsSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, it } from 'vitest';

const text = readFileSync('docs/reliability.md', 'utf8');
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Fault |'))
  .map((line) => line.slice(2, -2).split(' | '));
const proofs = rows.flatMap(([fault = '', , tests = '']) =>
  tests.split('; ').flatMap((part) => {
    const [, file = '', titles = ''] = /^`([^`]+)`: ("[^"]+"(?:, "[^"]+")*)$/.exec(part) ?? [];
    const named = titles.slice(1, -1).split('", "');
    return named.map((title) => ({ fault, file, title }));
  }),
);

describe('the promises of reliability', () => {
  it('each say what happens and name a test', () => {
    expect(rows.length).toBeGreaterThan(30);
    for (const row of rows) {
      expect(row).toHaveLength(3);
      expect(row.every((cell) => cell.trim() !== '')).toBe(true);
    }
  });

  it.each(proofs)('are proved where it says: $fault: $title', ({ file, title }) => {
    expect(existsSync(file), `${file} is there`).toBe(true);
    expect(titlesOf(file)).toContain(title);
  });

  it('are found from the README', () => {
    expect(readFileSync('README.md', 'utf8')).toContain('(docs/reliability.md)');
  });
});

const known = new Map<string, ReadonlySet<string>>();

/** The titles of a file's tests, `…` where something is filled in. */
function titlesOf(file: string): ReadonlySet<string> {
  const titles = known.get(file) ?? readTitles(file);
  known.set(file, titles);
  return titles;
}

function readTitles(file: string): ReadonlySet<string> {
  const { program } = parseSync(file, readFileSync(file, 'utf8'));
  const titles = new Set<string>();
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      if (!isTest(callee) || title === undefined) return;
      if (title.type === 'Literal' && typeof title.value === 'string') titles.add(filledIn(title.value));
      if (title.type === 'TemplateLiteral')
        titles.add(title.quasis.map(({ value }) => filledIn(value.cooked ?? '')).join('…'));
    },
  }).visit(program);
  return titles;
}

interface Callee {
  readonly type: string;
  readonly name?: unknown;
  readonly object?: unknown;
  readonly property?: unknown;
  readonly callee?: unknown;
}

/** `it`, `it.each(…)` and their like, but for those that never run. */
function isTest(callee: unknown): boolean {
  const { type, name, object, property, callee: inner } = callee as Callee;
  if (type === 'Identifier') return name === 'it' || name === 'test';
  if (type === 'CallExpression') return isTest(inner);
  return type === 'MemberExpression' && !['skip', 'todo'].includes(nameOf(property)) && isTest(object);
}

function nameOf(property: unknown): string {
  return String((property as Callee).name);
}

/** What `it.each` fills in. */
function filledIn(title: string): string {
  return title.replace(/%[sdifjoO]|\$[a-z.]+/gi, '…');
}
