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
/** Skills whose lists have each kind of line, one of them withheld. */
export const ROWS = join(PROJECT, 'test/fixtures/registries/rows');
export const EMPTY = join(PROJECT, 'test/fixtures/registries/empty');

export interface Service {
  /** The base URL, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Ends the service, as Ctrl+C would. */
  stop(): Promise<void>;
}

/**
 * Serves a registry.
 *
 * @param options further ones of `skills-registry serve`
 */
export async function startService(registry: string, options: readonly string[] = []): Promise<Service> {
  const data = mkdtempSync(join(tmpdir(), 'skills-window-data-'));
  // The command is installed: lines for a terminal begin with its name.
  const installed = join(data, 'bin');
  mkdirSync(installed);
  writeFileSync(join(installed, 'skills-registry'), '');
  const child = spawn(
    process.execPath,
    [join(PROJECT, 'dist/server/skills-registry.cjs'), 'serve', '-r', registry, '--port', '0', ...options],
    {
      env: {
        ...process.env,
        PATH: [installed, process.env['PATH']].join(delimiter),
        XDG_DATA_HOME: data,
        XDG_CACHE_HOME: data,
        LOCALAPPDATA: data,
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

/** Returns the address of a service, which says it when it serves. */
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

/** A registry that a spec may edit. */
export interface RegistryCopy {
  readonly path: string;
  remove(): void;
}

/** Copies a registry into a folder of its own. */
export function copyRegistry(from: string): RegistryCopy {
  const folder = mkdtempSync(join(tmpdir(), 'skills-window-'));
  const path = join(folder, 'registry');
  cpSync(from, path, { recursive: true });
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
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
