import { resolve } from 'node:path';
import type { ReadProject } from '../../contract/api/project.ts';
import { messageOf } from '../../contract/words/message-of.ts';
import { readProjectAt } from '../../projects/open-project.ts';
import { HOLDS_NO_PROJECT } from '../../projects/read/project-files.ts';
import { CliError, type CliIo } from '../cli-io.ts';

/** Like Snyk's: 1 means a finding. */
export const PROJECT_EXITS = { found: 1, failed: 2, noProject: 3 } as const;

/** Every failure ends with `failed`, but a folder that is no project. */
export async function withProject(
  folder: string | undefined,
  { cwd }: Pick<CliIo, 'cwd'>,
  work: (root: string, project: ReadProject) => Promise<void>,
): Promise<void> {
  const root = resolve(cwd, folder ?? '.');
  try {
    const project = await readProjectAt(root);
    if (project.isProject) return await work(root, project);
  } catch (error) {
    const below = error instanceof CliError ? error.below : [];
    throw new CliError(PROJECT_EXITS.failed, messageOf(error), { below });
  }
  throw new CliError(PROJECT_EXITS.noProject, `${root} ${HOLDS_NO_PROJECT}`);
}
