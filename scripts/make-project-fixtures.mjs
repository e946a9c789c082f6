/**
 * Recreates test/fixtures/projects with real package managers, without registry URLs. Needs the npm registry.
 * `node scripts/make-project-fixtures.mjs`
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FIXTURES = fileURLToPath(new URL('../test/fixtures/projects', import.meta.url));

/** An alias, two versions of `ms`, a workspace member, development dependencies. */
const PROJECT = {
  'package.json': {
    name: 'fixture',
    private: true,
    workspaces: ['packages/*'],
    dependencies: { chalk: '4.1.2', 'old-ms': 'npm:ms@2.0.0', 'fixture-lib': '1.0.0' },
    devDependencies: { semver: '7.5.4' },
  },
  'packages/lib/package.json': { name: 'fixture-lib', version: '1.0.0', dependencies: { ms: '2.1.3' } },
};
const PNPM = {
  ...PROJECT,
  'pnpm-workspace.yaml': 'packages:\n  - packages/*\nlinkWorkspacePackages: true\n',
};
const PNPM_RC = { ...PNPM, '.npmrc': 'link-workspace-packages=true\n' };
/** An empty lock file marks the root. */
const BERRY = { ...PROJECT, '.yarnrc.yml': 'enableTelemetry: false\n', 'yarn.lock': '' };

const npm = (...extra) => ['npm', 'npm', ['install', '--package-lock-only', '--ignore-scripts', ...extra]];
const pnpm = (name) => [name, 'bin/pnpm.cjs', ['install', '--lockfile-only', '--ignore-scripts']];

/** Folder, files, lock file; package (an alias below), program, arguments. */
const LOCKS = [
  ['npm-2', PROJECT, 'package-lock.json', npm('--lockfile-version=2')],
  ['npm-3', PROJECT, 'package-lock.json', npm('--lockfile-version=3')],
  ['pnpm-5', PNPM_RC, 'pnpm-lock.yaml', pnpm('pnpm-7')],
  ['pnpm-6', PNPM_RC, 'pnpm-lock.yaml', pnpm('pnpm-8')],
  ['pnpm-9', PNPM, 'pnpm-lock.yaml', pnpm('pnpm-10')],
  [
    'yarn-1',
    PROJECT,
    'yarn.lock',
    ['yarn-1', 'bin/yarn.js', ['install', '--ignore-scripts', '--non-interactive']],
  ],
  ['yarn-berry', BERRY, 'yarn.lock', ['yarn-4', 'bin/yarn.js', ['install', '--mode=update-lockfile']]],
  ['bun', PROJECT, 'bun.lock', ['bun', 'bin/bun.exe', ['install', '--lockfile-only', '--ignore-scripts']]],
];
const MANAGERS = [
  ...['pnpm-7@npm:pnpm@7.33.7', 'pnpm-8@npm:pnpm@8.15.9', 'pnpm-10@npm:pnpm@10.24.0'],
  ...['yarn-1@npm:yarn@1.22.22', 'yarn-4@npm:@yarnpkg/cli-dist@4.12.0', 'bun@1.3.3'],
];

const work = mkdtempSync(join(tmpdir(), 'project-fixtures-'));
try {
  writeFileSync(join(work, 'package.json'), '{}');
  run('npm', ['install', '--no-audit', '--no-fund', '--foreground-scripts', ...MANAGERS], work);
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  for (const lock of LOCKS) make(registry, ...lock);
} finally {
  rmSync(work, { recursive: true, force: true });
}

function make(registry, name, files, lockFile, [manager, program, args]) {
  const folder = join(work, 'made', name);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`;
    writeFileSync(join(folder, path), text);
  }
  const home = join(work, 'node_modules', manager, program);
  if (manager === 'npm') run('npm', args, folder);
  else if (manager === 'bun') run(home, args, folder, registry);
  else run(process.execPath, [home, ...args], folder, registry);
  for (const path of Object.keys(files).filter((path) => !path.startsWith('.')))
    cpSync(join(folder, path), join(FIXTURES, name, path));
  const text = readFileSync(join(folder, lockFile), 'utf8');
  writeFileSync(join(FIXTURES, name, lockFile), withoutAddresses(text));
}

/** Each manager has another form. */
function withoutAddresses(text) {
  return text
    .replace(/^ *"resolved": "https?:.*",?\n/gm, '')
    .replace(/^ +resolved "?https?:.*\n/gm, '')
    .replace(/, tarball: https?:[^,}]*/g, '')
    .replace(/::__archiveUrl=[^",\n]*/g, '')
    .replace(/"https?:\/\/[^"]*\.tgz"/g, '""')
    .replace(/,(\s*[}\]])/g, '$1');
}

function run(command, args, cwd, registry) {
  const env = {
    ...process.env,
    CI: '',
    ...(registry && { YARN_NPM_REGISTRY_SERVER: registry.replace(/\/$/, '') }),
  };
  if (registry)
    Object.assign(env, { npm_config_registry: registry, YARN_ENABLE_IMMUTABLE_INSTALLS: 'false' });
  execFileSync(command, args, { cwd, env, stdio: 'inherit', timeout: 120_000 });
}
