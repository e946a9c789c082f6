import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureBuilt } from './ensure-built.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Builds if needed. Runs in this process and in npm's initial folder. */
export async function runBuiltCli(args) {
  ensureBuilt(root);
  const cli = join(root, 'dist', 'server', 'skills-registry.cjs');
  process.argv = [process.execPath, cli, ...args];
  process.chdir(process.env.INIT_CWD ?? process.cwd());
  await import(pathToFileURL(cli).href);
}
