import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writeDiscoveryFile } from '../../../src-server/discovery/discovery-files.ts';
import { rememberRegistry } from '../../../src-server/discovery/remembered-registry.ts';
import { userFolders } from '../../../src-server/platform/user-folders.ts';
import type { ServerOptions } from '../../../src-server/service/running-server.ts';
import { discoveryFile } from '../../support/discovery-file.ts';
import { listening } from '../../support/listening.ts';
import { type CliRun, runCliHere } from '../../support/run-cli-here.ts';
import {
  skillFiles,
  temporaryFolder,
  temporaryRegistry,
  writeFiles,
} from '../../support/temporary-registry.ts';
import { eventually, isolateUserFolders, startTestServer } from '../../support/test-server.ts';
import { onWindows, unless } from '../../support/unless.ts';
import { validSkillFiles } from '../../support/valid-skill.ts';

const SPDLOG = 'cpp/gabime/spdlog';
const TOKIO = 'rust/tokio-rs/tokio';
const TOKEN = 'correct-horse-battery';

/** A terminal of 80 columns. */
const narrow = (args: readonly string[]) => runCliHere(args, '/', { columns: 80, env: process.env });

/** A service that runs, and the requests it got. */
async function runningService(registry: string, options: Partial<ServerOptions> = {}) {
  const asked: string[] = [];
  const server = await startTestServer(registry, {
    ...options,
    onActivity: ({ route }) => asked.push(route),
  });
  return { server, asked };
}

/** A service that runs and knows its skills, and fails in everything else. */
async function failingService(registry: string, keys: readonly string[]): Promise<void> {
  const answers: Readonly<Record<string, unknown>> = {
    '/v1/status': {
      app: 'skills-registry',
      instanceId: 'fake',
      registry: { path: registry, available: true },
    },
    '/v1/skills': { skills: keys.map((key) => ({ key })) },
  };
  const { port } = await listening(
    createServer(({ url = '' }, response) => {
      const answer = answers[url];
      response.writeHead(answer === undefined ? 500 : 200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(answer ?? { error: 'The index is broken' }));
    }),
  );
  onTestFinished(await writeDiscoveryFile(userFolders().data, discoveryFile({ port, registry })));
}

const jsonOf = ({ out }: CliRun) => JSON.parse(out) as unknown;

