import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root. */
export const PROJECT = resolve(fileURLToPath(new URL('../..', import.meta.url)));
