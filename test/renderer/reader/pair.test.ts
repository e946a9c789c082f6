import { describe, expect, it } from 'vitest';
import { comparePrograms, excerptOf, type PairLine } from '../../../src-renderer/views/reader/pair.tsx';

const marked = ({ text, marks }: PairLine) => marks.map(([start, end]) => text.slice(start, end));
const differing = (lines: readonly PairLine[]) =>
  lines.filter(({ differs }) => differs).map(({ number }) => number);
const numbered = (count: number, changes: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: count }, (_, at) => changes[at + 1] ?? `line ${at + 1};`).join('\n');

describe('two programs', () => {
  it('mark the one word in which they differ', () => {
    const { wrong, right } = comparePrograms(
      'with engine.connect() as conn:\n    conn.execute(UPDATE)\n',
      'with engine.begin() as conn:\n    conn.execute(UPDATE)\n',
    );
    expect(wrong.map(marked)).toEqual([['connect'], []]);
    expect(right.map(marked)).toEqual([['begin'], []]);
    expect([differing(wrong), differing(right)]).toEqual([[1], [1]]);
  });

  it('mark no word of a line that the other one lacks, and no empty line', () => {
    const { wrong, right } = comparePrograms('a = 1\nb = 2', 'import time\n\na = 1\nb = 2');
    expect(differing(wrong)).toEqual([]);
    expect(differing(right)).toEqual([1]);
    expect(right.flatMap(marked)).toEqual([]);
  });

  it('hold each line against the one that is most like it, also where others come before', () => {
    const { wrong, right } = comparePrograms(
      "  await pool.query('BEGIN');\n  await pool.query(UPDATE, [amount, from]);",
      "  const client = await pool.connect();\n  await client.query('BEGIN');\n  await client.query(UPDATE, [amount, from]);",
    );
    expect(wrong.map(marked)).toEqual([['pool'], ['pool']]);
    expect(right.map(marked)).toEqual([[], ['client'], ['client']]);
  });

  it('mark neither indentation nor a lone bracket', () => {
    const { right } = comparePrograms(
      'return await load(id, name);',
      '  if (x) return await load(id, name));',
    );
    expect(right.map(marked)).toEqual([['if (x)']]);
  });

  it('are all theirs: the lines of each are its text, in order and numbered', () => {
    const [one, other] = ['a\nb\nc\nd', 'a\nx\nc\ny\nz'];
    const { wrong, right } = comparePrograms(one, other);
    expect(wrong.map(({ text }) => text).join('\n')).toBe(one);
    expect(right.map(({ text }) => text).join('\n')).toBe(other);
    expect(right.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('a program', () => {
  it('of 40 lines is shown whole', () => {
    const { wrong } = comparePrograms(numbered(40), numbered(40, { 20: 'other' }));
    expect(excerptOf(wrong)).toEqual([wrong]);
  });

  it('of more lines shows what differs with three lines around, and how many are left out', () => {
    const { wrong } = comparePrograms(numbered(60), numbered(60, { 20: 'other', 50: 'another' }));
    const shown = excerptOf(wrong).map((part) =>
      typeof part === 'number' ? part : part.map(({ number }) => number),
    );
    expect(shown).toEqual([16, [17, 18, 19, 20, 21, 22, 23], 23, [47, 48, 49, 50, 51, 52, 53], 7]);
  });

  it('leaves out no less than four lines', () => {
    const { wrong } = comparePrograms(numbered(41), numbered(41, { 7: 'other', 38: 'another' }));
    const numbers = excerptOf(wrong).filter((part) => typeof part === 'number');
    expect(numbers).toEqual([24]);
  });
});
