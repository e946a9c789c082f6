import { describe, expect, it } from 'vitest';
import { serviceWords } from '../../../src-main/contract/service-state.ts';
import { movingLine } from '../../../src-server/cli/cli-io.ts';
import { progressWords, type ServiceProgress } from '../../../src-server/contract/words.ts';

const of = (done: number, total: number) => ({ done, total });

describe('progress', () => {
  it.each<readonly [ServiceProgress, string | undefined]>([
    [{}, undefined],
    [{ reading: { done: 2_400 } }, '2,400 skills read so far'],
    [{ reading: { done: 50 }, indexing: of(50, 1_000), checking: of(0, 1_000) }, '50 skills read so far'],
    [{ indexing: of(400, 1_000), checking: of(0, 1_000) }, '400 of 1,000 skills known to find'],
    [{ indexing: of(1_000, 1_000), checking: of(240, 1_000) }, '240 of 1,000 skills checked'],
    [{ checking: of(950, 1_000) }, '950 of 1,000 skills checked'],
    [{ checking: of(951, 1_000) }, undefined],
    [{ checking: of(82, 83) }, undefined],
  ])('of %o is said as %s', (progress, line) => {
    expect(progressWords(progress)?.line).toBe(line);
  });

  it('is said to its end where a line moves anyway', () => {
    expect(progressWords({ checking: of(82, 83) }, 1)?.line).toBe('82 of 83 skills checked');
    expect(progressWords({ checking: of(83, 83) }, 1)).toBeUndefined();
  });

  it('is the heading of Source and the line of bar and tray, with numbers for a bar', () => {
    const counts = { skills: 1_000, files: 1, served: 1_000, folders: 1_000 };
    const status = { counts, registry: { path: '/registry' }, checking: of(240, 1_000) };
    const state = { phase: 'serving', status, pending: [], folder: '/registry' };
    expect(serviceWords(state as never, new Date())).toMatchObject({
      tone: 'wait',
      line: '240 of 1,000 skills checked',
      sentence: '240 of 1,000 skills from /registry are checked.',
      progress: of(240, 1_000),
    });
  });
});

describe('a moving line', () => {
  const terminal = (columns: number) => {
    const written: string[] = [];
    const write = (text: string) => written.push(text) > 0;
    return { written, show: movingLine({ columns, write: write as never }) };
  };

  it('takes the place of the one before, is written once, and goes away', () => {
    const { written, show } = terminal(80);
    for (const line of ['1 of 2', '1 of 2', '2 of 2', '', '']) show(line);
    expect(written).toEqual(['\r\u001b[K1 of 2', '\r\u001b[K2 of 2', '\r\u001b[K']);
  });

  it('stays in one row, and can’t move the cursor', () => {
    const { written, show } = terminal(20);
    show(`\u001b[2J\n${'x'.repeat(40)}`);
    expect(written[0]?.slice(4).length).toBeLessThan(20);
    expect(written[0]?.slice(4)).not.toMatch(/[\u001b\n]/);
  });
});
