import type { McpCaller, Status } from '../contract/api/api.ts';
import { indexAge } from '../registry/model/index-age.ts';
import type { RegistrySnapshot } from '../registry/model/registry-snapshot.ts';
import type { ServedRegistry } from '../served-registry.ts';
import { version } from '../version.ts';

/** Constant part of the status. */
export interface ServiceIdentity {
  readonly instanceId: string;
  readonly startedAt: Date;
  readonly submissions: boolean;
  /** Without a final slash. */
  readonly url: string;
  readonly isSample?: boolean;
  /** Absent if other machines can reach the service. */
  readonly callers?: (() => readonly McpCaller[]) | undefined;
}

export function makeStatus(identity: ServiceIdentity, { live, search, problems }: ServedRegistry): Status {
  const { latest, unavailable, location, watching } = live;
  const { counts, checking } = problems.present();
  const age = indexAge(latest, new Date());
  const { findMs, indexError } = unavailable === undefined ? search() : {};
  return {
    app: 'skills-registry',
    version,
    instanceId: identity.instanceId,
    pid: process.pid,
    startedAt: identity.startedAt.toISOString(),
    registry: {
      path: location.root,
      layout: location.layout,
      available: unavailable === undefined,
      ...(unavailable === undefined ? {} : { reason: unavailable }),
      watching,
      ...(identity.isSample ? { sample: true as const } : {}),
    },
    generation: latest.generation,
    counts: countsOf(latest),
    diagnostics: counts,
    ...(checking === undefined ? {} : { checking }),
    index: {
      ...(age === undefined ? {} : { updatedAt: age.updatedAt, ageDays: age.days }),
      indexedAt: latest.indexedAt.toISOString(),
      loadMs: Math.round(latest.loadMs),
      ...(findMs === undefined ? {} : { findMs: Math.round(findMs) }),
      ...(indexError === undefined ? {} : { findError: indexError }),
    },
    submissions: identity.submissions,
    mcpUrl: `${identity.url}/mcp`,
    ...(identity.callers === undefined ? {} : { callers: identity.callers() }),
  };
}

function countsOf(snapshot: RegistrySnapshot): Required<Status['counts']> {
  const { skills, drafts, fileCount, leftOut } = snapshot;
  return { skills: skills.size, files: fileCount, drafts: drafts.size, leftOut };
}
