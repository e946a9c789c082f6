/** `npm run bench -- <name> [options]`: runs test/bench/<name>.bench.mjs. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../../scripts/run-built.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));
const names = readdirSync(folder).flatMap((file) => /^(.+)\.bench\.mjs$/.exec(file)?.[1] ?? []);
const [name, ...options] = process.argv.slice(2);
if (name === undefined || !names.includes(name)) {
  console.error(`usage: npm run bench -- <name> [options]; there are: ${names.join(', ')}`);
  process.exit(2);
}
ensureBuilt(fileURLToPath(new URL('../..', import.meta.url)));
const { status } = spawnSync(process.execPath, [`${folder}${name}.bench.mjs`, ...options], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
