import { chmodSync, cpSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sampleRegistry } from '../../../src-server/built-files.ts';
import type { FindResponse, RegistryIndex } from '../../../src-server/contract/api.ts';
import { rememberRegistry } from '../../../src-server/discovery/kept-files.ts';
import { userFolders } from '../../../src-server/platform/files.ts';
import type { ServerOptions } from '../../../src-server/service/server-options.ts';
import { type CliRun, runCliHere } from '../../support/run-cli-here.ts';
import { skillFiles, temporaryFolder, temporaryRegistry } from '../../support/temporary-registry.ts';
import { isolateUserFolders, startTestServer } from '../../support/test-server.ts';

const SPDLOG = 'cpp/gabime/spdlog';
const TOKIO = 'rust/tokio-rs/tokio';
const TOKEN = 'correct-horse-battery';

/** At a terminal of 80 columns. */
const run = (args: readonly string[], cwd = '/') => runCliHere(args, cwd, { columns: 80, env: process.env });

/** Without a service. */
function alone(args: readonly string[], registry: string, cwd = '/') {
  isolateUserFolders();
  return run([...args, '-r', registry], cwd);
}

/** A service that runs, and the requests it got. */
async function runningService(registry: string, options: Partial<ServerOptions> = {}) {
  const asked: string[] = [];
  const server = await startTestServer(registry, {
    ...options,
    onActivity: ({ route }) => asked.push(route),
  });
  return { server, asked };
}

const jsonOf = ({ out }: CliRun): unknown => JSON.parse(out);

