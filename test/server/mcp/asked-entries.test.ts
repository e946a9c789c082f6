/** What an agent is told that asks for a part of a skill in a wrong way, or for one that has no text. */
import { describe, expect, it } from 'vitest';
import { connectOverHttp, textOf } from '../../support/mcp-client.ts';
import { skillFiles, temporaryFolder } from '../../support/temporary-registry.ts';
import { startTestServer } from '../../support/test-server.ts';

const KEY = 'cpp/gabime/spdlog';
const WITHHELD = 'python/acme/pool';
const BLANK = 'go/acme/blank';
const FILES = 'overview, pitfalls, safety, examples/basic.txt, examples/deep/more.cpp';
const REASON = `${WITHHELD} is withheld: its code examples are C++, though the library's language is Python.`;

const LFS_POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'4d7a'.repeat(16)}\nsize 12345\n`;
const WITHHELD_CODE = '# Pitfalls\n\n## Never share it\n\n```cpp\nPool p;\n```\n';
const LISTED = {
  P0: ['overview.md', 'pitfalls.md', 'safety.md'],
  P1: ['lifecycle.md', 'threading.md', 'best-practices.md'],
  P2: ['gone.md', 'huge.md', 'lfs.md'],
  P3: ['examples/basic.txt', 'examples/deep/more.cpp'],
};

const registry = () =>
  temporaryFolder({
    ...skillFiles(
      `skills/${KEY}`,
      KEY,
      { files: LISTED },
      {
        'pitfalls.md': '# Pitfalls\n\n## Never fork\n\nThe thread is gone.\n\n## Exit\n\nCall shutdown().\n',
        'lifecycle.md': '',
        'threading.md': '\n \n\t\n',
        'best-practices.md': '# Best practices\n',
        'huge.md': 'x'.repeat(8 * 1024 * 1024 + 1),
        'lfs.md': LFS_POINTER,
        'examples/deep/more.cpp': 'int main() {}\n',
      },
    ),
    ...skillFiles(
      `skills/${WITHHELD}`,
      WITHHELD,
      {},
      { 'pitfalls.md': WITHHELD_CODE, 'safety.md': WITHHELD_CODE },
    ),
    ...skillFiles(
      `skills/${BLANK}`,
      BLANK,
      {},
      { 'overview.md': '', 'pitfalls.md': '\n', 'safety.md': '# Safety\n', 'examples/basic.txt': ' ' },
    ),
  });

const of = (section: string) => ({ path: KEY, section });
const NO_LIBRARY = 'Give the library as path, and a file or heading as section.';
const CHOOSE = `${KEY} has the files ${FILES}: give one of them, or a heading, as section.`;
const unknown = (section: string) => `'${section}' is no file or heading of ${KEY}. Files: ${FILES}.`;
const near = (section: string, name: string) =>
  `'${section}' is no file or heading of ${KEY}; nearest: ${name}. Files: ${FILES}.`;

/** Each sentence says what was asked, and what to do next. */
const SENTENCES: ReadonlyArray<readonly [what: string, asked: Record<string, unknown>, sentence: string]> = [
  ['nothing', {}, NO_LIBRARY],
  ['a section of no library', { section: 'pitfalls' }, NO_LIBRARY],
  ['a blank path', { path: ' ', section: 'pitfalls' }, NO_LIBRARY],
  ['no section', { path: KEY }, CHOOSE],
  ['a blank section', of('  '), CHOOSE],
  ['the folder itself', of('./'), CHOOSE],
  ['the folder as a dot', of('.'), CHOOSE],
  ['a list', { path: KEY, section: ['pitfalls', 'safety'] }, CHOOSE],
  ['an empty file', of('lifecycle'), `${KEY} has no text in lifecycle.md. Files: ${FILES}.`],
  ['a file of blanks', of('threading.md'), `${KEY} has no text in threading.md. Files: ${FILES}.`],
  [
    'a file with nothing but its heading',
    of('best practices'),
    `${KEY} has no text in best-practices.md. Files: ${FILES}.`,
  ],
  [
    'a file that is listed and gone',
    of('gone'),
    `${KEY} lists the file gone.md, but there is no such file. Files: ${FILES}.`,
  ],
  [
    'a file that is too large',
    of('huge.md'),
    `${KEY} has the file huge.md, but it is larger than 8 MiB. Files: ${FILES}.`,
  ],
  [
    'a large file in capitals',
    of('./HUGE.md'),
    `${KEY} has the file huge.md, but it is larger than 8 MiB. Files: ${FILES}.`,
  ],
  [
    'a file that Git LFS has not fetched',
    of('lfs'),
    `${KEY} has the file lfs.md, but it is a pointer of Git LFS, not the file itself. Files: ${FILES}.`,
  ],
  ['a file with a letter too few', of('pitfals'), near('pitfals', 'pitfalls')],
  ['a file with two letters in another order', of('piftalls.md'), near('piftalls.md', 'pitfalls')],
  [
    'an example with another letter',
    of('examples/basik.txt'),
    near('examples/basik.txt', 'examples/basic.txt'),
  ],
  ['a heading with a letter too many', of('Never forkk'), near('Never forkk', 'Never fork')],
  [
    'a heading of a file, misspelled',
    of('pitfalls.md, Nevr fork'),
    near('pitfalls.md, Nevr fork', 'Never fork'),
  ],
  ['another name', of('deployment'), unknown('deployment')],
  ['the folder above', of('..'), unknown('..')],
  ['a file out of the folder', of('../../../index.json'), unknown('../../../index.json')],
  ['skill.json', of('skill.json'), unknown('skill.json')],
  ['a misspelled library', { path: 'spdlgo', section: 'deployment' }, unknown('deployment')],
  [
    'a library without a skill',
    { path: 'pandas', section: 'pitfalls' },
    "Skill 'pandas' not found: go on without a skill.",
  ],
  [
    'a withheld skill without a section',
    { path: WITHHELD },
    `${REASON} Go on without this skill.\n${WITHHELD} has the files overview, pitfalls, safety, examples/basic.txt: give one of them, or a heading, as section.`,
  ],
  [
    'a skill of empty files',
    { path: BLANK, section: 'overview' },
    `${BLANK} has no file that can be read: go on without a skill.`,
  ],
  [
    'a skill of a heading',
    { path: BLANK, section: 'safety' },
    `${BLANK} has no file that can be read: go on without a skill.`,
  ],
];

/** The section whose text each of these gives. */
const SPELLINGS: ReadonlyArray<readonly [asked: Record<string, unknown>, source: string]> = [
  [of('/pitfalls.md'), '[pitfalls.md] Never fork'],
  [of('./pitfalls.md'), '[pitfalls.md] Never fork'],
  [of('.\\pitfalls.md'), '[pitfalls.md] Never fork'],
  [of('`pitfalls.md`'), '[pitfalls.md] Never fork'],
  [of('PITFALLS.MD'), '[pitfalls.md] Never fork'],
  [of('Pitfalls'), '[pitfalls.md] Never fork'],
  [of('EXIT'), '[pitfalls.md] Exit'],
  [of('forks'), '[pitfalls.md] Never fork'],
  [of('pitfalls.md, fork'), '[pitfalls.md] Never fork'],
  [of('examples\\deep\\more.cpp'), '[examples/deep/more.cpp]'],
  [of('examples/'), '[examples/basic.txt]'],
  [of('examples/deep'), '[examples/deep/more.cpp]'],
  [of('deep/'), '[examples/deep/more.cpp]'],
  [{ path: `${KEY}/pitfalls.md` }, '[pitfalls.md] Never fork'],
  [{ path: `./${KEY}/`, section: 'pitfalls' }, '[pitfalls.md] Never fork'],
  [{ path: KEY.replaceAll('/', '\\'), section: 'pitfalls' }, '[pitfalls.md] Never fork'],
  [{ path: KEY.toUpperCase(), section: 'pitfalls' }, '[pitfalls.md] Never fork'],
];

async function asking() {
  const { url } = await startTestServer(registry());
  const client = await connectOverHttp(url, 'modern');
  return async (args: Record<string, unknown>) => {
    const answer = await client.callTool({ name: 'get_section', arguments: args });
    expect(answer.isError).not.toBe(true);
    return textOf(answer);
  };
}

describe('get_section', () => {
  it('says what was asked and what to do next, whatever is wrong with the request', async () => {
    const ask = await asking();
    for (const [what, asked, sentence] of SENTENCES)
      expect([what, await ask(asked)]).toEqual([what, sentence]);
  });

  it('takes a path as people and programs write it', async () => {
    const ask = await asking();
    for (const [asked, source] of SPELLINGS) {
      const [head, , first] = (await ask(asked)).split('\n');
      expect([asked, head?.startsWith(`${KEY} · `), first]).toEqual([asked, true, source]);
    }
  });

  it('gives a single file of a withheld skill behind the reason', async () => {
    const ask = await asking();
    const [reason, head, , source] = (await ask({ path: 'pool', section: 'pitfalls' })).split('\n');
    expect(reason).toBe(`${REASON} A single file of it follows: don't copy its code.`);
    expect([head?.startsWith(`${WITHHELD} · `), source]).toEqual([true, '[pitfalls.md] Never share it']);
  });
});

