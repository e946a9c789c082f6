/**
 * Packs the desktop app with electron-builder, and checks the result; and the bundle for Claude Desktop.
 *
 *   npm run package                   installers for this system and processor, into release/; fetches Electron
 *   npm run package -- --unpacked     without installers
 *   npm run package:dir               unpacked and offline, with a stub instead of Electron. For tests.
 *   npm run package:mcpb [folder]     the bundle alone: release/skills-registry.mcpb
 */

import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SENTINEL } from '@electron/fuses/dist/constants.js';
import { zipSync } from 'fflate';
import { checkPackage, unpackedFolder } from './check-package.mjs';
import { ensureBuilt } from './run-built.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const electronVersion = JSON.parse(
  readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8'),
).version;

/** The fuses of version 1, in the states in which Electron ships them. */
const SHIPPED_WIRE = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, 9]), Buffer.from('101100011')]);

/** Makes what stands for Electron in tests, and saves 200 MB. */
function makeStubRuntime(folder) {
  for (const name of ['resources', 'locales']) mkdirSync(join(folder, name), { recursive: true });
  const script = '#!/bin/sh\necho "A stub: packed without Electron, for tests only." >&2\nexit 1\n';
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.from(script), SHIPPED_WIRE]));
  chmodSync(join(folder, 'electron'), 0o755);
  writeFileSync(join(folder, 'version'), electronVersion);
  writeFileSync(join(folder, 'LICENSE'), 'Stub.\n');
  writeFileSync(join(folder, 'LICENSES.chromium.html'), '<!doctype html><title>Stub</title>\n');
  writeFileSync(join(folder, 'locales/en-US.pak'), '');
  return folder;
}

/** electron-builder leaves out of the archive each file that also lies beside it, so the service gets a copy. */
function makeResources() {
  const release = join(root, 'release');
  packageMcpb(release);
  copyFileSync(join(root, 'package.json'), join(release, 'package.json'));
}

