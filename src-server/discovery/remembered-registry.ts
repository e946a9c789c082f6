import { promises as fs } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { DiscoveryFile, OfflineRegistry } from '../contract/service/discovery.ts';
import { writeInside } from '../platform/write-file.ts';

/** Last choice, without a named registry and a service. */
const FILE = 'remembered-registry.json';
/** A shorter `serve` is a trial. */
const TRIAL_MS = 60_000;

/** @param registry absolute root */
export async function rememberRegistry(dataFolder: string, registry: string): Promise<void> {
  const text = `${JSON.stringify({ schema: 1, registry })}\n`;
  await writeInside(dataFolder, FILE, text, { mode: 0o600 });
}

/** Absolute, perhaps missing; undefined before the first choice. */
export async function rememberedRegistry(dataFolder: string): Promise<string | undefined> {
  try {
    const { schema, registry } = JSON.parse(await fs.readFile(join(dataFolder, FILE), 'utf8'));
    return schema === 1 && typeof registry === 'string' && isAbsolute(registry) ? registry : undefined;
  } catch {
    return undefined;
  }
}

/** @param look returns the registry's root, if any */
export async function offlineRegistry(
  dataFolder: string,
  look: (folder: string) => Promise<string | undefined>,
): Promise<OfflineRegistry | undefined> {
  const remembered = await rememberedRegistry(dataFolder);
  if (remembered === undefined) return undefined;
  const root = await look(remembered);
  return root === undefined ? { folder: remembered, isGone: true } : { folder: root };
}

/** The app's at once, others after a minute. Returns the cancellation. */
export function rememberServed(
  dataFolder: string,
  { app, registry }: Pick<DiscoveryFile, 'app' | 'registry'>,
  onError: (error: unknown) => void,
): () => void {
  const remember = () => void rememberRegistry(dataFolder, registry).catch(onError);
  const timer = setTimeout(remember, app === 'tray' ? 0 : TRIAL_MS).unref();
  return () => clearTimeout(timer);
}
