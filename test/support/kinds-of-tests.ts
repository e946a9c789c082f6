/** Which of Vitest's tests are unit tests: what a file is, and what it imports, decides it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Tests of the project around the program, and those that wait for disks, compilers and hours. */
const FOLDERS = /^test\/(?:docs|fuzz|scripts|soak)\//;
/** What starts processes, threads and servers, and what runs for long on purpose. */
const MODULES = /^node:(?:child_process|http|net|worker_threads)$/;
const SUPPORT =
  /\/support\/(?:built-cli|fetch-through|git-clone|git-server|listening|mcp-client|nginx|openapi-check|raw-http|run-cli-here|self-signed|stall-meter|test-server)\.ts$/;

/** What changes the modules or the world of all who share its process. */
const ALONE = /\bvi\.(?:mock|stubGlobal)\(|@vitest-environment jsdom/;

/** @param file below the project, with slashes */
function isIntegration(file: string, text: string): boolean {
  if (FOLDERS.test(file)) return true;
  const imported = [...text.matchAll(/\bfrom '([^']+)'/g)].map(([, name = '']) => name);
  return imported.some((name) => MODULES.test(name) || SUPPORT.test(name));
}

export type Kind = 'shared' | 'alone' | 'integration';

/** A unit test shares its process with others, or needs one of its own. */
export function kindOf(file: string, text: string): Kind {
  if (isIntegration(file, text)) return 'integration';
  return ALONE.test(text) ? 'alone' : 'shared';
}

/** All test files of the project, by kind. */
export function kindsOfTests(root: string): Readonly<Record<Kind, string[]>> {
  const kinds: Record<Kind, string[]> = { shared: [], alone: [], integration: [] };
  for (const name of readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })) {
    if (!/\.test\.tsx?$/.test(name)) continue;
    const file = `test/${name.replaceAll('\\', '/')}`;
    kinds[kindOf(file, readFileSync(join(root, file), 'utf8'))].push(file);
  }
  return kinds;
}
