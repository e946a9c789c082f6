import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the project. */
export const PROJECT = resolve(fileURLToPath(new URL('../..', import.meta.url)));
