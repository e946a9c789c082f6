import { expect, it } from 'vitest';
import type { DiagnosticsResponse, Status } from '../../../src-server/contract/api.ts';
import { LIMITS } from '../../../src-server/contract/limits.ts';
import { temporaryRegistry } from '../../support/temporary-registry.ts';
import { eventually, startTestServer } from '../../support/test-server.ts';

const ENTRIES = 9_000;
/** Beside a file of 3.7 MB: a row has a sentence and a place. */
const MOST_BYTES = 1024 * 1024;

/** Each entry names no skill, and is wrong in four fields. */
const indexOf = (entries: number, keyOf: (at: number) => string, padding: number) => {
  const entry = (at: number) =>
    `{"key":"${keyOf(at)}","name":7,"language":"cobol","tier":0,"group":[],"x":"${'-'.repeat(padding)}"}`;
  const skills = Array.from({ length: entries }, (_, at) => entry(at)).join(',\n');
  return `{"schema":"skills/v1","version":3,"updated_at":"2026-01-01T00:00:00Z","skills":[\n${skills}]}`;
};

const KINDS: ReadonlyArray<readonly [what: string, entries: number, text: string]> = [
  ['45,000 faults', ENTRIES, indexOf(ENTRIES, (at) => `go/a/lib${at}`, 330)],
  ['keys of 2,000 characters', 1_800, indexOf(1_800, (at) => `go/a/${'x'.repeat(2_000)}${at}`, 1)],
];

it.each(KINDS)(
  'an index.json with %s is told in a thousand rows and the counts of all',
  async (_what, entries, text) => {
    expect(text.length).toBeGreaterThan(3_500_000);
    const server = await startTestServer(temporaryRegistry(['cpp/gabime/spdlog'], { 'index.json': text }));
    const answer = await eventually(
      () => server.get('/v1/diagnostics'),
      (found) => found.json<DiagnosticsResponse>().checking === undefined,
    );
    const { diagnostics, counts, more } = answer.json<DiagnosticsResponse>();
    expect(answer.body.length).toBeLessThan(MOST_BYTES);
    expect(diagnostics).toHaveLength(LIMITS.diagnostics);
    const all = (counts?.error ?? 0) + (counts?.warning ?? 0) + (counts?.info ?? 0);
    expect(all).toBe(LIMITS.diagnostics + (more ?? 0));
    // An entry without a skill, and four wrong fields in each.
    expect([counts?.error, (counts?.warning ?? 0) >= entries]).toEqual([expect.any(Number), true]);
    expect(counts?.error).toBeGreaterThanOrEqual(4 * entries);
    const { diagnostics: told } = (await server.get('/v1/status')).json<Status>();
    expect(told).toEqual(counts);
  },
);
