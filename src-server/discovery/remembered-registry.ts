import { promises as fs } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { DiscoveryFile } from '../contract/service/discovery.ts';
import { writeInside } from '../writing/write-inside.ts';

/** The registry that answers where none is named and no service runs: the last one that somebody chose. */
const FILE = 'remembered-registry.json';
/** A `serve` that ran this long was no trial. */
const TRIAL_MS = 60_000;

/** @param registry absolute path of its root */
export async function rememberRegistry(dataFolder: string, registry: string): Promise<void> {
  const text = `${JSON.stringify({ schema: 1, registry })}\n`;
  await writeInside(dataFolder, FILE, text, { mode: 0o600 });
}

/** Absolute path; undefined where none was chosen yet. Does not look whether the folder is still there. */
export async function rememberedRegistry(dataFolder: string): Promise<string | undefined> {
  try {
    const { schema, registry } = JSON.parse(await fs.readFile(join(dataFolder, FILE), 'utf8'));
    return schema === 1 && typeof registry === 'string' && isAbsolute(registry) ? registry : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Remembers what a service serves: the app's registry at once, another one after a minute.
 *
 * @param onError called where it can't be written
 * @returns stops the wait
 */
export function rememberServed(
  dataFolder: string,
  { app, registry }: Pick<DiscoveryFile, 'app' | 'registry'>,
  onError: (error: unknown) => void,
): () => void {
  const remember = () => void rememberRegistry(dataFolder, registry).catch(onError);
  if (app === 'tray') {
    remember();
    return () => {};
  }
  const timer = setTimeout(remember, TRIAL_MS).unref();
  return () => clearTimeout(timer);
}
