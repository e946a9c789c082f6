import type { ProjectPackage } from '../../contract/api/project.ts';
import { askMatches, type ServiceClient } from '../match/ask-matches.ts';
import { fetchSkills } from './fetch-skills.ts';
import { projectSkills } from './project-index.ts';
import { registrySource } from './registry-source.ts';
import { planSync, readLock, type SyncPlan } from './sync-project.ts';

export interface ProjectSyncRequest {
  /** Absolute. */
  readonly root: string;
  readonly packages: readonly ProjectPackage[];
  readonly service: ServiceClient;
  readonly registry: string;
  /** Keeps installed skills. */
  readonly indexOnly: boolean;
}

/** Writes nothing. */
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
