/**
 * Proves with the real programs of clients, at named versions, that what `connect --hook --write` writes makes the
 * service's words reach the model: the scripted model asks for a read, a write and an edit of a file that imports
 * sqlalchemy, and its next request must have the danger. None needs an account or a network beside npm's.
 */
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { scriptedModel } from './scripted-model.mjs';

const SCRIPT = fileURLToPath(new URL('../../dist/server/skills-registry.cjs', import.meta.url));
const PROGRAMS = join(tmpdir(), 'clients-with-hooks');
/** Old versions of some clients come with an old Node, so a newer one is installed beside them. */
const NODE = 'node@24';

const DANGER = 'engine.connect() without a commit';
const SOURCE = `from sqlalchemy import create_engine, text

engine = create_engine("sqlite://")
edited = 1
with engine.connect() as conn:
    conn.execute(text("update users set active = false"))
`;

function writeJson(file, value) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(value, undefined, 2));
}

/** By client: package and version, the file of its hook with what else stands in it, and how it is run against the model. */
const CLIENTS = {
  'claude-code': {
    package: '@anthropic-ai/claude-code@2.1.332',
    program: 'claude',
    file: '.claude/settings.json',
    args: ['-p', 'Go', '--permission-mode', 'acceptEdits', '--allowedTools', 'Read,Edit,Write'],
    env: (url) => ({
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    }),
  },
  'qwen-code': {
    package: '@qwen-code/qwen-code@0.24.4',
    program: 'qwen',
    file: '.qwen/settings.json',
    args: ['-p', 'Go', '--yolo', '--auth-type', 'openai'],
    env: (url) => ({ OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: 'scripted' }),
  },
  codex: {
    package: '@openai/codex@0.171.0',
    program: 'codex',
    file: '.codex/hooks.json',
    // In a session its user would say /hooks and trust it.
    args: [
      'exec',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      '--dangerously-bypass-hook-trust',
      'Go',
    ],
    env: () => ({ SCRIPTED_KEY: 'none' }),
    prepare: (home, url) => {
      mkdirSync(join(home, '.codex'), { recursive: true });
      const provider = `[model_providers.s]\nname = "s"\nbase_url = "${url}/v1"\nwire_api = "responses"\nenv_key = "SCRIPTED_KEY"\n`;
      // A model that Codex gives the tool for patches.
      const settings = `model = "gpt-5.5"\nmodel_provider = "s"\n${provider}`;
      writeFileSync(join(home, '.codex', 'config.toml'), settings);
    },
  },
  'gemini-cli': {
    package: '@google/gemini-cli@0.61.0',
    program: 'gemini',
    file: '.gemini/settings.json',
    args: ['-p', 'Go', '--yolo', '-m', 'gemini-2.5-flash'],
    env: (url) => ({
      GEMINI_API_KEY: 'none',
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    }),
    settings: { security: { auth: { selectedType: 'gemini-api-key' } } },
  },
  'copilot-cli': {
    package: '@github/copilot@1.0.102',
    program: 'copilot',
    file: '.copilot/hooks/skills-registry.json',
    args: ['-p', 'Go', '--allow-all-tools', '--allow-all-paths'],
    env: (url) => ({
      COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
      COPILOT_PROVIDER_TYPE: 'openai',
      COPILOT_PROVIDER_API_KEY: 'none',
      COPILOT_MODEL: 'gpt-5',
      COPILOT_OFFLINE: 'true',
    }),
  },
  opencode: {
    package: 'opencode-ai@1.18.33',
    program: 'opencode',
    file: '.config/opencode/plugin/skills-registry.js',
    args: ['run', 'Go'],
    env: () => ({}),
    prepare: (home, url) =>
      writeJson(join(home, '.config/opencode/opencode.json'), {
        model: 's/scripted',
        provider: {
          s: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${url}/v1`, apiKey: 'none' },
            models: { scripted: { tool_call: true } },
          },
        },
        permission: { edit: 'allow' },
      }),
  },
};

/** Starts a program; resolves with what it printed, whatever its exit code. */
function run(program, args, { cwd, env }) {
  return new Promise((resolve) => {
    const ways = { cwd, env, timeout: 120_000, shell: process.platform === 'win32' };
    const child = execFile(program, args, ways, (error, out, err) =>
      resolve(stripVTControlCharacters(`${error?.code === 'ENOENT' ? error.message : ''}${out}\n${err}`)),
    );
    child.stdin?.end();
  });
}

/** Installs all programs, and returns those that can be started here, by client. */
async function install() {
  mkdirSync(PROGRAMS, { recursive: true });
  writeFileSync(join(PROGRAMS, 'package.json'), '{ "private": true }\n');
  const packages = [...Object.values(CLIENTS).map((client) => client.package), NODE];
  const ways = { cwd: PROGRAMS, env: process.env };
  const said = await run('npm', ['install', '--no-audit', '--no-fund', ...packages], ways);
  const bin = join(PROGRAMS, 'node_modules', '.bin');
  const path = [join(PROGRAMS, 'node_modules', 'node', 'bin'), bin, process.env.PATH].join(delimiter);
  const found = new Map();
  for (const [id, client] of Object.entries(CLIENTS)) {
    const version = client.package.slice(client.package.lastIndexOf('@') + 1);
    const shown = await run(client.program, ['--version'], {
      cwd: PROGRAMS,
      env: { ...process.env, PATH: path },
    });
    if (shown.includes(version)) found.set(id, client);
    else {
      const why = existsSync(join(bin, client.program))
        ? `it says ${shown.trim().split('\n')[0]}`
        : said.trim().split('\n').at(-1);
      console.log(`– ${id} is skipped: ${client.package} does not run here (${why})`);
    }
  }
  return { path, found };
}

/** One session of a client in a fresh project: what the model was sent, and what became of the file. */
async function session(client, home, environment, more = []) {
  const work = mkdtempSync(join(home, 'work-'));
  const file = join(work, 'db.py');
  writeFileSync(file, SOURCE);
  const model = await scriptedModel(file, SOURCE.replace('sqlite://', 'sqlite:///store'));
  try {
    client.prepare?.(home, model.url);
    const env = { ...environment, ...client.env(model.url) };
    const said = await run(client.program, [...more, ...client.args], { cwd: work, env });
    const bodies = model.requests.map(({ body }) => body);
    return { said, bodies, text: readFileSync(file, 'utf8') };
  } finally {
    model.close();
  }
}

/**
 * @param expect reports whether something is right, with what was said if it isn't
 * @param only the id of a client; default: all
 */
export async function proveHooks(expect, only) {
  if (only !== undefined && CLIENTS[only] === undefined)
    throw new Error(`${only} is none of ${Object.keys(CLIENTS).join(', ')}.`);
  const { path, found } = await install();
  for (const [id, client] of found) {
    if (only !== undefined && id !== only) continue;
    const home = mkdtempSync(join(tmpdir(), 'hooked-home-'));
    const env = {
      PATH: path,
      HOME: home,
      USERPROFILE: home,
      ...{ XDG_CONFIG_HOME: join(home, '.config'), XDG_DATA_HOME: join(home, '.local', 'share') },
      ...{ XDG_CACHE_HOME: join(home, '.cache'), XDG_STATE_HOME: join(home, '.local', 'state') },
      ...{ TERM: 'dumb', NO_COLOR: '1', CI: '1' },
    };
    const ours = (...args) => run(process.execPath, [SCRIPT, ...args], { cwd: home, env });
    const service = spawn(process.execPath, [SCRIPT, 'serve', '--sample', '--port', '0'], { cwd: home, env });
    const hook = join(home, client.file);
    try {
      await new Promise((resolve, reject) => {
        service.stdout.once('data', resolve);
        service.once('exit', (code) => reject(new Error(`The service ended with ${code} before it served.`)));
      });
      if (client.settings !== undefined) writeJson(hook, client.settings);
      const written = await ours('connect', id, '--hook', '--write');
      const told = await session(client, home, env);
      const isTold = told.bodies.slice(1).some((body) => body.includes(DANGER));
      expect(
        `${client.package}: the model is told of a file that it read or wrote`,
        isTold,
        written + told.said,
      );
      if (id === 'claude-code') {
        await ours('connect', id, '--hook', '--remove');
        const plugin = await ours('export-plugin', join(home, 'plugin'));
        const by = await session(client, home, env, ['--plugin-dir', join(home, 'plugin')]);
        expect(
          `${client.package}: the exported plugin tells it, too`,
          by.bodies.slice(1).some((body) => body.includes(DANGER)),
          plugin + by.said,
        );
        await ours('connect', id, '--hook', '--write');
      }
      service.kill();
      await new Promise((resolve) => service.once('exit', resolve));
      const silent = await session(client, home, env);
      const isSilent =
        silent.text.includes('edited = 2') && !silent.bodies.some((body) => body.includes(DANGER));
      expect(
        `${client.package}: without the service the edit goes through, and nothing is told`,
        isSilent,
        silent.said,
      );
      const removed = await ours('connect', id, '--hook', '--remove');
      // Some clients write their settings themselves.
      const left = existsSync(hook) ? readFileSync(hook, 'utf8') : '';
      expect(`${client.package}: nothing remains of the hook`, !/hook/i.test(left), removed + left);
    } finally {
      service.kill();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    }
  }
}
