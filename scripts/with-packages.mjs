/**
 * `node scripts/with-packages.mjs <script> [arguments]`: runs a script in this process, or advises `npm ci`
 * if packages are missing. Node resolves a script's imports before its first line runs.
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
