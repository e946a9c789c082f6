import { promises as fs } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { RegistrySource } from './installed-skill.ts';

/** The name of a registry's folder, and its commit where it is a checkout of its own. */
export async function registrySource(registry: string, project: string): Promise<RegistrySource> {
  const name = basename(registry);
  const checkout = await checkoutOf(registry);
  // A project's own registry would have another commit as soon as this is committed.
  if (checkout === undefined || checkout === (await checkoutOf(project))) return { registry: name };
  return { registry: name, commit: await headOf(checkout) };
}

/** The folder with `.git` at or above another one. */
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

/** The commit that is checked out, read from git's own files; undefined where they say it in another way. */
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