describe('the commands that ask a registry', () => {
  it.each([
    ['list', ['list'], '/v1/skills'],
    ['search', ['search', 'spdlog'], '/v1/search?q=spdlog'],
    ['find', ['find', 'what', 'never'], '/v1/find?q=what+never'],
    ['find --explain', ['find', '--explain', 'never'], '/v1/find?q=never&explain=1'],
    [
      'find --lang',
      ['find', '--lang', 'rust', '--limit', '1', 'never'],
      '/v1/find?q=never&lang=rust&limit=1',
    ],
    ['show', ['show', SPDLOG], `/v1/skills/${SPDLOG}`],
  ])('%s --json prints the answer of the service, whether one runs or not', async (_name, args, path) => {
    const registry = temporaryRegistry([SPDLOG, TOKIO], {
      'index.json': { schema: 'skills/v1', version: 3 },
    });
    isolateUserFolders();
    const own = await runCliHere([...args, '--json', '-r', registry], '/', { env: process.env });
    const { server } = await runningService(registry);
    const answer = (await server.get(path)).json();
    expect(jsonOf(own)).toEqual(answer);
    expect(jsonOf(await runCliHere([...args, '--json'], '/', { env: process.env }))).toEqual(answer);
  });

  it('answer over all registries that are named, alone or by a service of the same layers', async () => {
    const [upper, lower] = [temporaryRegistry([SPDLOG]), temporaryRegistry([SPDLOG, TOKIO])];
    isolateUserFolders();
    const ask = async (...args: readonly string[]) => {
      const { out } = await runCliHere(['list', '--json', ...args], '/', { env: process.env });
      return JSON.parse(out) as { skills: ReadonlyArray<{ key: string; _registry?: string }> };
    };
    const both = ['-r', upper, '-r', lower];
    const own = await ask(...both);
    expect(own.skills.map(({ key, _registry }) => [key, _registry])).toEqual([
      [SPDLOG, basename(upper)],
      [TOKIO, basename(lower)],
    ]);
    const layers = [upper, lower].map((folder) => ({ folder }));
    const { asked } = await runningService(upper, { layers });
    const lists = () => asked.filter((route) => route === 'GET /v1/skills').length;
    expect(await ask(...both)).toEqual(own);
    expect(lists()).toBe(1);
    expect((await ask('-r', upper)).skills.map(({ key, _registry }) => [key, _registry])).toEqual([
      [SPDLOG, undefined],
    ]);
    expect(lists()).toBe(1);
    const { out } = await narrow(['list']);
    expect(out).toMatch(/^KEY +REGISTRY/);
  });

  it('ask the service that runs, and say which one beside the answer', async () => {
    const registry = temporaryRegistry([SPDLOG]);
    const { server, asked } = await runningService(registry);
    const { err } = await narrow(['search', 'spdlog']);
    expect(err).toBe(`${registry} (served at ${server.url}):`);
    expect(asked).toContain('GET /v1/search');
  });

  it('find takes a whole stack trace', async () => {
    const { asked } = await runningService(temporaryRegistry([SPDLOG]));
    const trace = `Error: spdlog is closed\n${'    at f (/app/main.js:1:2)\n'.repeat(2_000)}`;
    const { out, code } = await narrow(['find', trace]);
    expect(code).toBe(0);
    expect(out).toContain(SPDLOG);
    expect(asked).toContain('POST /v1/find');
  });

  it.each([
    ['find', 65_536, '65,538 characters, and 65,536'],
    ['search', 1_000, '1,002 characters, and 1,000'],
  ])('%s takes %d characters, and says of more what to give instead', async (name, characters, said) => {
    const { asked } = await runningService(temporaryRegistry([SPDLOG]));
    const most = '🦀'.repeat(characters);
    expect((await narrow([name, '--json', most])).code).toBe(0);
    const before = asked.length;
    expect(await narrow([name, most, 'x'])).toEqual({
      out: '',
      err: `The question has ${said} is the most. Give its last lines, where the error is.`,
      code: 2,
    });
    expect(asked).toHaveLength(before);
  });

  it('say where one stands in another registry than the one that answers, and how that one is asked', async () => {
    const served = temporaryRegistry([SPDLOG]);
    const own = temporaryRegistry([TOKIO]);
    const { server } = await runningService(served);
    const inOwn = (cwd: string, args: readonly string[]) => runCliHere(args, cwd, { env: process.env });
    const { out, err } = await inOwn(own, ['list']);
    expect(out).toContain(SPDLOG);
    expect(err.split('\n')).toEqual([
      `The current folder is in another registry, ${own}. To use that registry: -r .`,
      `${served} (served at ${server.url}):`,
    ]);
    expect((await inOwn(own, ['list', '-r', '.'])).out).toContain(TOKIO);
    expect((await inOwn(join(own, 'skills'), ['find', 'never'])).err).toContain(
      'To use that registry: -r ..',
    );
    expect((await inOwn(served, ['list'])).err).not.toContain('You stand');
    expect((await inOwn(own, ['list', '--json'])).err).toBe('');
  });

  it('answer where none runs as clients do, from the remembered registry, else from where one stands', async () => {
    isolateUserFolders();
    const [chosen, own] = [temporaryRegistry([SPDLOG]), temporaryRegistry([TOKIO])];
    const list = (cwd: string, ...args: string[]) => runCliHere(['list', ...args], cwd, { env: process.env });
    const here = await list(own);
    expect(here.out).toContain(TOKIO);
    expect(here.err).toBe(`${own}:`);
    await rememberRegistry(userFolders().data, chosen);
    for (const [cwd, more] of [
      [temporaryFolder(), ''],
      [own, `The current folder is in another registry, ${own}. To use that registry: -r .\n`],
    ] as const) {
      const elsewhere = await list(cwd);
      expect(elsewhere.out).toContain(SPDLOG);
      expect(elsewhere.err).toBe(`${more}${chosen}:`);
    }
    expect((await list(own, '-r', own)).err).toBe('');
  });

  it('say which registry is taken where the named folder is in one, or holds one', async () => {
    isolateUserFolders();
    const registry = temporaryRegistry([SPDLOG]);
    const around = temporaryFolder();
    cpSync(registry, join(around, 'mine'), { recursive: true });
    for (const [named, taken] of [
      [join(registry, 'skills'), registry],
      [around, join(around, 'mine')],
    ] as const) {
      const { err } = await narrow(['list', '-r', named]);
      expect(err).toBe(`${named} is no registry; using ${taken} instead.`);
    }
  });

  it('say nothing of the kind where a registry’s own file, or a library’s .skills folder, names it', async () => {
    isolateUserFolders();
    const registry = temporaryRegistry([SPDLOG], { 'index.json': { schema: 'skills/v1', skills: [] } });
    const library = temporaryFolder(skillFiles('.skills', SPDLOG));
    for (const named of [join(registry, 'index.json'), join(library, '.skills')]) {
      const { out, err, code } = await narrow(['list', '-r', named]);
      expect({ named, err, code }).toEqual({ named, err: '', code: 0 });
      expect(out).toContain(SPDLOG);
    }
  });

  it('ask a named registry and nobody else’s service', async () => {
    const { asked } = await runningService(temporaryRegistry([SPDLOG]));
    const { out } = await narrow(['list', '-r', temporaryRegistry([TOKIO])]);
    expect(out).toContain(TOKIO);
    expect(asked).not.toContain('GET /v1/skills');
  });

  it('ask a service with a token where they are given it', async () => {
    const registry = temporaryRegistry([SPDLOG]);
    const { asked } = await runningService(registry, { token: TOKEN });
    const file = join(temporaryFolder(), 'token');
    writeFileSync(file, TOKEN);
    chmodSync(file, 0o600);
    expect((await narrow(['list', '--token-file', file])).out).toContain(SPDLOG);
    expect(asked).toContain('GET /v1/skills');
  });

  it('end with 4 where the named folder is no registry', async () => {
    const folder = temporaryFolder({ 'a.txt': '' });
    const { code, err } = await narrow(['list', '-r', folder]);
    expect(code).toBe(4);
    expect(err).toContain(`There is no skill in ${folder}`);
  });

  it('show a file that stands behind the key', async () => {
    isolateUserFolders();
    const registry = temporaryRegistry([SPDLOG]);
    const whole = await narrow(['show', `${SPDLOG}/safety`, '-r', registry]);
    expect(whole).toEqual(await narrow(['show', SPDLOG, 'safety', '-r', registry]));
    expect(whole.code).toBe(0);
    expect((await narrow(['show', `${SPDLOG}/nothing`, '-r', registry])).err).toContain(
      "Section 'nothing' not found",
    );
  });

  it('show a skill as an agent gets it, in so many tokens', async () => {
    isolateUserFolders();
    const registry = temporaryRegistry([SPDLOG]);
    const { out, code } = await narrow(['show', 'spdlog', '-r', registry, '--max-tokens', '75']);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^${SPDLOG} · written for 1\\.2\\.3 · unreviewed notes`));
    const answered = await narrow(['show', SPDLOG, '-r', registry, '--query', 'do not']);
    expect(answered.out).toContain('[pitfalls.md] ');
    for (const wrong of [
      ['--max-tokens', '0'],
      ['--max-tokens', '9', '--json'],
      ['safety', '--query', 'x'],
    ])
      expect((await narrow(['show', SPDLOG, '-r', registry, ...wrong])).code).toBe(2);
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
    const registry = temporaryFolder(
      skillFiles(
        `skills/${SPDLOG}`,
        SPDLOG,
        { summary: hostile, version: hostile },
        { 'safety.md': `# A\n\n${hostile}` },
      ),
    );
    isolateUserFolders();
    const { out, err } = await narrow([...args, '-r', registry]);
    expect(out).toContain('\\u{1b}');
    expect(out + err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  });
});

