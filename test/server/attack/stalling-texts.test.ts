import { expect, it } from 'vitest';
import { runCliProcess, temporaryUserFolder } from '../../support/built-cli.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';
import { validSkillFiles } from '../../support/valid-skill.ts';

const FILES = ['overview.md', 'pitfalls.md', 'safety.md'];

/** A text that makes a scanner try again and again, if anything does. */
const WORST: ReadonlyArray<readonly [string, (length: number) => string]> = [
  ['tildes before a backtick', (length) => `${'~'.repeat(length)}\``],
  ['links in brackets that never close', (length) => '[a](b('.repeat(length / 6)],
  ['targets with pair after pair', (length) => `](x${'(y)'.repeat(length / 3)}`],
  ['openings of links', (length) => ']('.repeat(length / 2)],
  ['a heading of blanks', (length) => `# ${' '.repeat(length)}\u2028`],
  ['comments that never end', (length) => '<!--'.repeat(length / 4)],
  ['runs of backticks', (length) => '`a``a```a'.repeat(length / 9)],
  ['titles after rows', (length) => '|a|\n'.repeat(length / 8) + '# a\n'.repeat(length / 8)],
  ['dead links', (length) => '[](a.)'.repeat(length / 6)],
  ['one word', (length) => 'a'.repeat(length)],
  ['marks upon marks', (length) => '\u0301\u0323'.repeat(length / 4)],
];

it('texts that were made to stall are checked by `skills-registry validate`, one after the other', async () => {
  const skills = WORST.map(([, make], number) =>
    validSkillFiles(`cpp/acme/text${number}`, ({ files }) => {
      for (const path of [...FILES, 'examples/basic.cpp']) files[path] = make(80_000);
    }),
  );
  const registry = temporaryFolder(Object.assign({}, ...skills));
  const { code, out } = await runCliProcess(['validate', registry, '--json'], {
    userFolder: temporaryUserFolder(),
  });
  expect([code, JSON.parse(out).skills.length]).toEqual([1, WORST.length]);
});
