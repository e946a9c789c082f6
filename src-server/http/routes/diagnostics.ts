import type { LinesResponse } from '../../contract/api/api.ts';
import { type Diagnostic, isNoJson } from '../../contract/diagnostics/diagnostic.ts';
import { type Problems, problemsIn } from '../../registry/problems.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { JsonText, locateSyntaxError, TextLines } from '../../validation/json-position.ts';
import { withPosition } from '../../validation/locate-diagnostics.ts';
import type { BodyCache } from '../body-cache.ts';
import { makeDiagnosticsBody } from '../diagnostics-body.ts';
import { diagnosticsQuery, linesQuery } from '../query.ts';
import { type ReadFileTexts, readTextsOf } from '../read-texts.ts';
import { sendJson, sendPrepared } from '../respond.ts';
import type { Route } from '../route.ts';
import { linesAround } from '../source-lines.ts';

/** Concurrent requests share a body. `fresh` skips a running refresh: may have passed a change. */
export function diagnosticsRoute(
  { live, problems }: ServedRegistry,
  cache: BodyCache,
  readTexts: ReadFileTexts = readTextsOf(live),
): Route {
  return {
    method: 'GET',
    path: '/v1/diagnostics',
    async handle(request, response) {
      const { fresh } = diagnosticsQuery(request);
      if (fresh) {
        await Promise.all(live.layers.map(({ location }) => live.refresh({ directory: location.root })));
        await problems.caughtUp();
      }
      live.snapshot();
      const present = problems.present();
      const body = await cache.getOrMake(present, 'diagnostics', () =>
        makeDiagnosticsBody(present, readTexts),
      );
      await sendPrepared(request, response, body);
    },
  };
}

/** Empty if unknown. */
export function diagnosticLinesRoute(
  { live, problems }: ServedRegistry,
  readTexts: ReadFileTexts = readTextsOf(live),
): Route {
  return {
    method: 'GET',
    path: '/v1/diagnostics/lines',
    async handle(request, response, record) {
      const place = linesQuery(request);
      record({ target: place.file ?? '' });
      live.snapshot();
      const found = findingAt(problems.present(), place);
      sendJson(response, await linesOf(found, readTexts));
    },
  };
}

function findingAt(
  problems: Problems,
  { registry, file, pointer, line }: Pick<Diagnostic, 'registry' | 'file' | 'pointer' | 'line'>,
): Diagnostic | undefined {
  for (const found of problemsIn(problems)) {
    const isThere = found.pointer === pointer && (pointer !== undefined || found.line === line);
    if (found.registry === registry && found.file === file && isThere) return found;
  }
  return undefined;
}

/** Text may be newer than the diagnostic. */
async function linesOf(found: Diagnostic | undefined, readTexts: ReadFileTexts): Promise<LinesResponse> {
  const { registry, file } = found ?? {};
  const text = file === undefined ? undefined : (await readTexts([file], registry)).get(file);
  if (found === undefined || text === undefined) return { lines: [] };
  const { line, column = 1 } = placeIn(text, found);
  return line === undefined ? { lines: [] } : { line, column, lines: linesAround(text, line, column) };
}

function placeIn(text: string, found: Diagnostic): Pick<Diagnostic, 'line' | 'column'> {
  const { line, pointer } = found;
  if (line !== undefined) return found;
  if (pointer !== undefined) return withPosition(found, new JsonText(text));
  const offset = isNoJson(found) ? locateSyntaxError(text) : undefined;
  return offset === undefined ? {} : new TextLines(text).positionOf(offset);
}
