import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from './temporary-registry.ts';

/** One way to lead a writer astray: a part of the path that it writes to is a link. */
export interface PlantedLink {
  /** `skills/.submissions is a link to a folder` */
  readonly name: string;
  /** Puts the link into `folder`, in place of what is there. */
  plant(folder: string): Victim;
}

/** What the link leads to, outside of the folder. */
export interface Victim {
  /** Names, kinds, permissions, times and contents of all that is there. */
  look(): unknown;
}

const UUID = '0b1c2d3e-4f50-4612-8a3b-9c4d5e6f7081';
const LONG_AGO = new Date('2026-01-01T00:00:00Z');

/**
 * For each part of each path, the ways in which it can be a link: to a folder that holds what was there and old files
 * under any name, to a file, to nothing.
 *
 * @param paths files that a writer writes, relative to its folder
 * @param trusted a folder among them that may be a link
 */
export function linksAt(paths: readonly string[], trusted?: string): readonly PlantedLink[] {
  const folders = paths.flatMap((path) => {
    const parts = path.split('/');
    return parts.slice(0, -1).map((_part, index) => parts.slice(0, index + 1).join('/'));
  });
  return [
    ...[...new Set(folders)]
      .filter((path) => path !== trusted)
      .flatMap((path) => [linkAt(path, 'a folder'), linkAt(path, 'nothing')]),
    ...paths.flatMap((path) => [linkAt(path, 'a file'), linkAt(path, 'nothing')]),
  ];
}

function linkAt(path: string, kind: 'a folder' | 'a file' | 'nothing'): PlantedLink {
  return {
    name: `${path} is a link to ${kind}`,
    plant(folder) {
      const outside = temporaryFolder({ 'kept.txt': 'kept' });
      const target = join(outside, 'target');
      const at = join(folder, path);
      mkdirSync(dirname(at), { recursive: true });
      if (kind === 'nothing') rmSync(at, { recursive: true, force: true });
      else if (existsSync(at)) renameSync(at, target);
      else if (kind === 'a file') writeFileSync(target, 'kept');
      else mkdirSync(target);
      if (kind === 'a folder') fill(target);
      symlinkSync(target, at);
      return { look: () => describe(outside) };
    },
  };
}

/** What a sweep of old drafts could take for its own. */
function fill(folder: string): void {
  mkdirSync(join(folder, UUID));
  for (const name of ['kept.txt', `.kept.${UUID}.tmp`, `${UUID}/kept.txt`, UUID])
    if (!existsSync(join(folder, name))) writeFileSync(join(folder, name), 'kept');
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), LONG_AGO, LONG_AGO);
}

function describe(folder: string): readonly unknown[] {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const path = join(folder, name);
      const stats = lstatSync(path);
      const content = stats.isDirectory() ? describe(path) : readFileSync(path, 'utf8');
      return [name, stats.mode, stats.ino, stats.mtimeMs, content];
    });
}