/** Packs the app unpacked and with the stub. */
export async function packUnpacked(output) {
  makeResources();
  const scratch = mkdtempSync(join(tmpdir(), 'stub-electron-'));
  try {
    const { build } = await import('electron-builder');
    await build({
      projectDir: root,
      linux: ['dir'],
      x64: true,
      config: {
        extends: 'electron-builder.yml',
        directories: { output },
        electronVersion,
        electronDist: makeStubRuntime(join(scratch, 'dist')),
      },
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return join(output, unpackedFolder('linux', 'x64'));
}

/** Packs installers for this system, signed if the environment provides certificates. */
async function packForThisSystem(isUnpacked) {
  const { said, isSigned, azure } = applySigning();
  console.log(said);
  makeResources();
  const { build } = await import('electron-builder');
  const files = await build({
    projectDir: root,
    config: { extends: 'electron-builder.yml', ...(azure && { win: { azureSignOptions: azure } }) },
    publish: 'never',
    dir: isUnpacked,
  });
  await checkPackage(join(root, 'release', unpackedFolder(process.platform, process.arch)));
  for (const file of files.filter((name) => existsSync(name))) console.log(file);
  const state = { platform: process.platform, arch: process.arch, isSigned };
  writeFileSync(
    join(root, 'release', `signing-${process.platform}-${process.arch}.json`),
    JSON.stringify(state),
  );
}

/** What the bundle for Claude Desktop holds, which brings Node. `package.json` declares ES modules. */
const BUNDLE_CONTENT = [
  'package.json',
  'LICENSE',
  'dist/server',
  'dist/third-party-notices.txt',
  'assets/sample-registry',
  'assets/icons/512x512.png',
];
/** The file that only the desktop app forks. */
const APP_ONLY = 'dist/server/utility-process.js';
/** The time of every entry, so that bundles are the same each time: the earliest of the zip format. */
const ENTRY_TIME = new Date(1980, 0, 1);

/**
 * Returns the bundle's manifest; its `tools` are shown before the installation. The format, version 0.3:
 * https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md
 */
export function makeManifest({ version, description, license }) {
  return {
    manifest_version: '0.3',
    name: 'skills-registry',
    display_name: 'Skills Registry',
    version,
    description,
    long_description:
      'Hands your agent what open-source libraries get wrong in its hands: pitfalls, safety rules, life cycles. ' +
      'Uses the Skills Registry app or service if one is running, else reads a folder of yours, else the sample.',
    author: { name: 'The Skills Registry authors' },
    license,
    icon: 'assets/icons/512x512.png',
    server: {
      type: 'node',
      entry_point: 'dist/server/skills-registry.cjs',
      mcp_config: {
        command: 'node',
        args: [`${placeholder('__dirname')}/dist/server/skills-registry.cjs`, 'mcp'],
        env: { SKILLS_REGISTRY: placeholder('user_config.registry') },
      },
    },
    tools: [
      { name: 'find_skills', description: 'Find the skills that answer a question in plain words.' },
      { name: 'search_skills', description: 'Search skills by name, tag or summary.' },
      { name: 'get_skill', description: 'Read everything a skill says, the most important first.' },
      { name: 'get_section', description: 'Read one file of a skill.' },
    ],
    keywords: ['skills', 'libraries', 'pitfalls', 'documentation'],
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=20.19' } },
    user_config: {
      registry: {
        type: 'directory',
        title: 'Registry folder',
        description: 'Your folder of skills. Without one: what the running app serves, else the sample.',
        required: false,
      },
    },
  };
}

/** Returns a placeholder, which the client fills in. */
function placeholder(name) {
  return `$\{${name}}`;
}

export function packageMcpb(folder) {
  const manifest = makeManifest(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const entries = { 'manifest.json': Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`) };
  for (const path of BUNDLE_CONTENT.flatMap(listFiles)) {
    if (path !== APP_ONLY) entries[path] = readFileSync(join(root, path));
  }
  const file = join(folder, 'skills-registry.mcpb');
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, zipSync(entries, { level: 9, mtime: ENTRY_TIME }));
  return file;
}

/** Lists the files below a path, sorted by name. */
function listFiles(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => listFiles(`${path}/${name}`));
}

/** The variable with the content of a key; electron-builder accepts only a file. */
const KEY_TEXT = 'APPLE_API_KEY_P8';

/** The variables of a certificate in a file, with which electron-builder would sign by itself. */
const FILE_CERTIFICATE = ['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'];

/** The variables by system. The first group signs, later ones depend on it. */
const SIGNING_GROUPS = {
  darwin: [
    { does: 'signed', variables: ['CSC_LINK', 'CSC_KEY_PASSWORD'] },
    { does: 'notarised', variables: [KEY_TEXT, 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'] },
  ],
  win32: [
    {
      does: 'signed',
      variables: [
        'AZURE_TENANT_ID',
        'AZURE_CLIENT_ID',
        'AZURE_CLIENT_SECRET',
        'AZURE_PUBLISHER_NAME',
        'AZURE_ENDPOINT',
        'AZURE_SIGNING_ACCOUNT',
        'AZURE_CERTIFICATE_PROFILE',
      ],
    },
  ],
};

/**
 * Decides by the variables. Throws if a group is incomplete: a mistyped variable must not produce an unsigned
 * release.
 * @param {Record<string, string | undefined>} env
 * @param {string} keyFile path for the key of Apple's API
 * @returns {{ isSigned: boolean, said: string, drop: string[], set: Record<string, string>, key: string | undefined,
 *   azure: Record<string, string | undefined> | undefined }}
 *   `drop` and `set` are variables, `key` is the content of `keyFile`, `azure` is electron-builder's
 * `azureSignOptions`
 */
export function decideSigning(platform, env, keyFile) {
  const groups = SIGNING_GROUPS[platform] ?? [];
  const done = groups.filter(({ variables }) => isWhole(variables, env));
  const [first] = groups;
  if (done.length > 0 && done[0] !== first)
    throw new Error(`What is not signed can't be notarised: ${first.variables.join(', ')} are not set.`);
  const isSigned = done.length > 0;
  const isNotarised = done.length > 1;
  return {
    isSigned,
    said: signingSentence(groups, done),
    drop: droppedVariables(done),
    set: {
      // Prevents a search for certificates in the builder's keychain.
      ...(platform === 'darwin' && !isSigned && { CSC_IDENTITY_AUTO_DISCOVERY: 'false' }),
      ...(isNotarised && { APPLE_API_KEY: keyFile }),
    },
    key: isNotarised ? env[KEY_TEXT] : undefined,
    azure:
      platform === 'win32' && isSigned
        ? {
            publisherName: env.AZURE_PUBLISHER_NAME,
            endpoint: env.AZURE_ENDPOINT,
            codeSigningAccountName: env.AZURE_SIGNING_ACCOUNT,
            certificateProfileName: env.AZURE_CERTIFICATE_PROFILE,
          }
        : undefined,
  };
}

/**
 * Returns the variables to unset: electron-builder misreads empty ones, and on Windows would use macOS's certificate.
 */
function droppedVariables(done) {
  const kept = done.flatMap(({ variables }) => variables).filter((name) => name !== KEY_TEXT);
  const known = Object.values(SIGNING_GROUPS).flatMap((groups) =>
    groups.flatMap(({ variables }) => variables),
  );
  return [...known, ...FILE_CERTIFICATE].filter((name) => !kept.includes(name));
}

function isWhole(variables, env) {
  const missing = variables.filter((name) => !env[name]);
  if (missing.length > 0 && missing.length < variables.length)
    throw new Error(`Set all of ${variables.join(', ')}, or none: ${missing.join(', ')} is missing.`);
  return missing.length === 0;
}

function signingSentence(groups, done) {
  if (groups.length === 0) return 'Nothing is signed on this system; the checksums say what was published.';
  if (done.length > 0) return `The build will be ${done.map(({ does }) => does).join(' and ')}.`;
  return `The build will not be signed: ${groups[0].variables.join(' and ')} are not set.`;
}

export function applySigning(platform = process.platform, env = process.env) {
  const keyFile = join(env.RUNNER_TEMP || tmpdir(), `apple-api-key-${randomUUID()}.p8`);
  const decision = decideSigning(platform, env, keyFile);
  for (const name of decision.drop) delete env[name];
  Object.assign(env, decision.set);
  if (decision.key !== undefined) {
    writeFileSync(keyFile, decision.key, { mode: 0o600, flag: 'wx' });
    process.once('exit', () => rmSync(keyFile, { force: true }));
  }
  return decision;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [first, folder = join(root, 'release')] = process.argv.slice(2);
  ensureBuilt();
  if (first === '--mcpb') console.log(packageMcpb(folder));
  else if (first === '--dir') await checkPackage(await packUnpacked(join(root, 'release', 'stub')), 'linux');
  else await packForThisSystem(first === '--unpacked');
}
