/** Checks imports by import-walls.mjs. */
import { fileURLToPath } from 'node:url';
import { checkWalls } from './import-walls.mjs';

const { files, refusals } = checkWalls(fileURLToPath(new URL('..', import.meta.url)));
for (const line of refusals) console.error(line);
if (refusals.length > 0) process.exit(1);
console.log(`Walls hold: ${files.length} files checked.`);