describe('a reader that has seen enough', unless(onWindows), () => {
  it('ends the command without a word', async () => {
    const registry = temporaryFolder(
      Object.assign(
        {},
        ...Array.from({ length: 300 }, (_, index) =>
          skillFiles(`skills/go/acme/n${index}`, `go/acme/n${index}`, { summary: 'x'.repeat(900) }),
        ),
      ),
    );
    const cli = fileURLToPath(new URL('../../../dist/server/skills-registry.cjs', import.meta.url));
    const line = '"$0" "$1" list -r "$2" | head -n 1; echo "$PIPESTATUS"';
    const { stdout, stderr } = spawnSync('bash', ['-c', line, process.execPath, cli, registry], {
      encoding: 'utf8',
      env: { ...process.env, HOME: isolateUserFolders() },
    });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^KEY .*\n0\n$/);
  });
});

describe('skills-registry list', () => {
  it('is a table as wide as the terminal', async () => {
    isolateUserFolders();
    const registry = temporaryFolder({
      ...skillFiles(`skills/${SPDLOG}`, SPDLOG, {
        summary: 'Fast logging, which loses lines where it is shut down late.',
      }),
      ...skillFiles(`skills/${TOKIO}`, TOKIO, { risk_level: 'high', trust_score: 98 }),
    });
    expect((await narrow(['list', '-r', registry])).out).toMatchInlineSnapshot(`
      "KEY                  VERSION  TRUST  RISK  SUMMARY
      cpp/gabime/spdlog    1.2.3    70     low   Fast logging, which loses lines wher…
      rust/tokio-rs/tokio  1.2.3    98     high  What tokio gets wrong.
      2 skills."
    `);
  });

  it('cuts nothing where it is not printed on a terminal', async () => {
    isolateUserFolders();
    const summary = `${'A long summary. '.repeat(20)}The end.`;
    const registry = temporaryFolder(skillFiles(`skills/${SPDLOG}`, SPDLOG, { summary }));
    expect((await runCliHere(['list', '-r', registry])).out).toContain(summary);
  });

  it('says -r where a folder is named without it', async () => {
    const { code, err } = await narrow(['list', './reg', '--json']);
    expect(code).toBe(2);
    expect(err).toMatch(/^The registry is named with -r\. Try: .+ list --json -r \.\/reg$/);
  });

  it('says that an empty registry has none', async () => {
    isolateUserFolders();
    const registry = temporaryFolder({ 'index.json': { schema: 'skills/v1', skills: [] } });
    expect(await narrow(['list', '-r', registry])).toMatchObject({ code: 0, out: '0 skills.' });
  });

  it('counts the drafts that it does not show', async () => {
    isolateUserFolders();
    const draft = skillFiles(`skills/${TOKIO}`, TOKIO, {}, { 'safety.md': '# Safety\n\n{{write: one}}\n' });
    const registry = temporaryFolder(draft);
    expect((await narrow(['list', '-r', registry])).out).toBe('0 skills (1 draft not served).');
    await runningService(registry);
    expect((await narrow(['list', '-r', registry])).out).toBe('0 skills (1 draft not served).');
  });

  it('names and counts the skills left out, and the command with the reasons', async () => {
    isolateUserFolders();
    const registry = temporaryRegistry([TOKIO, 'go/jackc/pgx'], { 'skills/go/jackc/pgx/skill.json': '{' });
    const { out } = await runCliHere(['list', '-r', registry]);
    expect(out).toContain('\nskills/go/jackc/pgx is not served: its skill.json can’t be read.\n');
    expect(out).toMatch(
      new RegExp(`\\n1 skill \\(1 can't be served\\)\\. What is wrong: .+ validate -r ${registry}$`),
    );
    const { asked } = await runningService(registry);
    expect((await narrow(['list', '-r', registry])).out).toContain("1 skill (1 can't be served)");
    expect(asked.filter((route) => route !== 'GET /v1/status')).toEqual([
      'GET /v1/skills',
      'GET /v1/diagnostics',
    ]);
  });

  it('names each skill that can’t be served for another reason', async () => {
    isolateUserFolders();
    const registry = temporaryRegistry([TOKIO], {
      ...skillFiles('skills/go/a/newer', 'go/a/newer', { schema: 'skills/v2' }),
      ...skillFiles('skills/copy', TOKIO),
      ...skillFiles('skills/nameless', TOKIO, { repo: undefined }),
      'skills/go/a/unnamed/overview.md': '# Overview\n',
    });
    const { out } = await narrow(['list', '-r', registry]);
    expect(
      out
        .split('\n')
        .filter((line) => line.includes('is not served'))
        .sort(),
    ).toEqual([
      'skills/copy is not served: another folder has its key.',
      'skills/go/a/newer is not served: it is of another major version.',
      'skills/go/a/unnamed is not served: it has no skill.json.',
      'skills/nameless is not served: it has no key.',
    ]);
  });

  it('only counts the skills that can’t be served where they are many', async () => {
    isolateUserFolders();
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const broken = Object.fromEntries(names.map((name) => [`skills/go/acme/${name}/skill.json`, '{']));
    const registry = temporaryRegistry([TOKIO], broken);
    const { asked } = await runningService(registry);
    const { out } = await narrow(['list', '-r', registry]);
    expect(out).toContain("1 skill (6 can't be served). What is wrong: ");
    expect(out).not.toContain('is not served');
    expect(asked).not.toContain('GET /v1/diagnostics');
  });

  it('names no broken skill whose last good skill.json is still served', async () => {
    isolateUserFolders();
    const registry = temporaryRegistry([TOKIO], { 'skills/go/jackc/pgx/skill.json': '{' });
    await runningService(registry);
    writeFiles(registry, { [`skills/${TOKIO}/skill.json`]: '{' });
    await narrow(['show', TOKIO, '-r', registry]);
    const { out } = await narrow(['list', '-r', registry]);
    expect(out.split('\n').filter((line) => line.includes('is not served'))).toEqual([
      'skills/go/jackc/pgx is not served: its skill.json can’t be read.',
    ]);
  });

  it('doesn’t count a skill whose last good skill.json is still served', async () => {
    isolateUserFolders();
    const registry = temporaryRegistry([TOKIO]);
    await runningService(registry);
    writeFiles(registry, { [`skills/${TOKIO}/skill.json`]: '{' });
    await narrow(['show', TOKIO, '-r', registry]);
    expect((await narrow(['list', '-r', registry])).out).toMatch(/\n1 skill\.$/);
  });
});

