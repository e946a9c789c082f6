import type { RegistrySnapshot } from '../../registry/model/registry-snapshot.ts';
import { runInSlices } from '../../run-in-slices.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import type { BodyCache } from '../body-cache.ts';
import { type JoinedBody, joinBody } from '../body-pieces.ts';
import { PreparedBody } from '../prepared-body.ts';
import { JSON_HEADERS, sendPrepared } from '../respond.ts';
import type { Route } from '../route.ts';

const ENTRIES_PER_STEP = 100;

/** Encoded once per snapshot. */
export function listRoute({ live }: ServedRegistry, cache: BodyCache): Route {
  return {
    method: 'GET',
    path: '/v1/skills',
    async handle(request, response) {
      const snapshot = live.snapshot();
      const body =
        cache.get(snapshot, 'list') ??
        (await cache.getOrMake(snapshot, 'list', () => makeListBody(snapshot)));
      await sendPrepared(request, response, body);
    },
  };
}

/** Tag: content hash, stable across restarts. */
async function makeListBody(snapshot: Pick<RegistrySnapshot, 'index' | 'entries'>): Promise<PreparedBody> {
  const { body, etag } = await runInSlices(bodySteps(snapshot));
  return new PreparedBody(body, JSON_HEADERS, etag);
}

function* bodySteps({
  index,
  entries,
}: Pick<RegistrySnapshot, 'index' | 'entries'>): Generator<void, JoinedBody> {
  const all = [...entries.values()];
  const pieces: Buffer[] = [Buffer.from(JSON.stringify({ ...index, skills: [] }).slice(0, -2))];
  for (let start = 0; start < all.length; start += ENTRIES_PER_STEP) {
    const part = JSON.stringify(all.slice(start, start + ENTRIES_PER_STEP)).slice(1, -1);
    pieces.push(Buffer.from(start === 0 ? part : `,${part}`));
    yield;
  }
  return yield* joinBody([...pieces, Buffer.from(']}')]);
}
