import { resolve } from 'node:path';
import type { ReadProject } from '../../contract/api/project.ts';
import { messageOf } from '../../contract/words/message-of.ts';
import { readProjectAt } from '../../projects/disk/read-project-at.ts';
import { HOLDS_NO_PROJECT } from '../../projects/read/project-file-names.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';

/** Like Snyk's. */
export const PROJECT_EXITS = {
  ok: EXIT_CODES.ok,
  found: EXIT_CODES.failed,
  failed: EXIT_CODES.usage,
  noProject: EXIT_CODES.port,
} as const;

/** Throws `CliError` unless an accepted project. */
export async function readProjectFolder(
  folder: string | undefined,
  { cwd }: Pick<CliIo, 'cwd'>,
): Promise<{ readonly root: string; readonly project: ReadProject }> {
  const root = resolve(cwd, folder ?? '.');
  const project = await readProjectAt(root);
  if (project.isProject) return { root, project };
  throw new CliError(PROJECT_EXITS.noProject, `${root} ${HOLDS_NO_PROJECT}`);
}

/** All failures become `failed`: 1 means a finding. */
export async function endAsProjectCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof CliError && error.exitCode === PROJECT_EXITS.noProject) throw error;
    const below = error instanceof CliError ? error.below : [];
    throw new CliError(PROJECT_EXITS.failed, messageOf(error), {
      below,
    });
  }
}