describe('skills-registry search', () => {
  it('shows what a match is about, and where nothing matches, what else to do', async () => {
    isolateUserFolders();
    const registry = temporaryRegistry([SPDLOG, TOKIO]);
    const { out } = await narrow(['search', '-r', registry, 'spdlog']);
    expect(out).toMatchInlineSnapshot(`
      "SCORE  KEY                SUMMARY
      100    cpp/gabime/spdlog  What spdlog gets wrong."
    `);
    const none = await narrow(['search', '-r', registry, 'quantum']);
    expect(none.out).toMatch(
      new RegExp(`^No name, tag or summary matches "quantum".* find -r '?${registry}'? quantum$`),
    );
    expect(none.code).toBe(0);
  });
});

describe('skills-registry find', () => {
  it('says for each answer how strong it is, and with --explain which words made it and where to read', async () => {
    isolateUserFolders();
    const registry = temporaryFolder({
      ...skillFiles(
        `skills/${SPDLOG}`,
        SPDLOG,
        {},
        { 'pitfalls.md': '# Pitfalls\n\n## Shutdown\n\nFlush before the deadlock comes.\n' },
      ),
      ...skillFiles(`skills/${TOKIO}`, TOKIO),
    });
    const found = await narrow(['find', '-r', registry, 'flush', 'deadlock']);
    expect(found.out).toMatch(/^MATCH +SCORE +KEY +SUMMARY\n\w+ +100\.0 +cpp\/gabime\/spdlog /m);
    expect(found.out).toContain('\n\nScores compare these matches with each other: 100 is the best of them');
    const explained = await narrow(['find', '--explain', '-r', registry, 'flush', 'deadlock']);
    const shown = explained.out.slice(explained.out.indexOf('cpp/'));
    expect(shown.replace(/strong|partial|weak/, '<strength>')).toMatchInlineSnapshot(`
      "cpp/gabime/spdlog  <strength>, score 100.0
        Words: deadlock 50 %, flush 50 %
        Read:  pitfalls.md:3 Shutdown
          Flush before the deadlock comes."
    `);
  });

  it('says with --explain which part of a name is meant, where not the whole of it is', async () => {
    isolateUserFolders();
    const text = '# Pitfalls\n\n## QueuePool\n\nA pool is exhausted; a queue waits for the deadlock.\n';
    const registry = temporaryFolder({
      ...skillFiles(`skills/${SPDLOG}`, SPDLOG, {}, { 'pitfalls.md': text }),
      ...skillFiles(`skills/${TOKIO}`, TOKIO),
    });
    const { out } = await runCliHere(['find', '--explain', '-r', registry, 'QueuePool', 'deadlock']);
    const said = /Words: (.+)/
      .exec(out)?.[1]
      ?.replace(/ \d+ %/g, '')
      .split(', ');
    expect(said?.sort()).toEqual(['QueuePool', 'QueuePool (pool)', 'QueuePool (queue)', 'deadlock']);
  });

  it('says first that no match is sure', async () => {
    isolateUserFolders();
    // What no skill knows is most of the question, and a word that every skill has tells none of them apart.
    const { out } = await narrow(['find', '-r', temporaryRegistry([SPDLOG, TOKIO]), 'kubernetes never']);
    expect(out).toMatch(/^Closest matches, not sure: no skill has the word 'kubernetes'\.\n\nMATCH/);
  });

  it('names the library that a message comes from if no skill covers it', async () => {
    isolateUserFolders();
    const message = 'django.db.utils.OperationalError: the logger is closed';
    const { out } = await narrow(['find', '-r', temporaryRegistry([SPDLOG, TOKIO]), message]);
    expect(out).toBe('This message comes from django; no skill covers it. Go on without a skill.');
  });

  it('says where no skill has any of the words', async () => {
    isolateUserFolders();
    const { out, code } = await narrow(['find', '-r', temporaryRegistry([SPDLOG]), 'xyzzy']);
    expect({ out, code }).toEqual({ out: 'No skill has any of these words: "xyzzy".', code: 0 });
  });

  it.each(['the and of', '???'])('says of %j that it has no word to look for', async (question) => {
    isolateUserFolders();
    const { out } = await narrow(['find', '-r', temporaryRegistry([SPDLOG]), question]);
    expect(out).toContain(`There is no word to look for in "${question}". Add one`);
  });

  it.each([
    ['find', 'Only skills of the language rust were looked at', 'find --explain --lang rust'],
    ['search', 'No name, tag or summary of the language rust matches', 'find --lang rust'],
  ])(
    '%s says of which language it looked at skills, and so does its next step',
    async (command, said, next) => {
      isolateUserFolders();
      const registry = temporaryRegistry([SPDLOG, TOKIO]);
      const { out } = await narrow([command, '-r', registry, '--lang', 'rust', 'kubernetes never']);
      expect(out).toContain(said);
      expect(out).toContain(next);
    },
  );

  it('says of which language no skill has the words, where one was named', async () => {
    isolateUserFolders();
    const args = ['find', '-r', temporaryRegistry([SPDLOG]), '--lang', 'python', 'spdlog'];
    const { out, code } = await narrow(args);
    expect({ out, code }).toEqual({
      out: 'No skill of the language python has any of these words: "spdlog".',
      code: 0,
    });
  });

  it.each(['find', 'search'])('%s ends with 2 where nothing is asked', async (command) => {
    expect(await narrow([command, ' '])).toEqual({
      code: 2,
      out: '',
      err: 'Name at least one word to search for.',
    });
  });

  it.each(['0', '1001', 'x', '1.5'])('takes no limit of %s', async (limit) => {
    const { code, err } = await narrow(['find', '--limit', limit, 'never']);
    expect(code).toBe(2);
    expect(err).toContain('from 1 to 1000');
  });
});

