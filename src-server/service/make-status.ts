import type { McpCaller, Status } from '../contract/api/api.ts';
import { indexAge } from '../registry/model/index-age.ts';
import type { RegistrySnapshot } from '../registry/model/registry-snapshot.ts';
import type { ServedRegistry } from '../served-registry.ts';
import { version } from '../version.ts';

/** What of the status doesn't change while the service runs. */
export interface ServiceIdentity {
  readonly instanceId: string;
  readonly startedAt: Date;
  readonly submissions: boolean;
  /** Base URL, without a slash at its end. */
  readonly url: string;
  /** Whether it serves the sample; default false. */
  readonly isSample?: boolean;
  /** Absent where other machines could ask: who uses this one is none of their business. */
  readonly callers?: (() => readonly McpCaller[]) | undefined;
}

/** The answer of `/v1/status`. */
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
