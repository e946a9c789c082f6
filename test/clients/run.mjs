/**
 * `npm run clients`: the real programs of clients, installed into a folder of their own, reach the service by what
 * `connect --write` writes, and don't any more after `connect --remove`. Then their hooks: with `hooks` as argument, these
 * alone, or with `hooks codex` that of one client. None needs an account.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { proveHooks } from './prove-hooks.mjs';

const SCRIPT = fileURLToPath(new URL('../../dist/server/skills-registry.cjs', import.meta.url));
const PROGRAMS = join(tmpdir(), 'clients-of-mcp');

/** By client id: the package, and the command that lists its servers and asks them. */
const CLIENTS = {
  'claude-code': ['@anthropic-ai/claude-code', 'claude'],
  'gemini-cli': ['@google/gemini-cli', 'gemini'],
  codex: ['@openai/codex', 'codex'],
  opencode: ['opencode-ai', 'opencode'],
  'qwen-code': ['@qwen-code/qwen-code', 'qwen'],
};
const INSPECTOR = '@modelcontextprotocol/inspector';

const home = mkdtempSync(join(tmpdir(), 'clients-home-'));
const work = join(home, 'work');
const env = {
  ...process.env,
  ...{ HOME: home, USERPROFILE: home, APPDATA: join(home, 'AppData'), LOCALAPPDATA: join(home, 'Local') },
  ...{ XDG_CONFIG_HOME: join(home, '.config'), XDG_DATA_HOME: join(home, '.local', 'share') },
  ...{ XDG_CACHE_HOME: join(home, '.cache'), XDG_STATE_HOME: join(home, '.local', 'state') },
  PATH: [join(PROGRAMS, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
  // A folder that Gemini CLI trusts.
  GEMINI_CLI_TRUST_WORKSPACE: 'true',
};

/** What a program printed, whatever its exit code. */
function run(program, args, options = {}) {
  return new Promise((resolve) => {
    const ways = { cwd: work, env, timeout: 120_000, shell: process.platform === 'win32', ...options };
    const child = execFile(program, args, ways, (_error, out, err) =>
      resolve(stripVTControlCharacters(`${out}\n${err}`)),
    );
    child.stdin?.end();
  });
}

const ours = (...args) => run(process.execPath, [SCRIPT, ...args], { shell: false });

let failures = 0;
function expect(what, isRight, said) {
  console.log(`${isRight ? '✓' : '✗'} ${what}`);
  if (isRight) return;
  failures += 1;
  console.log(said.replace(/^/gm, '    '));
}

async function install() {
  mkdirSync(PROGRAMS, { recursive: true });
  writeFileSync(join(PROGRAMS, 'package.json'), '{ "private": true }\n');
  const packages = [...Object.values(CLIENTS).map(([name]) => name), INSPECTOR];
  const latest = packages.map((name) => `${name}@latest`);
  const options = { cwd: PROGRAMS, env: process.env, timeout: 900_000 };
  const said = await run('npm', ['install', '--no-audit', '--no-fund', ...latest], options);
  for (const name of packages) {
    const file = join(PROGRAMS, 'node_modules', name, 'package.json');
    try {
      console.log(`${name} ${JSON.parse(readFileSync(file, 'utf8')).version}`);
    } catch {
      expect(`${name} is installed`, false, said);
    }
  }
}

async function proveClient(id, command) {
  const list = () => run(command, ['mcp', 'list']);
  const isListed = (said) => /skills-registry.*\b(?:connected|enabled)\b/is.test(said);
  for (const way of ['--http', '--stdio']) {
    const written = await ours('connect', id, way, '--write');
    const said = await list();
    expect(`${id} reaches the service after connect ${way} --write`, isListed(said), written + said);
  }
  const state = await ours('connect');
  expect(`${id} is listed as connected`, new RegExp(`^${id} +connected`, 'm').test(state), state);
  const removed = await ours('connect', id, '--remove');
  const left = await list();
  expect(`${id} has no entry after connect --remove`, !left.includes('skills-registry'), removed + left);
}

/** By the settings of Claude Code, whose form the inspector reads. */
async function proveCall() {
  const settings = join(home, '.claude.json');
  const server = ['--cli', '--config', settings, '--server', 'skills-registry', '--method'];
  const call = ['tools/call', '--tool-name', 'get_skill', '--tool-arg', 'path=spdlog'];
  for (const way of ['--http', '--stdio']) {
    const written = await ours('connect', 'claude-code', way, '--write');
    const tools = await run('mcp-inspector', [...server, 'tools/list']);
    expect(`the inspector lists the tools, ${way}`, tools.includes('"find_skills"'), written + tools);
    const said = await run('mcp-inspector', [...server, ...call]);
    expect(`the inspector calls get_skill, ${way}`, said.includes('cpp/gabime/spdlog'), said);
  }
}

async function proveConnections() {
  mkdirSync(work);
  await install();
  const service = spawn(process.execPath, [SCRIPT, 'serve', '--port', '0'], { cwd: work, env });
  try {
    await new Promise((resolve) => service.stdout.once('data', resolve));
    for (const [id, [, command]] of Object.entries(CLIENTS)) await proveClient(id, command);
    await proveCall();
    const { GEMINI_CLI_TRUST_WORKSPACE: _, ...untrusted } = env;
    await ours('connect', 'gemini-cli', '--write');
    const disabled = await run('gemini', ['mcp', 'list'], { env: untrusted });
    const doctor = await run(process.execPath, [SCRIPT, 'doctor'], { env: untrusted, shell: false });
    const isSaid = /Disabled/.test(disabled) && doctor.includes('Gemini CLI does not trust');
    expect('the doctor says that Gemini CLI switches servers off', isSaid, disabled + doctor);
  } finally {
    service.kill();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

if (process.argv[2] !== 'hooks') await proveConnections();
await proveHooks(expect, process.argv[3]);
process.exitCode = failures === 0 ? 0 : 1;
