/**
 * `npm run bench -- <name> [options]`: runs test/bench/<name>.bench.mjs. Without a name: says which there are.
 * Results belong into docs/performance.md.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const names = readdirSync(`${root}test/bench`)
  .filter((file) => file.endsWith('.bench.mjs'))
  .map((file) => file.slice(0, -'.bench.mjs'.length));
const [name, ...options] = process.argv.slice(2);
if (name === undefined || !names.includes(name)) {
  console.log(`Usage: npm run bench -- <${names.join(' | ')}> [options]`);
  process.exit(name === undefined ? 0 : 2);
}
const { status } = spawnSync(process.execPath, [`${root}test/bench/${name}.bench.mjs`, ...options], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
