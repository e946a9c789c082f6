import { dirname, join, resolve } from 'node:path';
import { disk } from '../../registry/worker/disk.ts';
import { type LibraryTexts, PACKAGE_FILES } from './library-facts.ts';

const MAX_FILE_BYTES = 1024 * 1024;
const MAX_LEVELS = 64;

/** Package files and git's settings. @param folder absolute, links resolved */
export function readLibrary(folder: string) {
  const notes: string[] = [];
  const packages: Record<string, string> = {};
  for (const name of PACKAGE_FILES) {
    const read = readText(folder, name);
    if (read.ok) packages[name] = read.text;
    else if (read.cause !== 'gone') notes.push(`${name} can’t be read, or is too large, so it was not.`);
  }
  const cargoAbove: string[] = [];
  let root = folder;
  let config = gitConfig(root);
  for (let level = 0; level < MAX_LEVELS && config === undefined && dirname(root) !== root; level += 1) {
    root = dirname(root);
    config = gitConfig(root);
    const workspace = readText(root, 'Cargo.toml');
    if (workspace.ok) cargoAbove.push(workspace.text);
  }
  const texts: LibraryTexts = { packages, cargoAbove, remote: remoteAddress(config ?? '') };
  return { texts, notes };
}

/** Only a regular file below its folder. */
function readText(folder: string, name: string) {
  const read = disk.read({ path: join(folder, name), inside: folder, maxSize: MAX_FILE_BYTES });
  return read.ok ? ({ ok: true, text: read.bytes.toString('utf8') } as const) : read;
}

/** Of the repository; also of a worktree or submodule, whose `.git` is a file. */
function gitConfig(root: string): string | undefined {
  const place = (folder: string, name: string, start: string, other: string) => {
    const read = readText(folder, name);
    const path = read.ok && read.text.startsWith(start) ? read.text.slice(start.length).trim() : other;
    // A network path would contact another computer.
    return /^[\\/]{2}/.test(path) ? undefined : resolve(folder, path);
  };
  const own = place(root, '.git', 'gitdir:', '.git');
  const shared = own && place(own, 'commondir', '', '.');
  const config = shared === undefined ? undefined : readText(shared, 'config');
  return config?.ok ? config.text : undefined;
}

/** Of `upstream` (a fork's library), else `origin`. Further URLs of a remote are for pushes. */
function remoteAddress(config: string): string | undefined {
  const remotes = config.matchAll(/^\s*\[remote "(upstream|origin)"\][^[]*?\burl\s*=\s*"?([^"\s#;]+)/gim);
  const addresses = new Map([...remotes].map(([, name, address]) => [name, address]));
  return addresses.get('upstream') ?? addresses.get('origin');
}
