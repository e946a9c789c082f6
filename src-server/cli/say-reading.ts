import { printable } from '../contract/printable.ts';
import type { CliIo } from './cli-io.ts';

/** A start that takes longer is a large registry's, or a slow disk's; milliseconds. */
const LONG_MS = 2_000;

/**
 * Says what is being read where that takes long, so that nobody takes the command for hung.
 *
 * @param folder that was chosen
 * @param afterMs milliseconds of silence; default 2,000
 * @returns ends the wait, whether it was said or not
 */
export function sayReading(io: Pick<CliIo, 'err'>, folder: string, afterMs = LONG_MS): () => void {
  const timer = setTimeout(() => io.err(printable(`Reading ${folder} …`)), afterMs);
  return () => clearTimeout(timer);
}
