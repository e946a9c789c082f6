import { randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { basename, dirname, relative, sep } from 'node:path';
import { isAtOrBelow, WriteRefused } from '../../platform/guarded-path.ts';
import { placeFolder } from '../../platform/write-file.ts';
import type { RegistryLocation } from '../../registry/registry-patch.ts';
import { inTurn } from '../../registry/write/rewrite-index.ts';
import { placeSkill } from '../../registry/write/store-submission.ts';
import { CliError } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';

/**
 * Writes all or none; never overwrites.
 *
 * @returns the new folder
 */
export async function placeNewSkill(
  target: RegistryLocation | string,
  key: string,
  files: Readonly<Record<string, string>>,
  cwd: string,
): Promise<string> {
  const { 'skill.json': manifest = '', ...others } = files;
  const texts = [...Object.entries(others), ['skill.json', manifest] as const];
  try {
    return typeof target === 'string'
      ? await placeBeside(target, texts, cwd)
      : await inTurn(target, () => placeSkill(target, key, files));
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error;
    throw new CliError(EXIT_CODES.failed, error.message, { cause: error });
  }
}

/**
 * Refuses links in the working directory. Elsewhere, the user chose the path: only the last segment is
 * checked.
 */
async function placeBeside(
  target: string,
  files: ReadonlyArray<readonly [path: string, text: string]>,
  cwd: string,
): Promise<string> {
  if (isAtOrBelow(cwd, target))
    throw new WriteRefused(`${target} is the folder you are in. Name one that is not there yet.`);
  const root = isAtOrBelow(target, cwd) ? cwd : dirname(target);
  if (root !== cwd) await fs.mkdir(root, { recursive: true });
  const path = relative(root, target).split(sep).join('/');
  const name = basename(target);
  const draft = `${path.slice(0, -name.length)}.${name}.${randomUUID()}.tmp`;
  await placeFolder(root, path, draft, files);
  return target;
}
