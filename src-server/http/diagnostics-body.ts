import { compareDiagnostics, type Diagnostic } from '../contract/diagnostics/diagnostic.ts';
import { type Problems, problemsIn } from '../registry/problems.ts';
import { runInSlices } from '../run-in-slices.ts';
import { sortInSteps } from '../sort-in-steps.ts';
import { JsonText } from '../validation/json-position.ts';
import { withPosition } from '../validation/locate-diagnostics.ts';
import { joinBody } from './body-pieces.ts';
import { PreparedBody } from './prepared-body.ts';
import type { ReadFileTexts } from './read-texts.ts';
import { JSON_HEADERS } from './respond.ts';

const FILES_AT_ONCE = 16;
/** Diagnostics per slice. */
const FINDINGS_PER_STEP = 100;

/** Reads files on request, never while loading a change. */
export async function makeDiagnosticsBody(
  problems: Problems,
  readTexts: ReadFileTexts,
): Promise<PreparedBody> {
  const { placed, unplaced } = await runInSlices(groupSteps(problems));
  for (const [registry, byFile] of unplaced) {
    const files = [...byFile.keys()];
    for (let start = 0; start < files.length; start += FILES_AT_ONCE) {
      const batch = files.slice(start, start + FILES_AT_ONCE);
      const texts = await readTexts(batch, registry);
      for (const file of batch) {
        const found = await runInSlices(placeSteps(byFile.get(file) ?? [], texts.get(file)));
        for (const diagnostic of found) placed.push(diagnostic);
      }
    }
  }
  const { body, etag } = await runInSlices(bodySteps(problems, placed));
  return new PreparedBody(body, JSON_HEADERS, etag);
}

/** By layer and file. */
type Unplaced = ReadonlyMap<string | undefined, ReadonlyMap<string, Diagnostic[]>>;

/** Separates diagnostics whose JSON pointer needs a line. */
function* groupSteps(problems: Problems): Generator<void, { placed: Diagnostic[]; unplaced: Unplaced }> {
  const placed: Diagnostic[] = [];
  const unplaced = new Map<string | undefined, Map<string, Diagnostic[]>>();
  for (const diagnostic of problemsIn(problems)) {
    const { registry, file, pointer, line } = diagnostic;
    if (file === undefined || pointer === undefined || line !== undefined) placed.push(diagnostic);
    else {
      const byFile = unplaced.get(registry) ?? new Map<string, Diagnostic[]>();
      unplaced.set(registry, byFile);
      const group = byFile.get(file);
      if (group === undefined) byFile.set(file, [diagnostic]);
      else group.push(diagnostic);
    }
    yield;
  }
  return { placed, unplaced };
}

function* placeSteps(found: readonly Diagnostic[], text: string | undefined): Generator<void, Diagnostic[]> {
  if (text === undefined) return [...found];
  const json = new JsonText(text);
  const placed: Diagnostic[] = [];
  for (const diagnostic of found) {
    placed.push(withPosition(diagnostic, json));
    if (placed.length % FINDINGS_PER_STEP === 0) yield;
  }
  return placed;
}

function* bodySteps({ checking, relaxed }: Problems, found: readonly Diagnostic[]) {
  const progress = checking === undefined ? '' : `"checking":${JSON.stringify(checking)},`;
  const own = relaxed.length === 0 ? '' : `"relaxed":${JSON.stringify(relaxed)},`;
  const diagnostics = yield* sortInSteps(found, compareDiagnostics);
  const pieces: Buffer[] = [Buffer.from(`{${progress}${own}"diagnostics":[`)];
  for (let start = 0; start < diagnostics.length; start += FINDINGS_PER_STEP) {
    const part = JSON.stringify(diagnostics.slice(start, start + FINDINGS_PER_STEP)).slice(1, -1);
    pieces.push(Buffer.from(start === 0 ? part : `,${part}`));
    yield;
  }
  return yield* joinBody([...pieces, Buffer.from(']}')]);
}
