import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DiagnosticsResponse, RegistryIndex, Status } from '../../src-server/contract/api.ts';
import { compareDiagnostics, countBySeverity } from '../../src-server/contract/diagnostic.ts';
import { problemWords } from '../../src-server/contract/words.ts';
import { type CliProcess, startCli, temporaryUserFolder } from '../support/built-cli.ts';
import { runCliAs } from '../support/run-cli-here.ts';
import { temporaryFolder, writeFiles } from '../support/temporary-registry.ts';
import { ask, eventually } from '../support/test-server.ts';
import { urlOf } from '../support/url-of.ts';
import { type SampleSkill, validSkill, validSkillFiles } from '../support/valid-skill.ts';

const [KEY, OTHER] = ['cpp/redis/hiredis', 'cpp/a/messy'];

/** Wrong in skill.json, in its files and in what they say: each is found at another time. */
function messy(skill: SampleSkill): void {
  skill.manifest['tier'] = 'core';
  delete skill.manifest['trust_score'];
  skill.files['overview.md'] = '# Overview\n\n[gone](gone.md)\n';
  skill.files['safety.md'] = '# Safety\n\n{{write: what must never be done}}\n';
  skill.files['notes.markdown'] = '# Notes\n';
}

const text = (path: string, content: string) => ({ [`skills/${KEY}/${path}`]: content });
const manifest = (key = KEY) => JSON.stringify(validSkill(key).manifest, null, 2);

/** One registry as it goes through its life; each step is made of the one before. */
const LIFE: ReadonlyArray<readonly [name: string, change: (root: string) => void]> = [
  ['clean', () => {}],
  [
    'messy',
    (root) =>
      writeFiles(root, { ...validSkillFiles(OTHER, messy), 'skills/cpp/copy/skill.json': manifest(OTHER) }),
  ],
  ['edited', (root) => writeFiles(root, text('pitfalls.md', '# Pitfalls\n\nNone.\n'))],
  ['broken', (root) => writeFiles(root, text('skill.json', '{ "name": "half'))],
  [
    'relaxed',
    (root) => {
      const off = { 'link-dead': 'Other pages come later.' };
      writeFiles(root, { ...text('skill.json', manifest()), 'rules.json': { profile: 'private', off } });
    },
  ],
  ['unlisted', (root) => writeFiles(root, { 'index.json': '{ "skills": [' })],
  [
    'mended',
    (root) => {
      writeFiles(root, {
        ...text('skill.json', manifest()),
        ...text('pitfalls.md', validSkill(KEY).files['pitfalls.md'] ?? ''),
      });
      for (const gone of ['skills/cpp/copy', `skills/${OTHER}`, 'rules.json', 'index.json'])
        rmSync(join(root, gone), { recursive: true });
    },
  ],
];

/** The number of problems as each log line gave it. */
function logged(cli: CliProcess): readonly string[] {
  return [...cli.err().matchAll(/Checked [\d,]+ skills?: (.*)\.$/gm)].map(([, words = '']) => words);
}

async function lookAt(url: string) {
  const [found, list, status] = await Promise.all([
    ask(`${url}/v1/diagnostics?fresh=1`).then((answer) => answer.json<DiagnosticsResponse>()),
    ask(`${url}/v1/skills`).then((answer) => answer.json<RegistryIndex>()),
    ask(`${url}/v1/status`).then((answer) => answer.json<Status>()),
  ]);
  return { found, list, status };
}

describe('one registry', () => {
  it('is said to have the same problems wherever one asks', async () => {
    const userFolder = temporaryUserFolder();
    const root = temporaryFolder(validSkillFiles(KEY));
    const cli = startCli(['serve', '-p', '0', '-r', root], { userFolder });
    const url = await urlOf(cli);
    const seen: string[] = [];
    for (const [name, change] of LIFE) {
      change(root);
      const { out } = await runCliAs(['validate', root, '--json'], { userFolder });
      const { diagnostics: expected, relaxed = [] } = JSON.parse(out) as DiagnosticsResponse;
      const words = problemWords(countBySeverity(expected));
      await eventually(
        () => lookAt(url),
        ({ found, status }) =>
          problemWords(status.diagnostics) === words &&
          found.checking === undefined &&
          status.checking === undefined,
      );
      const { found, status } = await lookAt(url);
      // The service lists first what agents notice.
      expect([name, [...found.diagnostics].sort(compareDiagnostics)]).toEqual([name, expected]);
      expect([name, found.relaxed ?? []]).toEqual([name, relaxed]);
      expect([name, relaxed.length > 0]).toEqual([name, name === 'relaxed' || name === 'unlisted']);
      expect([found.checking, status.checking]).toEqual([undefined, undefined]);
      await eventually(
        () => logged(cli),
        (lines) => lines.at(-1) === words,
      );
      expect((await runCliAs(['status'], { userFolder })).out).toContain(`, ${words}\n`);

      const late = startCli(['serve', '-p', '0', '-r', root], { userFolder: temporaryUserFolder() });
      await urlOf(late);
      const banner = / {2}Problems {2}(.*)/.exec(late.out())?.[1] ?? '';
      await eventually(
        () => logged(late),
        (lines) => lines.at(-1) === words,
      );
      expect([name, banner.includes('still checking') || banner.startsWith(words)]).toEqual([name, true]);
      late.process.kill('SIGTERM');
      await late.exited;
      seen.push(`${name}: ${words}`);
    }
    expect(seen.filter((one) => one.endsWith(': no problems'))).toEqual([
      'clean: no problems',
      'mended: no problems',
    ]);
    expect(new Set(seen.map((one) => one.replace(/^\w+: /, ''))).size).toBe(LIFE.length - 1);
  });
});
