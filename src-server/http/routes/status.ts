import { join } from 'node:path';
import type { DiagnosticsResponse } from '../../contract/api.ts';
import { compareDiagnostics } from '../../contract/diagnostic.ts';
import { checkSnapshot } from '../../registry/model/check-snapshot.ts';
import { readIfThere } from '../../registry/rule-facts.ts';
import type { ServedRegistry } from '../../service/served-registry.ts';
import { withPositions } from '../../validation/locate-diagnostics.ts';
import type { BodyCache } from '../body-cache.ts';
import { PreparedBody } from '../prepared-body.ts';
import { JSON_HEADERS, sendJson, sendPrepared } from '../respond.ts';
import type { Route } from '../route.ts';

/** `GET /v1/status`: identity and state of the service; answered even while the registry can't be read. */
export function statusRoute(served: ServedRegistry): Route {
  return {
    method: 'GET',
    path: '/v1/status',
    handle(_request, response) {
      sendJson(response, served.status());
    },
  };
}

/** `GET /v1/diagnostics`: what is wrong with the registry. */
export function diagnosticsRoute({ live }: ServedRegistry, cache: BodyCache): Route {
  return {
    method: 'GET',
    path: '/v1/diagnostics',
    async handle(request, response) {
      const snapshot = live.snapshot();
      const body = await cache.getOrMake(snapshot, 'diagnostics', async () => {
        const read = (file: string) => readIfThere(join(snapshot.location.root, file));
        const diagnostics = withPositions(checkSnapshot(snapshot), read).sort(compareDiagnostics);
        const value: DiagnosticsResponse = { generation: snapshot.generation, diagnostics };
        return new PreparedBody(Buffer.from(JSON.stringify(value)), JSON_HEADERS);
      });
      await sendPrepared(request, response, body);
    },
  };
}
