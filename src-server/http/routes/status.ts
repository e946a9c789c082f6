import type { ServedRegistry } from '../../service/served-registry.ts';
import type { BodyCache } from '../body-cache.ts';
import { makeDiagnosticsBody } from '../diagnostics-body.ts';
import { type ReadTexts, readTextsOf } from '../read-texts.ts';
import { sendJson, sendPrepared } from '../respond.ts';
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

/** `GET /v1/diagnostics`: what is wrong with the registry. Whoever asks while it is put together waits for the same. */
export function diagnosticsRoute(
  { live }: ServedRegistry,
  cache: BodyCache,
  readTexts: ReadTexts = readTextsOf(live),
): Route {
  return {
    method: 'GET',
    path: '/v1/diagnostics',
    async handle(request, response) {
      const snapshot = live.snapshot();
      const body = await cache.getOrMake(snapshot, 'diagnostics', () =>
        makeDiagnosticsBody(snapshot, readTexts),
      );
      await sendPrepared(request, response, body);
    },
  };
}
