import { describe, expect, it } from 'vitest';
import type { RegistryIndex, SearchResponse } from '../../../../src-server/contract/api.ts';
import { skillLine } from '../../../../src-server/contract/api.ts';
import { runCliHere } from '../../../support/run-cli-here.ts';
import { manifest, temporaryFolder } from '../../../support/temporary-registry.ts';
import { startTestServer } from '../../../support/test-server.ts';

const KEY = 'go/gorilla/mux';
const OVERVIEW = '# Overview\n\nA router for requests. It is old.\n';
const PITFALLS = '# Pitfalls\n\n## Forgetting `StrictSlash`\n\nA slash counts.\n';

interface Texts {
  readonly fields?: object;
  readonly listed?: object;
  readonly overview?: string;
  readonly pitfalls?: string;
  readonly safety?: string;
}

/** A registry of one skill, and what its list says of it. */
async function listed({ fields = {}, listed, overview = OVERVIEW, pitfalls = PITFALLS, safety = '' }: Texts) {
  const { summary: _declared, ...stated } = manifest(KEY);
  const folder = `skills/${KEY}`;
  const root = temporaryFolder({
    ...(listed && {
      'index.json': JSON.stringify({ schema: 'skills/v1', version: 1, skills: [{ key: KEY, ...listed }] }),
    }),
    [`${folder}/skill.json`]: JSON.stringify({ ...stated, ...fields }),
    [`${folder}/overview.md`]: overview,
    [`${folder}/pitfalls.md`]: pitfalls,
    [`${folder}/safety.md`]: safety,
  });
  const server = await startTestServer(root);
  const [entry] = (await server.get('/v1/skills')).json<RegistryIndex>().skills;
  if (entry === undefined) throw new Error('The skill is not listed.');
  return { root, server, entry };
}

const danger = (sentence: string) => ({
  extensions: {
    skills_registry: { entries: { 'pitfalls.md#Forgetting StrictSlash': { danger: sentence } } },
  },
});

const EMPTY: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['blanks', ' \t '],
  ['a zero width space', '\u200b'],
  ['a no-break space and a word joiner', '\u00a0\u2060'],
  ['a soft hyphen', '\u00ad'],
  ['a Hangul filler', '\u3164'],
  ['a blank of Braille', '\u2800'],
  ['a mark of direction', '\u202e\u2066'],
  ['tags', '\u{e0041}\u{e007f}'],
];

describe('the line of a skill in lists', () => {
  it.each<readonly [string, Texts, string, string]>([
    [
      'is the declared summary',
      { fields: { summary: 'A router.', ...danger('Lost.') } },
      'summary',
      'A router.',
    ],
    ['is the summary of index.json', { listed: { summary: 'A router.' } }, 'summary', 'A router.'],
    [
      'is else what its author says of a pitfall',
      { fields: danger('Routes vanish.') },
      'danger',
      'Routes vanish.',
    ],
    ['is else the title of the first pitfall', {}, 'danger', 'Forgetting StrictSlash'],
    [
      'is else the title of the first rule',
      { pitfalls: 'None.\n', safety: '# Safety\n\n## Never log keys\n\nThey leak.\n' },
      'danger',
      'Never log keys',
    ],
    ['is else how the overview begins', { pitfalls: 'None.\n' }, 'derived', 'A router for requests.'],
    [
      'is else its tags',
      { pitfalls: '', overview: '', fields: { tags: ['http', ' ', 'router'] } },
      'derived',
      'http, router',
    ],
    [
      'is no summary that names the library alone',
      { fields: { summary: 'LibSkills skill for gorilla/mux' } },
      'danger',
      'Forgetting StrictSlash',
    ],
    [
      'is its tags where all that is declared is the name',
      { pitfalls: '', overview: '', fields: { summary: 'Skill for mux.', tags: ['http'] } },
      'derived',
      'http',
    ],
    [
      'has neither a number nor the title of all pitfalls',
      { pitfalls: '# P\n\n## Common Pitfalls with mux\n\nMany.\n\n## Pitfall 2: Forking\n\nLost.\n' },
      'danger',
      'Forking',
    ],
    [
      'is never empty',
      { pitfalls: '', overview: '```go\nmux()\n```\n', fields: { tags: [''] } },
      'derived',
      'It has no overview and no pitfall yet.',
    ],
    [
      'is no title that speaks to whoever reads it',
      { pitfalls: '# Pitfalls\n\n## You must run setup\n\nNow.\n\n## Forking\n\nLost.\n' },
      'danger',
      'Forking',
    ],
    [
      'is no summary that a command derived for index.json',
      { listed: { summary: 'A router for requests.' } },
      'danger',
      'Forgetting StrictSlash',
    ],
  ])('%s', async (_name, texts, kind, text) => {
    const { entry } = await listed(texts);
    expect(skillLine(entry)).toEqual({ kind, text });
  });

  it('is why agents don’t get the skill', async () => {
    const foreign = '# Pitfalls\n\n## One\n\n```cpp\nint a;\n```\n\n```cpp\nint b;\n```\n';
    const { entry } = await listed({ fields: { summary: 'A router.' }, pitfalls: foreign });
    expect(skillLine(entry)).toEqual({
      kind: 'withheld',
      text: "Withheld from agents: its code examples are C++, though the library's language is Go",
    });
  });
});

describe('a text in which nothing can be seen is a gap', () => {
  it.each(EMPTY)('in index.json, which skill.json then fills: %s', async (_name, gap) => {
    const filled = { summary: 'A router.', version: '1.8.1', risk_level: 'low', name: 'mux' };
    const empty = { summary: gap, version: gap, risk_level: gap, name: gap, tags: [gap], language: gap };
    const { entry, server } = await listed({ fields: filled, listed: empty });
    expect(entry).toMatchObject({ ...filled, language: 'go' });
    expect(entry._derived).toBeUndefined();
    const { results } = (await server.get('/v1/search?q=router')).json<SearchResponse>();
    expect(results.map(({ name, language }) => [name, language])).toEqual([['mux', 'go']]);
  });

  it.each(EMPTY)('in both files, where the list, search and commands derive it: %s', async (_name, gap) => {
    const empty = { summary: gap, name: gap };
    const { entry, server, root } = await listed({ fields: empty, listed: empty });
    expect(entry).toMatchObject({ name: 'mux', summary: 'A router for requests.', _derived: true });
    const { results } = (await server.get('/v1/search?q=requests')).json<SearchResponse>();
    expect(results).toEqual([{ key: KEY, name: 'mux', language: 'go', _score: 100 }]);
    const { out } = await runCliHere(['list', '-r', root], '/', { columns: 120, env: process.env });
    expect(out).toContain('Forgetting StrictSlash');
  });

  it('and what computes it is no author: index.json can’t say so', async () => {
    const claims = { summary: 'A router.', _derived: true, _danger: 'Mine.', _withheld: 'Never.' };
    const { entry } = await listed({ fields: claims, listed: claims });
    expect(skillLine(entry)).toEqual({ kind: 'summary', text: 'A router.' });
  });
});
