import { promises as fs } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { RegistrySource } from './installed-skill.ts';

/** `commit` only for a separate checkout. */
export async function registrySource(registry: string, project: string): Promise<RegistrySource> {
  const name = basename(registry);
  const checkout = await checkoutOf(registry);
  // A registry in the project would get a new commit with each change.
  if (checkout === undefined || checkout === (await checkoutOf(project))) return { registry: name };
  return { registry: name, commit: await headOf(checkout) };
}

async function checkoutOf(folder: string): Promise<string | undefined> {
  for (let each = folder; ; each = dirname(each)) {
    const isThere = await fs.stat(join(each, '.git')).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
    if (isThere) return each;
    if (dirname(each) === each) return undefined;
  }
}

const COMMIT = /^[0-9a-f]{40,64}$/;

/** Undefined for unusual layouts. */
async function headOf(checkout: string): Promise<string | undefined> {
  const read = async (path: string) =>
    (await fs.readFile(join(checkout, '.git', path), 'utf8').catch(() => '')).trim();
  const head = await read('HEAD');
  const branch = /^ref: (refs\/[\w./-]+)$/.exec(head)?.[1];
  if (branch === undefined) return COMMIT.test(head) ? head : undefined;
  const loose = branch.includes('..') ? '' : await read(branch);
  const packed = (await read('packed-refs')).split('\n').find((line) => line.endsWith(` ${branch}`));
  const commit = loose === '' ? (packed?.split(' ')[0] ?? '') : loose;
  return COMMIT.test(commit) ? commit : undefined;
}
