import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chooseFiles,
  costOf,
  type FileChoice,
  type FileForm,
} from '../../../../src-server/contract/api/choose-files.ts';

const form = (path: string, ...costs: readonly number[]): FileForm => ({
  path,
  pieces: costs.map((cost, place) => ({ text: `# ${place}\n\nText.\n`, cost })),
});
const paths = (forms: readonly { readonly path: string }[]) => forms.map(({ path }) => path);

describe('choosing files for a room', () => {
  it('stops at the first one that does not fit, though a smaller one behind it would', () => {
    const files = [form('pitfalls.md', 10), form('safety.md', 100), form('overview.md', 5)];
    const { chosen, omitted } = chooseFiles(
      files.map((long) => ({ long })),
      50,
    );
    expect(paths(chosen.map(({ form: { path } }) => ({ path })))).toEqual(['pitfalls.md']);
    expect(paths(omitted)).toEqual(['safety.md', 'overview.md']);
  });

  it('cuts what does not fit whole', () => {
    const { chosen, omitted } = chooseFiles([{ long: form('pitfalls.md', 10, 20, 30) }], 35);
    expect(chosen).toMatchObject([{ pieces: 2 }]);
    expect(omitted).toEqual([]);
  });

  it('leaves out what would be a title alone', () => {
    const long = {
      path: 'a.md',
      pieces: [
        { text: '# Title\n\n', cost: 1 },
        { text: '## More\n\nText.\n', cost: 9 },
      ],
    };
    expect(chooseFiles([{ long }], 5)).toMatchObject({ chosen: [], omitted: [long], cost: 0 });
  });

  it('takes short forms only as far as the room asks for it, of the least important files first', () => {
    const files: FileChoice[] = [
      { long: form('pitfalls.md', 50), short: form('pitfalls-compact.md', 10) },
      { long: form('safety.md', 50), short: form('safety-compact.md', 10) },
    ];
    const sent = (room: number) => chooseFiles(files, room).chosen.map((file) => file.form.path);
    expect(sent(100)).toEqual(['pitfalls.md', 'safety.md']);
    expect(sent(99)).toEqual(['pitfalls.md', 'safety-compact.md']);
    expect(sent(20)).toEqual(['pitfalls-compact.md', 'safety-compact.md']);
  });

  const costs = fc.array(fc.nat(200), { minLength: 1, maxLength: 5 });
  const choices = fc
    .array(fc.tuple(costs, fc.option(costs, { nil: undefined })), { maxLength: 8 })
    .map((all) =>
      all.map(
        ([long, short], place): FileChoice => ({
          long: form(`${place}.md`, ...long),
          ...(short && { short: form(`${place}-compact.md`, ...short) }),
        }),
      ),
    );

  it('never sends something less important whole while something more important is missing', () => {
    fc.assert(
      fc.property(choices, fc.integer({ min: -10, max: 2_000 }), (files, room) => {
        const { chosen, omitted } = chooseFiles(files, room);
        const order = paths(files.map(({ long }) => long));
        const sent = chosen.map(({ form: { path } }) => path.replace('-compact', ''));
        expect([...sent, ...paths(omitted).map((path) => path.replace('-compact', ''))]).toEqual(order);
        for (const { form: whole, pieces } of chosen.slice(0, -1)) expect(pieces).toBe(whole.pieces.length);
      }),
    );
  });

  it('costs what it says, which is never more than the room', () => {
    fc.assert(
      fc.property(choices, fc.integer({ min: -10, max: 2_000 }), (files, room) => {
        const { chosen, cost } = chooseFiles(files, room);
        expect(chosen.reduce((sum, file) => sum + costOf(file.form, file.pieces), 0)).toBe(cost);
        expect(cost).toBeLessThanOrEqual(Math.max(0, room));
      }),
    );
  });

  it('sends more, or the same, of the most important file for more room', () => {
    fc.assert(
      fc.property(choices, fc.nat(2_000), fc.nat(500), (files, room, more) => {
        const first = (chosen: ReturnType<typeof chooseFiles>['chosen']) => (chosen.length > 0 ? 1 : 0);
        expect(first(chooseFiles(files, room + more).chosen)).toBeGreaterThanOrEqual(
          first(chooseFiles(files, room).chosen),
        );
      }),
    );
  });
});
