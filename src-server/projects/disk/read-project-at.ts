import type { ReadProject } from '../../contract/api/project.ts';
import { readProject } from '../read/read-project.ts';
import { openProject } from './open-project.ts';
import { addRepositories } from './package-repositories.ts';

export async function readProjectAt(folder: string): Promise<ReadProject> {
  const project = await readProject(await openProject(folder));
  return { ...project, packages: await addRepositories(folder, project.packages) };
}
