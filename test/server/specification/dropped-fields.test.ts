/** What an author wrote and readers don't get: each value that is left out or made right has its diagnostic. */
import { describe, expect, it } from 'vitest';
import type { DiagnosticsResponse, RegistryIndex } from '../../../src-server/contract/api.ts';
import type { Diagnostic } from '../../../src-server/contract/diagnostic.ts';
import { temporaryFolder } from '../../support/temporary-registry.ts';
import { eventually, startTestServer } from '../../support/test-server.ts';
import { validSkillFiles } from '../../support/valid-skill.ts';
import { validated } from '../../support/validated.ts';

type File = 'skill.json' | 'index.json';
type Case = readonly [
  file: File,
  field: string,
  written: unknown,
  served: unknown,
  ...codes: readonly string[],
];

const LONG = 'x'.repeat(20_000);
const ABSENT = undefined;
/** Where neither file has it. */
const DERIVED = 'Close every connection before the pool goes away, because the pool waits for all of them.';

/** In skill.json, without an entry in index.json. */
const IN_SKILL: ReadonlyArray<readonly [string, unknown, unknown, ...(readonly string[])]> = [
  ['tier', 2, 'tier2', 'field-invalid'],
  ['tier', ' ', 'tier2', 'enum-invalid'],
  ['tier', 'gold', 'gold', 'enum-invalid'],
  ['group', ['main'], 'contrib', 'field-invalid'],
  ['group', LONG, LONG, 'enum-invalid'],
  ['version', 3, ABSENT, 'field-invalid'],
  ['version', '', ABSENT, 'field-invalid'],
  ['trust_score', '97', ABSENT, 'field-invalid'],
  ['trust_score', 250, ABSENT, 'field-invalid'],
  ['trust_score', 72.4, 72, 'field-invalid'],
  ['tags', 'redis, client', ABSENT, 'field-invalid'],
  ['tags', ['redis', 7, 'client'], ['redis', 'client'], 'field-invalid'],
  ['summary', 7, DERIVED, 'field-invalid'],
  ['summary', 'One.\r\n  Two.', 'One. Two.', 'field-form'],
  // A gap, which nothing is lost by.
  ['summary', ' ', DERIVED],
  ['repo_source_url', 7, ABSENT, 'field-form'],
  ['repo_source_url', null, ABSENT, 'field-form'],
  ['repo_source_url', 'redis', 'redis', 'field-form'],
  ['source_type', ['repo'], ABSENT, 'field-form'],
  ['source_type', 'disk', 'disk', 'field-form'],
  ['repo_skill', 'yes', ABSENT, 'field-invalid'],
  ['risk_level', 'HIGH', 'HIGH', 'enum-invalid'],
  ['risk_level', 3, ABSENT, 'field-invalid'],
  ['skill_version', 1, ABSENT, 'field-invalid'],
  ['skill_type', {}, ABSENT, 'field-invalid'],
  ['completeness', '100', ABSENT, 'field-invalid'],
  ['verified', 'true', ABSENT, 'field-invalid'],
  ['official', 1, ABSENT, 'field-invalid'],
  ['updated_at', 20_260_101, ABSENT, 'field-invalid'],
  ['trust_score_sources', [], ABSENT, 'field-invalid'],
];

/** In index.json, where skill.json has nothing of it. */
const IN_INDEX: typeof IN_SKILL = [
  ['name', 7, 'lib', 'field-invalid'],
  ['name', ' ', 'lib', 'field-invalid'],
  ['tier', 'gold', 'gold', 'enum-invalid'],
  ['tier', 2, 'tier2', 'field-invalid'],
  ['group', ['main'], 'contrib', 'field-invalid'],
  ['version', 3, ABSENT, 'field-invalid'],
  ['trust_score', '97', ABSENT, 'field-invalid'],
  ['trust_score', 60.5, 61, 'field-invalid'],
  ['tags', 'redis', ABSENT, 'field-invalid'],
  ['tags', ['redis', null], ['redis'], 'field-invalid'],
  ['summary', 7, DERIVED, 'field-invalid'],
  ['summary', 'One.\nTwo.', 'One. Two.', 'field-form'],
  ['summary', '', DERIVED],
  ['repo_source_url', {}, ABSENT, 'field-invalid'],
  ['repo_skill', 'yes', ABSENT, 'field-invalid'],
  ['source_type', 7, ABSENT, 'field-invalid'],
  ['source_type', 'disk', 'disk', 'enum-invalid'],
  ['risk_level', 'HIGH', 'HIGH', 'enum-invalid'],
  ['repo', 7, ABSENT, 'field-form'],
  ['skill_version', 1, ABSENT, 'field-form'],
  ['skill_type', {}, ABSENT, 'field-form'],
  ['completeness', 250, ABSENT, 'field-form'],
  ['verified', 'true', ABSENT, 'field-form'],
  ['official', 1, ABSENT, 'field-form'],
  ['updated_at', 7, ABSENT, 'field-form'],
  ['trust_score_sources', 'stars', ABSENT, 'field-form'],
];

