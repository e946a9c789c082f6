/** How an installer is put on a system and taken off again, by system and format. Pure: commands and places, nothing is run. */
import { posix, win32 } from 'node:path';

const PRODUCT = 'Skills Registry';
const APP_ID = 'org.skills-registry.app';
const RUN_KEY = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run';

/**
 * @typedef {object} Plan
 * @property {string} format of the installer, its file's ending
 * @property {readonly (readonly string[])[]} install commands, in this order; they upgrade, too
 * @property {string | undefined} folder where the app is then, as packed-app.mjs understands it; undefined where it runs from
 *   the file itself
 * @property {string} binary what starts it
 * @property {readonly string[]} switches that it needs on this system
 * @property {readonly (readonly string[])[]} uninstall
 * @property {readonly string[]} gone what must not be there any more then
 * @property {{ set: readonly string[], isSet: readonly string[] } | undefined} loginEntry an entry as the app makes it, which an
 *   upgrade must leave and an uninstall must take
 */

/**
 * @param {string} file the installer's path
 * @param {Record<string, string | undefined>} env
 * @returns {Plan}
 */
export function installPlan(file, env) {
  const format = file.slice(file.lastIndexOf('.') + 1);
  const plan = PLANS[format];
  if (plan === undefined) throw new Error(`Nothing is known about installing ${file}.`);
  return { format, switches: [], loginEntry: undefined, ...plan(file, env) };
}

const PLANS = {
  deb: (file) => {
    const folder = `/opt/${PRODUCT}`;
    return {
      // A reinstall is an upgrade to the package manager.
      install: [['sudo', 'apt-get', 'install', '-y', '--reinstall', file]],
      folder,
      // No switch: the profile that the package installs must let the sandbox work.
      binary: '/usr/bin/skills-registry-app',
      uninstall: [['sudo', 'apt-get', 'remove', '-y', 'skills-registry']],
      gone: [
        folder,
        '/usr/bin/skills-registry-app',
        '/usr/share/applications/org.skills-registry.app.desktop',
      ],
    };
  },
  AppImage: (file) => ({
    install: [['chmod', '+x', file]],
    folder: undefined,
    binary: file,
    uninstall: [],
    gone: [],
  }),
  dmg: (file, { RUNNER_TEMP: temporary = '/tmp' }) => {
    const volume = posix.join(temporary, 'skills-registry-volume');
    const app = `/Applications/${PRODUCT}.app`;
    return {
      install: [
        ['hdiutil', 'attach', '-nobrowse', '-readonly', '-mountpoint', volume, file],
        ['rm', '-rf', app],
        ['ditto', posix.join(volume, `${PRODUCT}.app`), app],
        ['hdiutil', 'detach', '-force', volume],
      ],
      folder: '/Applications',
      binary: `${app}/Contents/MacOS/${PRODUCT}`,
      uninstall: [['rm', '-rf', app]],
      gone: [app],
    };
  },
  exe: (file, { LOCALAPPDATA: data = '' }) => {
    const folder = win32.join(data, 'Programs', 'skills-registry');
    const entry = ['/v', APP_ID];
    return {
      install: [[file, '/S']],
      folder,
      binary: win32.join(folder, `${PRODUCT}.exe`),
      uninstall: [[win32.join(folder, `Uninstall ${PRODUCT}.exe`), '/S']],
      gone: [folder],
      loginEntry: {
        set: ['reg', 'add', RUN_KEY, ...entry, '/d', `"${folder}\\${PRODUCT}.exe" --at-login`, '/f'],
        isSet: ['reg', 'query', RUN_KEY, ...entry],
      },
    };
  },
};

/** How to ask the system whether a signature is whole; undefined where there are none. */
export function signatureCommand(platform, { app, binary }) {
  if (platform === 'darwin') return ['codesign', '--verify', '--deep', '--strict', app];
  if (platform !== 'win32') return undefined;
  const quoted = `'${binary.replaceAll("'", "''")}'`;
  return [
    'powershell',
    '-NoProfile',
    '-Command',
    `(Get-AuthenticodeSignature -LiteralPath ${quoted}).Status`,
  ];
}

/** What is wrong about the answer, or undefined. */
export function signatureObjection(platform, isSigned, { status, output }) {
  if (platform === 'darwin') return status === 0 ? undefined : `the signature is broken: ${output.trim()}`;
  const wanted = isSigned ? 'Valid' : 'NotSigned';
  const found = output.trim();
  return found === wanted ? undefined : `the signature is ${found || 'unknown'} and must be ${wanted}`;
}

/** The processes whose program lies in a folder; `listing` has a line for each: its id, a space, its program's path. */
export function processesIn(folder, listing) {
  return listing
    .split(/\r?\n/)
    .map((line) => /^\s*(\d+)\s+(.+?)\s*$/.exec(line))
    .filter((match) => match?.[2].startsWith(folder))
    .map((match) => Number(match[1]));
}
