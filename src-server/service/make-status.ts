import { isSampleRegistry } from '../built-files.ts';
import type { McpCaller, ServedLayer, Status } from '../contract/api/api.ts';
import type { AddedRegistry } from '../contract/service/registry-work.ts';
import { toDocument } from '../registries/registry-document.ts';
import type { LiveLayer } from '../registry/live-registry.ts';
import { indexAge } from '../registry/model/index-age.ts';
import type { RegistrySnapshot } from '../registry/model/registry-snapshot.ts';
import type { ServedRegistry } from '../served-registry.ts';
import { version } from '../version.ts';

/** Constant part. */
export interface ServiceIdentity {
  readonly instanceId: string;
  readonly startedAt: Date;
  readonly acceptsSubmissions: boolean;
  readonly url: string;
  readonly added?: ((name: string) => AddedRegistry | undefined) | undefined;
  /** Absent if reachable by other machines. */
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
      ...(isSampleRegistry(location.root) ? { sample: true as const } : {}),
    },
    registries: live.layers.map((layer) => layerStatus(layer, latest, identity.added?.(layer.name))),
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
    // Added registries are read-only.
    submissions: identity.acceptsSubmissions && live.layers.some(({ isAdded }) => !isAdded),
    mcpUrl: `${identity.url}/mcp`,
    ...(identity.callers === undefined ? {} : { callers: identity.callers() }),
  };
}

function countsOf(snapshot: RegistrySnapshot): Required<Status['counts']> {
  const { skills, drafts, fileCount, leftOut } = snapshot;
  return { skills: skills.size, files: fileCount, drafts: drafts.size, leftOut };
}

function layerStatus(
  { name, location, isAdded, unavailable }: LiveLayer,
  { layers, skills }: RegistrySnapshot,
  added: AddedRegistry | undefined,
): ServedLayer {
  const share = layers?.find((layer) => layer.name === name);
  const counts = { skills: share?.skills ?? skills.size, shadowed: share?.shadowed ?? 0 };
  if (!isAdded || added === undefined)
    return { name, path: location.root, ...counts, state: unavailable === undefined ? 'ready' : 'failed' };
  const { address, commit, state, checked_at: checkedAt } = toDocument(added);
  return {
    name,
    address,
    commit,
    ...counts,
    state: unavailable === undefined ? state : 'failed',
    ...(checkedAt !== null && { checked_at: checkedAt }),
  };
}
