/** Which of Vitest's tests are unit tests: what a file is, and what it imports, decides it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Tests of the project around the program, and those that wait for disks, compilers and hours. */
const FOLDERS = /^test\/(?:docs|lab|scripts|soak)\//;
/** What starts processes, threads and servers, and what runs for long on purpose. */
const MODULES = /^node:(?:child_process|http|net|worker_threads)$/;
const SUPPORT =
  /\/support\/(?:built-cli|bundle|count-steps|disk-lab\/.+|kill-at-each-step|mcp-client|openapi-check|raw-http|run-cli-here|served-folder|served-process|test-server|worst-texts)\.ts$/;

/** @param file below the project, with slashes */
export function isIntegration(file: string, text: string): boolean {
  if (FOLDERS.test(file)) return true;
  const imported = [...text.matchAll(/\bfrom '([^']+)'/g)].map(([, name = '']) => name);
  return imported.some((name) => MODULES.test(name) || SUPPORT.test(name));
}

/** All test files of the project, by kind. */
export function kindsOfTests(root: string): Readonly<Record<'unit' | 'integration', readonly string[]>> {
  const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => `test/${name.replaceAll('\\', '/')}`);
  const integration = files.filter((file) => isIntegration(file, readFileSync(join(root, file), 'utf8')));
  return { unit: files.filter((file) => !integration.includes(file)), integration };
}
