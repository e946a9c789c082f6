import { promises as fs } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { locateRegistry } from '../registry/disk/locate-registry.ts';
import type { RegistryLocation } from '../registry/model/registry-snapshot.ts';
import { CliError } from './cli-io.ts';
import { EXIT_CODES } from './exit-codes.ts';

/**
 * The registry a path names: a folder as the service accepts it, a `.skills` folder, or a skill.json or index.json,
 * which stands for the folder around it. Throws `CliError` where there is none.
 */
export async function locateOrFail(path: string, cwd: string): Promise<RegistryLocation> {
  const picked = resolve(cwd, path);
  const stats = await fs.stat(picked).catch(() => undefined);
  const isFile = stats?.isFile() === true && ['skill.json', 'index.json'].includes(basename(picked));
  const folder = isFile ? dirname(picked) : picked;
  const located = await locateRegistry(basename(folder) === '.skills' ? dirname(folder) : folder);
  if (located.ok) return located.location;
  throw located.isOther
    ? new NothingThere(located.reason)
    : new CliError(EXIT_CODES.noRegistry, located.reason);
}

/** A folder without a registry; what to do about it is to begin one. */
export class NothingThere extends CliError {
  constructor(message: string) {
    super(EXIT_CODES.noRegistry, message);
  }
}