it('a heading is found in its text behind the 2,000 entries that find knows of a skill, with what stands below it', async () => {
  const entries = Array.from({ length: 6_000 }, (_, at) => `## Trap ${at + 1}\n\nIt costs ${at + 1}.\n`);
  // Entries are cut 2,000 at a time: its deeper heading is of the next part.
  entries[3_997] += '\n### Why 3998\n\nBecause.\n';
  const files = { 'pitfalls.md': `# Pitfalls\n\n${entries.join('\n')}` };
  const { url } = await startTestServer(temporaryFolder(skillFiles(`skills/${KEY}`, KEY, {}, files)));
  const client = await connectOverHttp(url, 'legacy', 'claude-code');
  const read = async (section: string) =>
    textOf(await client.callTool({ name: 'get_section', arguments: of(section) }));
  for (const trap of [1_500, 2_100, 3_997, 3_999, 6_000]) {
    const text = await read(`Trap ${trap}`);
    expect(text).toContain(`It costs ${trap}.`);
    expect(text).not.toContain(`It costs ${trap + 1}.`);
  }
  expect(await read('pitfalls.md, Trap 3998')).toMatch(/It costs 3998\..*Because\./s);
  expect(await read('Trap 6001')).toContain("'Trap 6001' is no file or heading");
});
