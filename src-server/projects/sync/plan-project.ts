import { type AskingService, askMatches } from '../match/ask-matches.ts';
import type { ProjectPackage } from '../project-packages.ts';
import { fetchSkills } from './fetch-skills.ts';
import { projectSkills } from './project-index.ts';
import { registrySource } from './registry-source.ts';
import { planSync, readLock, type SyncPlan } from './sync-project.ts';

/** A project, and the service whose skills go into it. */
export interface ProjectSyncRequest {
  /** The project's folder, absolute. */
  readonly root: string;
  readonly packages: readonly ProjectPackage[];
  readonly service: AskingService;
  /** Folder of the registry that the service serves. */
  readonly registry: string;
  /** True where the list alone is written, and installed skills stay as they are. */
  readonly indexOnly: boolean;
}

/** What `sync` would change in a project, by a service's answers. Writes nothing. */
export async function planProjectSync({
  root,
  packages,
  service,
  registry,
  indexOnly,
}: ProjectSyncRequest): Promise<SyncPlan> {
  const skills = projectSkills((await askMatches(packages, service)).packages);
  if (indexOnly) return planSync({ root, skills, installed: undefined });
  const { lock } = await readLock(root);
  const keys = skills.map(({ match }) => match.key);
  const source = await registrySource(registry, root);
  return planSync({ root, skills, installed: await fetchSkills(keys, service, source, lock) });
}
