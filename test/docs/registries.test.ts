/** Every command of docs/registries.md, typed in order; the Git host is one on this computer. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type GitServer, startGitServer } from '../support/git-server.ts';
import { writeFiles } from '../support/temporary-registry.ts';
import { onWindows, unless } from '../support/unless.ts';
import { prose } from '../support/valid-skill.ts';
import { consoleSteps, outputPattern } from './console-steps.ts';
import { readPage } from './markdown-page.ts';

const PAGE = readPage('docs/registries.md');
const ADDRESS = 'https://git.example.com/team/skills';
const root = realpathSync(mkdtempSync(join(tmpdir(), 'skills-registry-pages-')));
const ends: (() => void)[] = [];
let git: GitServer;
let place = root;

beforeAll(async () => {
  git = await startGitServer(undefined, (end) => ends.push(end));
  git.repository('skills');
  writeFiles(root, {
    'home/.gitconfig': `[user]\nname = A\nemail = a@example.com\n[url "${git.root}/skills.git"]\ninsteadOf = ${ADDRESS}\n`,
    'bin/skills-registry': `#!/bin/sh\nexec "${process.execPath}" "${resolve('dist/server/skills-registry.cjs')}" "$@"\n`,
    ...Object.fromEntries(
      ['your-library', 'other-library'].map((name) => [`${name}/package.json`, library(name)]),
    ),
  });
  for (const name of readdirSync(join(root, 'bin'))) chmodSync(join(root, 'bin', name), 0o755);
});

afterAll(() => {
  for (const end of ends.reverse()) end();
  rmSync(root, { recursive: true, force: true });
});

const library = (name: string) => ({ name, version: '1.2.3', repository: `github:acme/${name}` });

/** Types a command in a folder, and notes where it ended. */
async function type(command: string, at: string) {
  const where = join(root, 'where');
  const path = [join(root, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter);
  const typed = `cd "$PLACE"\n{ ${command}\n} 2>&1\ncode=$?\npwd > "$WHERE"\nexit $code\n`;
  const shell = spawn('sh', ['-c', typed], {
    env: { PATH: path, HOME: join(root, 'home'), PLACE: at, WHERE: where },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  shell.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  const [code] = await once(shell, 'close');
  place = readFileSync(where, 'utf8').trimEnd();
  return { code, output: `${output.trimEnd()}\n` };
}

/** Writes each `{{write: …}}` of the skills below a registry. */
function writeMarks(registry: string): void {
  for (const name of readdirSync(join(registry, 'skills'), { recursive: true, encoding: 'utf8' })) {
    const file = join(registry, 'skills', name);
    if (!statSync(file).isFile()) continue;
    const text = readFileSync(file, 'utf8');
    const written = name.endsWith('.json') ? '1.0.0' : prose().slice(0, 1_300);
    writeFileSync(
      file,
      text.replace(/^## \{\{write:[^}]*\}\}$/gm, '## A mistake').replace(/\{\{write:[^}]*\}\}/g, written),
    );
  }
}

describe('a team that types what the page says', unless(onWindows), () => {
  it.each(consoleSteps(PAGE.blocks).map((step) => [step.command, step] as const))(
    'reads what it says: %s',
    async (_command, { command, output }) => {
      if (command === 'skills-registry validate') writeMarks(place);
      // A member is in no registry, and the registry's program reads no settings of git.
      const isMember = /^skills-registry (?:registry|connect)|^git clone/.test(command);
      const here = command.startsWith('skills-registry registry')
        ? command.replace(ADDRESS, `${git.url}/skills.git`)
        : command;
      const { code, output: printed } = await type(here, isMember ? root : place);
      expect(printed).toMatch(outputPattern(output));
      expect(code).toBe(0);
    },
  );

  it('has the branch of the proposal at its Git host', async () => {
    const { output } = await type(`git -C "${git.root}/skills.git" branch --list`, root);
    expect(output).toContain('add-other-library');
  });
});

describe('the job in CI', unless(onWindows), () => {
  const [yaml] = PAGE.blocks.filter(({ language }) => language === 'yaml');
  const { jobs } = parse(yaml?.lines.join('\n') ?? '') as { jobs: { skills: { steps: { run?: string }[] } } };
  const runs = jobs.skills.steps.flatMap(({ run }) => (run?.startsWith('skills-registry') ? [run] : []));

  it('passes a registry in order, and fails with a broken skill', async () => {
    const registry = join(root, 'proposal');
    const codes = async () => {
      const all: number[] = [];
      for (const run of runs) all.push((await type(run, registry)).code);
      return all;
    };
    expect(await codes()).toEqual([0, 0]);
    const [skill = ''] = readdirSync(join(registry, 'skills/js/acme'));
    rmSync(join(registry, 'skills/js/acme', skill, 'safety.md'));
    writeFileSync(join(registry, 'index.json'), '{}');
    expect(await codes()).toEqual([1, 1]);
  });
});
