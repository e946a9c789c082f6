import { createHash } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Status } from '../contract/api/api.ts';
import type { ReadProject } from '../contract/api/project.ts';
import type {
  ProjectWork,
  ProjectWorkResult,
  SyncChange,
  SyncPreview,
} from '../contract/service/project-work.ts';
import { messageOf } from '../contract/words/message-of.ts';
import { callService } from '../discovery/call-service.ts';
import { isFolder, unreadableFolder } from '../projects/disk/open-project.ts';
import { readProjectAt } from '../projects/disk/read-project-at.ts';
import type { ServiceClient } from '../projects/match/ask-matches.ts';
import { HOLDS_NO_PROJECT } from '../projects/read/project-file-names.ts';
import { planProjectSync } from '../projects/sync/plan-project.ts';
import { LOCK_FILE } from '../projects/sync/sync-lock.ts';
import { type PlannedStep, readLock, type SyncPlan } from '../projects/sync/sync-project.ts';
import { lineDiff } from '../text/line-diff.ts';

/** Per file. */
const MOST_LINES = 300;

/** Never rejects; errors become sentences. */
export async function workOnProject(work: ProjectWork): Promise<ProjectWorkResult> {
  try {
    const project = await readFolder(work.folder);
    if (work.do === 'read') return { done: 'read', project };
    const { plan, preview } = await planned(work, project);
    if (work.do === 'plan') return { done: 'plan', plan: preview };
    if (preview.token !== work.token)
      return { done: 'refused', message: 'The project changed since this was shown. Nothing was written.' };
    await plan.write();
    return { done: 'written', message: `Written to ${work.folder}.` };
  } catch (error) {
    // The folder may go away at any step.
    const message = (await isFolder(work.folder)) ? messageOf(error) : unreadableFolder(work.folder);
    return { done: 'refused', message };
  }
}

async function readFolder(folder: string): Promise<ReadProject> {
  const project = await readProjectAt(folder);
  if (project.isProject) return project;
  throw new Error(`${folder} ${HOLDS_NO_PROJECT}`);
}

async function planned(
  { folder, service: url, indexOnly }: Exclude<ProjectWork, { do: 'read' }>,
  { packages }: ReadProject,
): Promise<{ readonly plan: SyncPlan; readonly preview: SyncPreview }> {
  const service = asking(url);
  const { registry } = JSON.parse(await service.get('/v1/status')) as Status;
  const { lock } = await readLock(folder);
  // A project with only the list stays that way.
  const listAlone = indexOnly ?? (lock.blocks.size > 0 && lock.files.size === 0);
  const request = { root: folder, packages, service, registry: registry.path, indexOnly: listAlone };
  const plan = await planProjectSync(request);
  const writtenAt = lock.blocks.size === 0 ? null : await changedAt(join(folder, LOCK_FILE));
  const changes = plan.steps.map(toChange);
  return {
    plan,
    preview: {
      ...{ isUpToDate: plan.isUpToDate, indexOnly: listAlone, changes, writtenAt },
      token: tokenOf(await realpath(folder), plan),
    },
  };
}

function asking(url: string): ServiceClient {
  const bodyOf = async (reply: ReturnType<typeof callService>, path: string) => {
    const { status, body } = await reply;
    if (status === 200) return body;
    throw new Error(`The service answered ${path} with status ${status}.`);
  };
  return {
    get: (path) => bodyOf(callService({ url }, path), path),
    post: (path, json) => bodyOf(callService({ url }, path, { json }), path),
  };
}

function toChange({ path, action, reason, before, after }: PlannedStep): SyncChange {
  const isShown =
    action !== 'keep' && (/^[A-Z]+\.md$/.test(path) || (action === 'replace' && before !== undefined));
  const lines = isShown ? lineDiff(before ?? '', after ?? '') : [];
  const more = lines.length - MOST_LINES;
  return {
    ...{ path, action, diff: lines.slice(0, MOST_LINES) },
    ...(reason !== undefined && { reason }),
    ...(more > 0 && { more }),
  };
}

/** Of folder and all contents read and written. */
function tokenOf(root: string, { steps, isUpToDate }: SyncPlan): string {
  const parts = steps.map(({ path, action, before, after }) => [path, action, before ?? null, after ?? null]);
  return createHash('sha256')
    .update(JSON.stringify([root, isUpToDate, parts]))
    .digest('hex');
}

function changedAt(file: string): Promise<number | null> {
  return stat(file).then(
    ({ mtimeMs }) => Math.round(mtimeMs),
    () => null,
  );
}