const CASES: readonly Case[] = [
  ...IN_SKILL.map((row): Case => ['skill.json', ...row]),
  ...IN_INDEX.map((row): Case => ['index.json', ...row]),
];

const keyOf = (at: number) => `cpp/a${at}/lib`;

/** A skill for each case, otherwise without a fault. */
function registry(): string {
  const skills = CASES.map(([file, field, written], at) =>
    validSkillFiles(keyOf(at), ({ manifest }) => {
      if (file === 'skill.json') manifest[field] = written;
      else delete manifest[field];
    }),
  );
  const entries = CASES.flatMap(([file, field, written], at) =>
    file === 'index.json'
      ? [{ key: keyOf(at), name: 'lib', language: 'cpp', tier: 'tier2', group: 'main', [field]: written }]
      : [],
  );
  const head = { schema: 'skills/v1', version: 3, updated_at: '2026-06-01T00:00:00Z' };
  return temporaryFolder(Object.assign({ 'index.json': { ...head, skills: entries } }, ...skills));
}

/** Codes at the field itself, in the file that has it. */
function codesAt(diagnostics: readonly Diagnostic[], at: number): readonly string[] {
  const [file, field] = CASES[at] ?? [];
  const own = diagnostics.filter(
    ({ skillKey, file: of = '', pointer = '' }) =>
      skillKey === keyOf(at) && of.endsWith(`${file}`) && pointer.split('/').includes(`${field}`),
  );
  const named = new Set(['enum-invalid', 'field-invalid', 'field-form']);
  return [...new Set(own.map(({ code }) => code).filter((code) => named.has(code)))];
}

describe('a value that is left out or made right', () => {
  it('has its diagnostic in `validate` and /v1/diagnostics, and is the same in list and skill', async () => {
    const root = registry();
    const fromCommand = (await validated(root)).diagnostics;
    const { get } = await startTestServer(root);
    const { diagnostics: fromService } = await eventually(
      async () => (await get('/v1/diagnostics')).json<DiagnosticsResponse>(),
      ({ checking }) => checking === undefined,
    );
    const { skills } = (await get('/v1/skills')).json<RegistryIndex>();
    const entries = new Map(skills.map((entry) => [entry.key, entry]));
    const found: unknown[] = [];
    const wanted: unknown[] = [];
    for (const [at, [file, field, written, served, ...codes]] of CASES.entries()) {
      const skill = (await get(`/v1/skills/${keyOf(at)}`)).json<Record<string, unknown>>();
      // A skill always has these.
      const whole = { tags: [], repo: keyOf(at).slice(4) }[field];
      wanted.push([file, field, written, { listed: served, inSkill: served ?? whole, codes }]);
      found.push([
        ...[file, field, written],
        { listed: entries.get(keyOf(at))?.[field], inSkill: skill[field], codes: codesAt(fromCommand, at) },
      ]);
      expect([file, field, codesAt(fromService, at)]).toEqual([file, field, codesAt(fromCommand, at)]);
    }
    expect(found).toEqual(wanted);
  });

  it('is told with what was written', async () => {
    const { diagnostics } = await validated(registry());
    const said = new Map(diagnostics.map(({ skillKey, value, code }) => [`${skillKey} ${code}`, value]));
    for (const [at, [, field, written, , code]] of CASES.entries()) {
      if (code === undefined || written === LONG || typeof written === 'object') continue;
      expect([field, said.get(`${keyOf(at)} ${code}`)]).toEqual([field, JSON.stringify(written)]);
    }
  });
});