describe('a skill whose code is in another language than its library', () => {
  const WARNING = "The code is Rust; this is a C++ library. Don't copy it.";
  const foreign = () =>
    temporaryFolder(
      skillFiles(
        `skills/${SPDLOG}`,
        SPDLOG,
        {},
        { 'pitfalls.md': '# Pitfalls\n\nFlush before the deadlock.\n\n```rust\nlog::flush();\n```\n' },
      ),
    );

  it.each([
    ['find', ['deadlock', 'flush']],
    ['find --explain', ['--explain', 'deadlock', 'flush']],
    ['show', [SPDLOG]],
    ['show of a file', [SPDLOG, 'pitfalls']],
  ])('has a warning in the answer of %s, and no trust beside it', async (name, more) => {
    isolateUserFolders();
    const [command = ''] = name.split(' ');
    const { out } = await runCliHere([command, '-r', foreign(), ...more], '/', { env: process.env });
    expect(out).toContain(WARNING);
    expect(out).not.toMatch(/trust 70|tier2/);
  });

  it('is withheld where show gives what an agent gets', async () => {
    isolateUserFolders();
    const args = ['show', '-r', foreign(), SPDLOG, '--max-tokens', '500'];
    const { out } = await runCliHere(args, '/', { env: process.env });
    expect(out).toContain('is withheld: its code is Rust');
    expect(out).not.toContain('log::flush');
  });
});

