import { join } from 'node:path';
import type { DiagnosticsResponse, LinesResponse } from '../../contract/api/api.ts';
import { compareDiagnostics, type Diagnostic, isNoJson } from '../../contract/diagnostics/diagnostic.ts';
import { diagnosticsResponse, linesResponse } from '../../contract/schemas/diagnostics.ts';
import { diagnosticsQuery, linesQuery } from '../../contract/schemas/queries.ts';
import { groupBy } from '../../group-by.ts';
import { nextTurn } from '../../next-turn.ts';
import type { LiveRegistry } from '../../registry/live-registry.ts';
import { type Problems, problemsIn } from '../../registry/problems.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { JsonText, locateSyntaxError, TextLines } from '../../validation/json-position.ts';
import { withPosition } from '../../validation/locate-diagnostics.ts';
import type { BodyCache } from '../body-cache.ts';
import { PreparedBody } from '../prepared-body.ts';
import { defineRoute, QUERY_ERRORS, type Route } from '../route.ts';
import { JSON_HEADERS, sendJson, sendPrepared } from '../send.ts';
import { linesAround } from '../source-lines.ts';

export function diagnosticsRoutes(served: ServedRegistry, bodies: BodyCache): readonly Route[] {
  const readTexts = readTextsOf(served.live);
  return [diagnosticsRoute(served, bodies, readTexts), linesRoute(served, readTexts)];
}

/** Texts by path relative to the registry, of the uppermost layer by default. Omits unreadable and large files. */
type ReadFileTexts = (files: readonly string[], registry?: string) => Promise<ReadonlyMap<string, string>>;

/** `fresh` skips a running refresh: may have passed a change. */
function diagnosticsRoute(
  { live, problems }: ServedRegistry,
  bodies: BodyCache,
  readTexts: ReadFileTexts,
): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/diagnostics',
    id: 'getDiagnostics',
    summary: 'What is wrong with the registry',
    tag: 'service',
    query: diagnosticsQuery,
    responses: { 200: { description: 'Errors first.', schema: diagnosticsResponse } },
    isConditional: true,
    errors: QUERY_ERRORS,
    async handle({ request, response, query }) {
      if (query().fresh === '1') {
        await Promise.all(live.layers.map(({ location }) => live.refresh({ directory: location.root })));
        await problems.caughtUp();
      }
      live.snapshot();
      const present = problems.present();
      const body = await bodies.getOrMake(present, 'diagnostics', () =>
        makeDiagnosticsBody(present, readTexts),
      );
      await sendPrepared(request, response, body);
    },
  });
}

/** Empty if unknown. */
function linesRoute({ live, problems }: ServedRegistry, readTexts: ReadFileTexts): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/diagnostics/lines',
    id: 'getDiagnosticLines',
    summary: 'The lines of a file that a problem is about',
    description: 'Only of files and places that `GET /v1/diagnostics` names.',
    tag: 'service',
    query: linesQuery,
    responses: { 200: { description: 'The lines as they are now.', schema: linesResponse } },
    errors: QUERY_ERRORS,
    async handle({ response, query, record }) {
      const { line, ...place } = query();
      record({ target: place.file });
      live.snapshot();
      const asked = { ...place, ...(line !== undefined && { line: Number(line) }) };
      sendJson(response, await linesOf(findingAt(problems.present(), asked), readTexts));
    },
  });
}

const FILES_AT_ONCE = 16;

/** Adds lines to diagnostics that have a JSON pointer only. Reads files on request, never while loading a change. */
async function makeDiagnosticsBody(problems: Problems, readTexts: ReadFileTexts): Promise<PreparedBody> {
  const all = [...problemsIn(problems)];
  const placed = all.filter((found) => !needsLine(found));
  for (const [registry, inLayer] of groupBy(all.filter(needsLine), (found) => found.registry)) {
    const byFile = [...groupBy(inLayer, ({ file = '' }) => file)];
    for (let start = 0; start < byFile.length; start += FILES_AT_ONCE) {
      const batch = byFile.slice(start, start + FILES_AT_ONCE);
      const texts = await readTexts(
        batch.map(([file]) => file),
        registry,
      );
      for (const [file, found] of batch) {
        const text = texts.get(file);
        const json = text === undefined ? undefined : new JsonText(text);
        for (const diagnostic of found)
          placed.push(json === undefined ? diagnostic : withPosition(diagnostic, json));
      }
      await nextTurn();
    }
  }
  const { checking, relaxed } = problems;
  const answer: DiagnosticsResponse = {
    ...(checking !== undefined && { checking }),
    ...(relaxed.length > 0 && { relaxed }),
    diagnostics: placed.sort(compareDiagnostics),
  };
  return new PreparedBody(Buffer.from(JSON.stringify(answer)), JSON_HEADERS);
}

function needsLine({ file, pointer, line }: Diagnostic): boolean {
  return file !== undefined && pointer !== undefined && line === undefined;
}

/** Slow to parse above. */
const MAX_TEXT_BYTES = 1024 * 1024;

function readTextsOf(live: Pick<LiveRegistry, 'location' | 'layers' | 'read'>): ReadFileTexts {
  return async (files, registry) => {
    const layer = registry === undefined ? live : live.layers.find(({ name }) => name === registry);
    if (layer === undefined) return new Map();
    const { root } = layer.location;
    const requests = files.map((file) => ({ path: join(root, file), inside: root, maxSize: MAX_TEXT_BYTES }));
    const readings = await live.read(requests);
    const texts = new Map<string, string>();
    for (const [place, file] of files.entries()) {
      const reading = readings[place];
      if (reading?.ok) texts.set(file, reading.bytes.toString('utf8').replace(/^\uFEFF/, ''));
    }
    return texts;
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
