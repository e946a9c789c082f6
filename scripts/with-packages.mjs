/**
 * `node scripts/with-packages.mjs <script> [arguments]`: runs a script of this folder in this process. If
 * packages are missing, advises `npm ci`. The script can't check itself, because Node resolves imports before
 * its first line runs.
 */
import { fileURLToPath } from 'node:url';

const [node, , script, ...args] = process.argv;
try {
  import.meta.resolve('esbuild');
} catch (error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  console.error('The packages that this needs are not installed. Run npm ci first.');
  process.exit(1);
}
const file = new URL(script, import.meta.url);
process.argv = [node, fileURLToPath(file), ...args];
await import(file.href);