describe('the commands that ask a registry', () => {
  it.each([
    ['list', ['list'], '/v1/skills'],
    ['search', ['search', 'spdlog'], '/v1/search?q=spdlog'],
    ['find --explain', ['find', '--explain', 'never'], '/v1/find?q=never&explain=1'],
    ['find', ['find', '--lang', 'rust', '--limit', '1', 'never'], '/v1/find?q=never&lang=rust&limit=1'],
    ['show', ['show', SPDLOG], `/v1/skills/${SPDLOG}`],
  ])('%s --json prints the answer of the service, whether one runs or not', async (_name, args, path) => {
    const registry = temporaryRegistry([SPDLOG, TOKIO], {
      'index.json': { schema: 'skills/v1', version: 3 },
    });
    const own = await alone([...args, '--json'], registry);
    const { server } = await runningService(registry);
    const answer = (await server.get(path)).json<object>();
    expect(jsonOf(own)).toEqual(answer);
    expect(jsonOf(await run([...args, '--json']))).toEqual(answer);
  });

  it('answer over all registries that are named, alone or by a service of the same layers', async () => {
    const [upper, lower] = [temporaryRegistry([SPDLOG]), temporaryRegistry([SPDLOG, TOKIO])];
    isolateUserFolders();
    const ask = async (...args: readonly string[]) => {
      const { skills } = JSON.parse((await run(['list', '--json', ...args])).out) as RegistryIndex;
      return skills.map(({ key, _registry }) => [key, _registry]);
    };
    const both = ['-r', upper, '-r', lower];
    const layered = [
      [SPDLOG, basename(upper)],
      [TOKIO, basename(lower)],
    ];
    expect(await ask(...both)).toEqual(layered);
    const { asked } = await runningService(upper, { layers: [upper, lower].map((folder) => ({ folder })) });
    const lists = () => asked.filter((route) => route === 'GET /v1/skills').length;
    expect(await ask(...both)).toEqual(layered);
    expect(lists()).toBe(1);
    expect(await ask('-r', upper)).toEqual([[SPDLOG, undefined]]);
    expect(lists()).toBe(1);
    expect((await run(['list'])).out).toMatch(/^KEY +REGISTRY/);
  });

  it('say beside the answer which registry it is of, unless it was named', async () => {
    const registry = temporaryRegistry([SPDLOG]);
    const { server } = await runningService(registry);
    expect((await run(['list'], temporaryFolder())).err).toBe(`${registry} (served at ${server.url}):`);
    for (const more of [['-r', registry], ['--json']]) expect((await run(['list', ...more])).err).toBe('');
  });

  it('take the registry they stand in, also where another one is served', async () => {
    const { server } = await runningService(temporaryRegistry([SPDLOG]));
    const own = temporaryRegistry([TOKIO]);
    for (const folder of [own, join(own, 'skills', 'rust')]) {
      const { out, err } = await run(['list'], folder);
      expect([out.includes(TOKIO), out.includes(SPDLOG), err]).toEqual([true, false, `${own}:`]);
    }
    const library = temporaryFolder(skillFiles('.skills', TOKIO));
    expect((await run(['list'], library)).err).toContain(server.url);
  });

  it('take the remembered registry where no service runs, before the one right below', async () => {
    isolateUserFolders();
    const chosen = temporaryRegistry([SPDLOG]);
    const above = temporaryFolder();
    cpSync(temporaryRegistry([TOKIO]), join(above, 'mine'), { recursive: true });
    expect((await run(['list'], above)).out).toContain(TOKIO);
    await rememberRegistry(userFolders().data, chosen);
    expect((await run(['list'], above)).err).toBe(`${chosen}:`);
    await rememberRegistry(userFolders().data, `${chosen}-gone`);
    expect(await run(['list'], above)).toMatchObject({
      code: 4,
      out: '',
      err: expect.stringContaining(`The remembered registry ${chosen}-gone is gone`),
    });
  });

  it('say which registry is taken where the named folder is in one, or holds one', async () => {
    const registry = temporaryRegistry([SPDLOG], { 'index.json': { schema: 'skills/v1', skills: [] } });
    const around = temporaryFolder();
    cpSync(registry, join(around, 'mine'), { recursive: true });
    const library = temporaryFolder(skillFiles('.skills', SPDLOG));
    for (const [named, taken] of [
      [join(registry, 'skills'), registry],
      [around, join(around, 'mine')],
      [join(registry, 'index.json'), undefined],
      [join(library, '.skills'), undefined],
    ] as const) {
      const { out, err } = await alone(['list'], named);
      expect(err).toBe(taken === undefined ? '' : `${named} is no registry; using ${taken} instead.`);
      expect(out).toContain(SPDLOG);
    }
  });

  it('ask a named registry and nobody else’s service', async () => {
    const { asked } = await runningService(temporaryRegistry([SPDLOG]));
    expect((await run(['list', '-r', temporaryRegistry([TOKIO])])).out).toContain(TOKIO);
    expect(asked).not.toContain('GET /v1/skills');
  });

  it('ask a service with a token where they are given it', async () => {
    const { asked } = await runningService(temporaryRegistry([SPDLOG]), { token: TOKEN });
    const file = join(temporaryFolder(), 'token');
    writeFileSync(file, TOKEN);
    chmodSync(file, 0o600);
    expect((await run(['list', '--token-file', file])).out).toContain(SPDLOG);
    expect(asked).toContain('GET /v1/skills');
  });

  it.each([
    ['list', ['list']],
    ['search', ['search', 'spdlog']],
    ['find', ['find', 'never']],
    ['find --explain', ['find', '--explain', 'never']],
    ['show', ['show', SPDLOG]],
    ['show of a file', ['show', SPDLOG, 'safety']],
    ['show of the texts', ['show', SPDLOG, '--max-tokens', '900']],
  ])('%s prints nothing of a registry that a terminal would act on', async (_name, args) => {
    const hostile = 'spdlog \u001b]0;owned\u0007 \u202e never';
    const fields = { summary: hostile, version: hostile };
    const texts = { 'safety.md': `# A\n\n${hostile}` };
    const registry = temporaryFolder(skillFiles(`skills/${SPDLOG}`, SPDLOG, fields, texts));
    const { out, err } = await alone(args, registry);
    expect(out).toContain('\\u{1b}');
    expect(out + err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  });
});

describe('skills-registry list', () => {
  it('is a table as wide as the terminal, and cuts nothing in a pipe', async () => {
    const summary = 'Fast logging, which loses lines where it is shut down late.';
    const registry = temporaryFolder({
      ...skillFiles(`skills/${SPDLOG}`, SPDLOG, { summary }),
      ...skillFiles(`skills/${TOKIO}`, TOKIO, { risk_level: 'high', trust_score: 98 }),
    });
    expect((await alone(['list'], registry)).out).toMatchInlineSnapshot(`
      "KEY                  VERSION  TRUST  RISK  SUMMARY
      cpp/gabime/spdlog    1.2.3    70     low   Fast logging, which loses lines wher…
      rust/tokio-rs/tokio  1.2.3    98     high  What tokio gets wrong.
      Agents get 2 skills."
    `);
    expect((await runCliHere(['list', '-r', registry])).out).toContain(summary);
  });

  it('counts drafts and what can’t be served', async () => {
    const draft = { 'safety.md': '# Safety\n\n{{write: one}}\n' };
    const registry = temporaryRegistry([TOKIO, 'go/jackc/pgx'], {
      'skills/go/jackc/pgx/skill.json': '{',
      ...skillFiles('skills/copy', TOKIO),
      ...skillFiles(`skills/${SPDLOG}`, SPDLOG, {}, draft),
    });
    expect((await alone(['list'], registry)).out.split('\n').slice(-2)).toEqual([
      'Agents get 1 of 4 skills. 2 are not served, 1 is a draft.',
      expect.stringMatching(/^Why, and how to mend it: .* validate /),
    ]);
  });

  it('says that an empty registry has none', async () => {
    const registry = temporaryFolder({ 'index.json': { schema: 'skills/v1', skills: [] } });
    expect(await alone(['list'], registry)).toMatchObject({
      code: 0,
      out: 'Agents get no skills: there are none.',
    });
  });
});

describe('skills-registry search', () => {
  it('shows what a match is about, and where nothing matches, what else to do', async () => {
    const registry = temporaryRegistry([SPDLOG, TOKIO]);
    expect((await alone(['search', 'spdlog'], registry)).out).toMatchInlineSnapshot(`
      "SCORE  KEY                SUMMARY
      100    cpp/gabime/spdlog  What spdlog gets wrong."
    `);
    const none = await alone(['search', '--lang', 'rust', 'quantum'], registry);
    expect(none).toMatchObject({ out: expect.stringContaining('No name, tag or summary matches.'), code: 0 });
  });
});

describe('skills-registry find', () => {
  it('says for each answer how strong it is, and with --explain which words made it and where to read', async () => {
    const text = '# Pitfalls\n\n## Shutdown\n\nFlush before the deadlock comes.\n';
    const registry = temporaryFolder({
      ...skillFiles(`skills/${SPDLOG}`, SPDLOG, {}, { 'pitfalls.md': text }),
      ...skillFiles(`skills/${TOKIO}`, TOKIO),
    });
    const found = await alone(['find', '--list', 'flush', 'deadlock'], registry);
    expect(found.out).toMatch(/^MATCH +SCORE +KEY +SUMMARY\n\w+ +100\.0 +cpp\/gabime\/spdlog /m);
    const explained = await alone(['find', '--explain', 'flush', 'deadlock'], registry);
    const shown = explained.out.slice(explained.out.indexOf('cpp/'));
    expect(shown.replace(/strong|partial|weak/, '<strength>')).toMatchInlineSnapshot(`
      "cpp/gabime/spdlog  <strength>, score 100.0
        Words: deadlock 50 %, flush 50 %
        Read:  pitfalls.md:3 Shutdown
          Flush before the deadlock comes."
    `);
  });

  it('prints the entry that answers and a line for each next one, as the service chose them', async () => {
    const question = 'an UPDATE without an error, but no change';
    const { server } = await runningService(sampleRegistry());
    const path = `/v1/find?q=${encodeURIComponent(question)}&explain=1`;
    const [first] = (await server.get(path)).json<FindResponse>().results;
    const { section, also = [] } = first ?? {};
    expect(also.length).toBeGreaterThan(1);
    expect(section?.excerpts.map(({ label }) => label)).toContain('bad');
    const lines = (await run(['find', question])).out.trimEnd().split('\n');
    expect(lines[0]).toBe(`${first?.key}  ${first?.strength} match`);
    const entries = lines.slice(1);
    expect(entries[0]).toBe(`  Read:  ${section?.file}:${section?.line_start} ${section?.danger}`);
    expect(entries.filter((line) => line.startsWith('  Then:  '))).toEqual(
      also.map(
        ({ file, line_start, heading, danger }) => `  Then:  ${file}:${line_start} ${danger ?? heading}`,
      ),
    );
    for (const { label, text } of section?.excerpts ?? []) {
      const [line = ''] = text.split('\n');
      const form = { bad: '    Bad:\n', good: '    Good:\n' };
      expect(entries.join('\n')).toContain(`${label === undefined ? '' : form[label]}    ${line}`);
    }
  });

  it('puts no entry forward where nothing answers, nor one that agents don’t get', async () => {
    const none = await alone(['find', 'pandas shutdown'], temporaryRegistry([SPDLOG, TOKIO]));
    expect(none.out).toContain('No skill covers pandas.');
    const text = '# Pitfalls\n\n## Shutdown\n\nFlush it.\n\n```rust\nlog::flush();\n```\n';
    const files = skillFiles(`skills/${SPDLOG}`, SPDLOG, {}, { 'pitfalls.md': text });
    const withheld = await alone(['find', 'spdlog flush at shutdown'], temporaryFolder(files));
    expect(withheld.out).toContain("Don't copy it.");
    for (const { out } of [none, withheld]) expect(out).not.toContain('Read:');
  });

  it.each([
    [
      'kubernetes never',
      [],
      /^Closest matches, not sure: no skill has the word 'kubernetes'\.\n\n\S+ +\w+ match\n {2}Read:/,
    ],
    [
      'django.db.utils.OperationalError: the logger is closed',
      [],
      /^This message comes from django; no skill covers it\. Go on without a skill\.$/,
    ],
    ['xyzzy', ['--lang', 'python'], /^No skill has any of these words\.$/],
    ['the and of', [], /^No skill has any of these words\.$/],
  ])('says first how sure it is of %j (%j)', async (question, more, said) => {
    const { out, code } = await alone(['find', ...more, question], temporaryRegistry([SPDLOG, TOKIO]));
    expect({ out, code }).toEqual({ out: expect.stringMatching(said), code: 0 });
  });

  it.each([
    ['find', ['find', 'x'.repeat(65_537)], 'A question has 65,536 characters at most.'],
    ['search', ['search', '🦀'.repeat(1_001)], 'A question has 1,000 characters at most.'],
    ['find', ['find', ' '], 'Name at least one word to search for.'],
    ['find', ['find', '--limit', '1001', 'x'], 'It is a number from 1 to 1000.'],
  ])('%s ends with 2 for a question it can’t ask', async (_name, args, said) => {
    expect(await run(args)).toMatchObject({ out: '', code: 2, err: expect.stringContaining(said) });
  });

  it('takes a whole stack trace', async () => {
    await runningService(temporaryRegistry([SPDLOG]));
    const trace = `Error: spdlog is closed\n${'    at f (/app/main.js:1:2)\n'.repeat(2_000)}`;
    expect((await run(['find', trace])).out).toContain(SPDLOG);
  });
});

describe('a skill whose code is in another language than its library', () => {
  const text = '# Pitfalls\n\nFlush before the deadlock.\n\n```rust\nlog::flush();\n```\n';
  const foreign = () => temporaryFolder(skillFiles(`skills/${SPDLOG}`, SPDLOG, {}, { 'pitfalls.md': text }));

  it.each([
    ['find', ['find', 'deadlock']],
    ['find --explain', ['find', '--explain', 'deadlock']],
    ['show', ['show', SPDLOG]],
    ['show of a file', ['show', SPDLOG, 'pitfalls']],
  ])('has a warning in the answer of %s, and no trust beside it', async (_name, args) => {
    isolateUserFolders();
    const { out } = await runCliHere([...args, '-r', foreign()], '/', { env: process.env });
    expect(out).toContain("its code examples are Rust, though the library's language is C++. Don't copy it.");
    expect(out).not.toMatch(/trust 70|tier2/);
  });

  it('is withheld where show gives what an agent gets', async () => {
    const { out } = await alone(['show', SPDLOG, '--max-tokens', '500'], foreign());
    expect(out).toContain('is withheld: its code examples are Rust');
    expect(out).not.toContain('log::flush');
  });
});

describe('skills-registry show', () => {
  it('shows a skill’s facts and its files in the order to read them', async () => {
    const registry = temporaryRegistry([SPDLOG]);
    const { out } = await alone(['show', SPDLOG], registry);
    expect(out).toMatchInlineSnapshot(`
      "cpp/gabime/spdlog, version 1.2.3, risk low, trust 70, tier2
      What spdlog gets wrong.

      READ  FILE                TOKENS
      P0    overview.md         12
      P0    pitfalls.md         7
      P0    safety.md           5
      P3    examples/basic.txt  2"
    `);
  });

  it.each([
    [[SPDLOG, 'pitfalls'], '# Pitfalls\n\nDo not.'],
    [[SPDLOG, 'pitfalls.md'], '# Pitfalls\n\nDo not.'],
    [['spdlog@1.14', 'examples/basic.txt'], 'example'],
  ])('shows the text of %j', async (named, text) => {
    const { out, code } = await alone(['show', ...named], temporaryRegistry([SPDLOG]));
    expect({ out, code }).toEqual({ out: text, code: 0 });
  });

  it('shows a skill as an agent gets it, in so many tokens, and how the caller’s version differs', async () => {
    const registry = temporaryRegistry([SPDLOG]);
    const { out } = await alone(['show', 'spdlog@0.9', '--max-tokens', '75'], registry);
    expect(out).toMatch(new RegExp(`^${SPDLOG} · written for 1\\.2\\.3, you use 0\\.9 · unreviewed notes`));
    const answered = await alone(['show', SPDLOG, '--query', 'do not'], registry);
    expect(answered.out).toContain('[pitfalls.md]\n');
    for (const wrong of [
      ['--max-tokens', '0'],
      ['--max-tokens', '9', '--json'],
      ['safety', '--query', 'x'],
      ['safety', '--json'],
    ])
      expect((await alone(['show', SPDLOG, ...wrong], registry)).code).toBe(2);
  });

  it.each([
    'SPDLog',
    'https://github.com/gabime/spdlog.git',
    'spdlog/1.14.1@gabime/stable',
    'pkg:conan/spdlog',
  ])('takes %s for the name of a skill', async (name) => {
    const { out } = await alone(['show', name], temporaryRegistry([SPDLOG, TOKIO]));
    expect(out).toContain(`${SPDLOG}, version 1.2.3`);
  });

  it.each([
    ['cpp/gabime/spdlo', `Skill 'cpp/gabime/spdlo' not found. Did you mean ${SPDLOG}?`],
    ['spldog', `Skill 'spldog' not found. Did you mean ${SPDLOG}?`],
    ['cpp/other/spdlog', `Did you mean ${SPDLOG}?`],
    ['tokio', `'tokio' may be any of js/acme/tokio, ${TOKIO}: give the whole key.`],
    ['go/a/draft', "Skill 'go/a/draft' not found. It is a draft."],
    ['never', "Skill 'never' not found."],
    ['', "Skill '' not found."],
    ['../../etc/passwd', 'not found'],
  ])('ends with 1 for %j, and names what may be meant', async (key, said) => {
    const draft = skillFiles(
      'skills/go/a/draft',
      'go/a/draft',
      {},
      { 'safety.md': '# A\n\n{{write: one}}\n' },
    );
    const registry = temporaryRegistry([SPDLOG, TOKIO, 'js/acme/tokio'], draft);
    const { code, out, err } = await alone(['show', key], registry);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(`${registry}: `);
    expect(err).toContain(said);
  });

  it.each(['nope', '../../../../status', './pitfalls', 'examples//basic.txt', ''])(
    'shows nothing but the skill’s own files where %j is asked for, with and without a service',
    async (section) => {
      const registry = temporaryRegistry([SPDLOG, 'js/acme/tiny']);
      const expected = {
        ...{ code: 1, out: '' },
        err: `Section '${section}' not found in skill '${SPDLOG}'`,
      };
      expect(await alone(['show', SPDLOG, section], registry)).toEqual(expected);
      await runningService(registry);
      expect(await run(['show', SPDLOG, section, '-r', registry])).toEqual(expected);
    },
  );
});
