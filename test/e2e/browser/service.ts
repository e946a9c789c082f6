/** The built command line as a running service, for a page to talk to. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
export const SAMPLE = join(PROJECT, 'assets/sample-registry');
export const ATTACK = join(PROJECT, 'test/fixtures/registries/attack');
export const EMPTY = join(PROJECT, 'test/fixtures/registries/empty');

export interface Service {
  /** Base URL without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Ends it, as Ctrl+C would. */
  stop(): Promise<void>;
}

/**
 * Serves a registry.
 *
 * @param options further ones of `skills-registry serve`
 * @param cache folder for what it keeps of the registry; default: one that goes with it
 */
export async function startService(
  registry: string,
  port = 0,
  options: readonly string[] = [],
  cache?: string,
): Promise<Service> {
  const data = mkdtempSync(join(tmpdir(), 'skills-window-data-'));
  // The command is installed: lines for a terminal begin with its name.
  const installed = join(data, 'bin');
  mkdirSync(installed);
  writeFileSync(join(installed, 'skills-registry'), '');
  const child = spawn(
    process.execPath,
    [
      join(PROJECT, 'dist/server/skills-registry.cjs'),
      'serve',
      '-r',
      registry,
      '--port',
      String(port),
      ...options,
    ],
    {
      env: {
        ...process.env,
        PATH: [installed, process.env['PATH']].join(delimiter),
        ...{ XDG_DATA_HOME: data, XDG_CACHE_HOME: cache ?? data, LOCALAPPDATA: data },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const url = await addressOf(child);
  return {
    url,
    port: Number(new URL(url).port),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** It says its address when it serves. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const read = (chunk: Buffer) => {
      said += chunk.toString();
      const url = /serving .* at (http:\/\/\S+)/.exec(said)?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`The service ended with ${code}: ${said}`)));
  });
}

/** A registry that may be edited. */
export interface RegistryCopy {
  readonly path: string;
  /** For what services keep of it, so that the next one needn't read and count what stayed as it was. */
  readonly cache: string;
  /** Undoes all edits; files that nobody touched stay what they are. */
  restore(): void;
  remove(): void;
}

/** Copies a registry into a folder of its own. */
export function copyRegistry(from: string): RegistryCopy {
  const folder = mkdtempSync(join(tmpdir(), 'skills-window-'));
  const [path, cache] = [join(folder, 'registry'), join(folder, 'cache')];
  cpSync(from, path, { recursive: true });
  let stamps = stampsOf(path);
  return {
    path,
    cache,
    restore() {
      for (const name of readdirSync(folder))
        if (!['registry', 'cache'].includes(name)) rmSync(join(folder, name), { recursive: true });
      // The versions that were served before are nobody's any more.
      rmSync(join(cache, 'skills-registry/version'), { recursive: true, force: true });
      mkdirSync(path, { recursive: true });
      const now = stampsOf(path);
      for (const [name, stamp] of now)
        if (stamps.get(name) !== stamp) rmSync(join(path, name), { recursive: true, force: true });
      for (const [name, stamp] of stamps)
        if (now.get(name) !== stamp) cpSync(join(from, name), join(path, name), { recursive: true });
      stamps = stampsOf(path);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** All that is in a folder, by path: of files and links, when they were last changed. */
export function stampsOf(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return new Map(
    names.map((name) => {
      const stats = lstatSync(join(folder, name));
      return [name, stats.isDirectory() ? 'folder' : `${stats.ino} ${stats.mtimeMs}`];
    }),
  );
}