describe('skills-registry show', () => {
  it('says of a draft that it is one', async () => {
    isolateUserFolders();
    const draft = skillFiles(`skills/${TOKIO}`, TOKIO, {}, { 'safety.md': '# Safety\n\n{{write: one}}\n' });
    const registry = temporaryFolder(draft);
    expect(await narrow(['show', TOKIO, '-r', registry])).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        new RegExp(
          `^${registry}: Skill '${TOKIO}' not found. The skill is a draft: 1 text is still to write.\nWhat is left: .* validate ${registry}/skills/${TOKIO}$`,
        ),
      ),
    });
    expect(await narrow(['show', 'tokio', '-r', registry])).toMatchObject({
      err: expect.stringContaining('is a draft'),
    });
  });

  it('shows a skill’s facts and its files in the order to read them', async () => {
    isolateUserFolders();
    const registry = temporaryRegistry([SPDLOG]);
    const { out } = await narrow(['show', '-r', registry, SPDLOG]);
    expect(
      out.replaceAll(registry, '<registry>').replace(/Read one: .* show/, 'Read one: … show'),
    ).toMatchInlineSnapshot(`
      "cpp/gabime/spdlog, version 1.2.3, risk low, trust 70, tier2
      What spdlog gets wrong.

      READ  FILE                TOKENS
      P0    overview.md         12
      P0    pitfalls.md         7
      P0    safety.md           5
      P3    examples/basic.txt  2

      Read one: … show -r <registry> cpp/gabime/spdlog overview"
    `);
  });

  it.each([
    ['people', []],
    ['programs', ['--json']],
  ])(
    'says beside the answer for %s that skill.json is broken and an older one served',
    async (_who, more) => {
      isolateUserFolders();
      const registry = temporaryRegistry([SPDLOG, TOKIO]);
      const { server } = await runningService(registry);
      const counted = () =>
        eventually(
          () => server.status().checking,
          (checking) => checking === undefined,
        );
      await counted();
      const before = await narrow(['show', SPDLOG, '-r', registry, ...more]);
      expect(before.err).toBe('');
      writeFiles(registry, { [`skills/${SPDLOG}/skill.json`]: '{ "name": spdlog }' });
      await eventually(
        async () => (await server.get('/v1/diagnostics')).text,
        (problems) => problems.includes('skill-json-invalid'),
      );
      await counted();
      expect((await narrow(['show', TOKIO, '-r', registry, ...more])).err).toBe('');
      const { out, err } = await narrow(['show', SPDLOG, '-r', registry, ...more]);
      expect(out).toBe(before.out);
      expect(err).toMatch(
        /^skills\/cpp\/gabime\/spdlog: skill\.json could not be read: .*\. The last good version is still served\. What is wrong: .+ validate -r \S+$/,
      );
    },
  );

  it('asks for no problems where there are none', async () => {
    isolateUserFolders();
    const registry = temporaryFolder(validSkillFiles(SPDLOG));
    const { asked } = await runningService(registry);
    await narrow(['show', SPDLOG, '-r', registry]);
    expect(asked).toContain('GET /v1/status');
    expect(asked).not.toContain('GET /v1/diagnostics');
  });

  it.each(['pitfalls', 'pitfalls.md', 'examples/basic.txt'])('shows the text of %s', async (section) => {
    isolateUserFolders();
    const { out, code } = await narrow(['show', '-r', temporaryRegistry([SPDLOG]), SPDLOG, section]);
    expect(out).toBe(section.startsWith('examples') ? 'example' : '# Pitfalls\n\nDo not.');
    expect(code).toBe(0);
  });

  it('takes a name that one skill has, in any letters, and asks which where several have it', async () => {
    isolateUserFolders();
    const registry = temporaryRegistry([SPDLOG, TOKIO, 'js/acme/tokio']);
    expect((await narrow(['show', '-r', registry, 'SPDLog'])).out).toContain(SPDLOG);
    expect(await narrow(['show', '-r', registry, 'tokio'])).toMatchObject({
      code: 1,
      err: `${registry}: 'tokio' may be any of js/acme/tokio, ${TOKIO}: give the whole key.`,
    });
  });

  it.each([
    'spdlog@1.14',
    'https://github.com/gabime/spdlog.git',
    'github.com/gabime/spdlog/v2',
    'spdlog/1.14.1@gabime/stable',
    'pkg:conan/spdlog',
  ])('takes %s for the name of a skill, also for a file and for the texts', async (name) => {
    isolateUserFolders();
    const registry = temporaryRegistry([SPDLOG, TOKIO]);
    const withoutVersion = ({ out, ...rest }: { out: string }) => ({
      ...rest,
      // Counts of tokens are exact as soon as they are known.
      out: out.replace(/, you use [^·]*(?= ·)/, '').replace(/ +(?:about )?\d+$/gm, ''),
    });
    for (const more of [[], ['safety'], ['--max-tokens', '900']])
      expect(withoutVersion(await narrow(['show', '-r', registry, name, ...more]))).toEqual(
        withoutVersion(await narrow(['show', '-r', registry, SPDLOG, ...more])),
      );
  });

  it('says how the version behind a name differs from the skill’s', async () => {
    isolateUserFolders();
    const registry = temporaryRegistry([SPDLOG]);
    const { out } = await narrow(['show', '-r', registry, 'spdlog@0.9', '--max-tokens', '900']);
    expect(out).toContain('written for 1.2.3, you use 0.9 ·');
  });

  it('names what is spelled like it, then what a search finds', async () => {
    isolateUserFolders();
    const registry = temporaryRegistry([SPDLOG, 'cpp/acme/spdlog-sinks']);
    const { err } = await narrow(['show', '-r', registry, 'cpp/gabime/spdlo']);
    expect(err).toContain(`Did you mean ${SPDLOG}, cpp/acme/spdlog-sinks?`);
  });

  it('says that a skill isn’t found, and what is spelled like it, though the search fails', async () => {
    isolateUserFolders();
    const registry = temporaryRegistry([SPDLOG]);
    await failingService(registry, [SPDLOG]);
    expect(await narrow(['show', 'spldog'])).toMatchObject({
      code: 1,
      err: `${registry}: Skill 'spldog' not found. Did you mean ${SPDLOG}?`,
    });
    const [missing, list] = (await narrow(['show', 'never'])).err.split('\n');
    expect(missing).toBe(`${registry}: Skill 'never' not found.`);
    expect(list).toMatch(/^All skills: .* list$/);
  });

  it.each([
    ['cpp/gabime/spdlo', `Did you mean ${SPDLOG}?`],
    ['spldog', `Did you mean ${SPDLOG}?`],
    ['cpp/other/spdlog', `Did you mean ${SPDLOG}?`],
    ['', 'not found'],
    ['../../etc/passwd', 'not found'],
  ])('names what may be meant by %j', async (key, advice) => {
    isolateUserFolders();
    const { code, err } = await narrow(['show', '-r', temporaryRegistry([SPDLOG]), key]);
    expect(code).toBe(1);
    expect(err).toContain(advice);
  });

  it.each(['../../../../status', '../../../js/acme/tiny/pitfalls', './pitfalls', 'examples//basic.txt', ''])(
    'shows nothing but the skill’s own files where %j is asked for',
    async (section) => {
      isolateUserFolders();
      const registry = temporaryRegistry([SPDLOG, 'js/acme/tiny']);
      const { code, out, err } = await narrow(['show', '-r', registry, SPDLOG, section]);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toContain(`Section '${section}' not found in skill '${SPDLOG}'. `);
      expect(err).toContain('Its files: overview,');
    },
  );

  it('says which file a skill has not', async () => {
    isolateUserFolders();
    const { code, err } = await narrow(['show', '-r', temporaryRegistry([SPDLOG]), SPDLOG, 'nope']);
    expect({ code, err }).toEqual({
      code: 1,
      err: `Section 'nope' not found in skill '${SPDLOG}'. Its files: overview, pitfalls, safety, examples/basic.txt.`,
    });
    const registry = temporaryRegistry([SPDLOG]);
    expect((await narrow(['show', '-r', registry, SPDLOG, 'saftey'])).err).toContain(
      `in skill '${SPDLOG}'. Did you mean safety? Its files: overview,`,
    );
  });

  it('has no JSON of a file', async () => {
    expect(await narrow(['show', SPDLOG, 'pitfalls', '--json'])).toMatchObject({ code: 2 });
  });
});
