import type { DiagnosticsResponse } from '../contract/api/api.ts';
import { compareDiagnostics, type Diagnostic } from '../contract/diagnostics/diagnostic.ts';
import { groupBy } from '../group-by.ts';
import { nextTurn } from '../next-turn.ts';
import { type Problems, problemsIn } from '../registry/problems.ts';
import { JsonText } from '../validation/json-position.ts';
import { withPosition } from '../validation/locate-diagnostics.ts';
import { PreparedBody } from './prepared-body.ts';
import type { ReadFileTexts } from './read-texts.ts';
import { JSON_HEADERS } from './respond.ts';

const FILES_AT_ONCE = 16;

/** Adds lines to diagnostics that have a JSON pointer only. Reads files on request, never while loading a change. */
export async function makeDiagnosticsBody(
  problems: Problems,
  readTexts: ReadFileTexts,
): Promise<PreparedBody> {
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
