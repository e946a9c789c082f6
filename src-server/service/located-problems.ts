import { join } from 'node:path';
import type { DiagnosticsResponse, LinesResponse } from '../contract/api/api.ts';
import type { ProblemPlace } from '../contract/api/registry-queries.ts';
import { compareDiagnostics, type Diagnostic, isNoJson } from '../contract/diagnostics/diagnostic.ts';
import { groupBy } from '../group-by.ts';
import { nextTurn } from '../next-turn.ts';
import type { LiveRegistry } from '../registry/live-registry.ts';
import { type Problems, problemsIn } from '../registry/problems.ts';
import { JsonText, locateSyntaxError, TextLines } from '../validation/json-position.ts';
import { withPosition } from '../validation/locate-diagnostics.ts';
import { linesAround } from './source-lines.ts';

type ReadableRegistry = Pick<LiveRegistry, 'location' | 'layers' | 'read'>;

const FILES_AT_ONCE = 16;

/** Adds lines to diagnostics that have a JSON pointer only. Reads files on request, never while loading a change. */
export async function locatedProblems(
  problems: Problems,
  live: ReadableRegistry,
): Promise<DiagnosticsResponse> {
  const all = [...problemsIn(problems)];
  const placed = all.filter((found) => !needsLine(found));
  for (const [registry, inLayer] of groupBy(all.filter(needsLine), (found) => found.registry)) {
    const byFile = [...groupBy(inLayer, ({ file = '' }) => file)];
    for (let start = 0; start < byFile.length; start += FILES_AT_ONCE) {
      const batch = byFile.slice(start, start + FILES_AT_ONCE);
      const texts = await readTexts(
        live,
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
  return {
    ...(checking !== undefined && { checking }),
    ...(relaxed.length > 0 && { relaxed: [...relaxed] }),
    diagnostics: placed.sort(compareDiagnostics),
  };
}

/** Text may be newer than the diagnostic. */
export async function problemLines(
  problems: Problems,
  place: ProblemPlace,
  live: ReadableRegistry,
): Promise<LinesResponse> {
  const found = problemAt(problems, place);
  const { registry, file } = found ?? {};
  const text = file === undefined ? undefined : (await readTexts(live, [file], registry)).get(file);
  if (found === undefined || text === undefined) return { lines: [] };
  const { line, column = 1 } = placeIn(text, found);
  return line === undefined ? { lines: [] } : { line, column, lines: [...linesAround(text, line, column)] };
}

function needsLine({ file, pointer, line }: Diagnostic): boolean {
  return file !== undefined && pointer !== undefined && line === undefined;
}

/** Slow to parse above. */
const MAX_TEXT_BYTES = 1024 * 1024;

/** By path relative to the registry, of the uppermost layer by default. Omits unreadable and large files. */
async function readTexts(
  live: ReadableRegistry,
  files: readonly string[],
  registry: string | undefined,
): Promise<ReadonlyMap<string, string>> {
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
}

function problemAt(
  problems: Problems,
  { registry, file, pointer, line }: ProblemPlace,
): Diagnostic | undefined {
  for (const found of problemsIn(problems)) {
    const isThere = found.pointer === pointer && (pointer !== undefined || found.line === line);
    if (found.registry === registry && found.file === file && isThere) return found;
  }
  return undefined;
}

function placeIn(text: string, found: Diagnostic): Pick<Diagnostic, 'line' | 'column'> {
  const { line, pointer } = found;
  if (line !== undefined) return found;
  if (pointer !== undefined) return withPosition(found, new JsonText(text));
  const offset = isNoJson(found) ? locateSyntaxError(text) : undefined;
  return offset === undefined ? {} : new TextLines(text).positionOf(offset);
}
