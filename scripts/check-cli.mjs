/** A packed app's command line must be complete and run. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { APP_ONLY, CLI_FILES } from './cli-content.mjs';

const REQUIRED = [...CLI_FILES, APP_ONLY, 'bin/skills-registry'];
/** Leftovers of package managers and builds would enlarge the installers. */
const ALLOWED = [
  /^(?:package\.json|LICENSE|node-licence\.txt|node(?:\.exe)?|bin\/skills-registry(?:\.cmd)?)$/,
  /^dist\/(?:third-party-notices\.txt$|renderer\/|server\/)/,
  /^assets\/sample-registry\//,
];
const FORBIDDEN = /\.(?:map|tsx?)$/;
/** Node has 94 to 127 MB, by system; the rest has 9. */
const MAX_BYTES = 150_000_000;

/**
 * Returns faults as sentences, and the size.
 *
 * @param {string} folder the app's `resources/cli`
 * @param {string} version expected output of `--version`
 */
export function checkCli(folder, version) {
  if (!existsSync(join(folder, 'package.json')))
    return { objections: ['cli/package.json is missing'], megabytes: 0 };
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const isWindows = manifest.os.includes('win32');
  const files = listFiles(folder);
  const bytes = files.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
  const programs = isWindows ? ['node.exe', 'bin/skills-registry.cmd'] : ['node', 'bin/skills-registry'];
  const missing = [...REQUIRED, ...programs].filter((path) => !files.includes(path));
  const objections = [
    ...missing.map((path) => `cli/${path} is missing`),
    ...files
      .filter((path) => !ALLOWED.some((rule) => rule.test(path)) || FORBIDDEN.test(path))
      .map((path) => `cli/${path} must not be there`),
    ...programs
      .filter((path) => !missing.includes(path) && !isExecutable(join(folder, path)))
      .map((path) => `cli/${path} can't be executed`),
    ...(bytes > MAX_BYTES ? [`cli has ${bytes} bytes, more than ${MAX_BYTES}`] : []),
  ];
  const runsHere = manifest.os.includes(process.platform) && manifest.cpu.includes(process.arch);
  if (objections.length === 0 && runsHere) objections.push(...versionObjection(folder, programs[1], version));
  return { objections, megabytes: Math.round(bytes / 1_000_000) };
}

function versionObjection(folder, command, version) {
  // Windows starts batch files only through a shell.
  const { stdout, stderr, error } = spawnSync(`"${join(folder, command)}" --version`, {
    encoding: 'utf8',
    shell: true,
  });
  const said = `${stdout ?? ''}`.trim();
  return said === version
    ? []
    : [`cli/${command} --version says “${said}”, not ${version}: ${error ?? stderr}`];
}

function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    );
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
