/** Install and uninstall commands per installer format. Pure. */
import { posix, win32 } from 'node:path';

const PRODUCT = 'Skills Registry';
const APP_ID = 'org.skills-registry.app';
const RUN_KEY = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run';

/**
 * @typedef {object} Plan
 * @property {string} format file extension of the installer
 * @property {readonly (readonly string[])[]} install commands in order; also used to upgrade
 * @property {string | undefined} folder installed app for packed-app.mjs; undefined if the installer file
 *   itself runs
 * @property {string} binary program to start
 * @property {readonly string[]} switches required arguments
 * @property {readonly (readonly string[])[]} uninstall
 * @property {readonly string[]} gone paths that uninstalling must remove
 * @property {{ set: readonly string[], isSet: readonly string[] } | undefined} loginEntry login entry as the
 *   app makes it; upgrades must keep it, uninstalling must remove it
 */

/**
 * @param {string} file path of the installer
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
      // apt treats a reinstallation as an upgrade.
      install: [['sudo', 'apt-get', 'install', '-y', '--reinstall', file]],
      folder,
      // No `--no-sandbox`: the package's AppArmor profile must allow the sandbox.
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

/** Undefined for unsigned platforms. */
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

export function signatureObjection(platform, isSigned, { status, output }) {
  if (platform === 'darwin') return status === 0 ? undefined : `the signature is broken: ${output.trim()}`;
  const wanted = isSigned ? 'Valid' : 'NotSigned';
  const found = output.trim();
  return found === wanted ? undefined : `the signature is ${found || 'unknown'} and must be ${wanted}`;
}

/** Lines of `listing`: ID, space, program path. */
export function processesIn(folder, listing) {
  return listing
    .split(/\r?\n/)
    .map((line) => /^\s*(\d+)\s+(.+?)\s*$/.exec(line))
    .filter((match) => match?.[2].startsWith(folder))
    .map((match) => Number(match[1]));
}
