import { cpSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixRegistry } from '../../../../src-server/cli/fix-registry.ts';
import {
  CAUSE_RANKS,
  type Causes,
  countNoticed,
  findCauses,
  isTemplateSummary,
  plainTitle,
  type SkillSummary,
} from '../../../../src-server/contract/diagnostics/causes.ts';
import {
  DIAGNOSTICS,
  type Diagnostic,
  type DiagnosticCode,
  diagnose,
} from '../../../../src-server/contract/diagnostics/diagnostic.ts';
import { locateRegistry } from '../../../../src-server/registry/locate-registry.ts';
import { checkedFiles } from '../../../../src-server/registry/model/skill-folder.ts';
import { checkSkillFast } from '../../../../src-server/validation/check-skill.ts';
import { readSnapshot } from '../../../support/read-snapshot.ts';
import { temporaryFolder } from '../../../support/temporary-registry.ts';
import { unless, without } from '../../../support/unless.ts';

const REAL = join(import.meta.dirname, '../../../../../shared/real-registry');

const wrong = (skillKey: string, field: string, value: string, expected = 'main or contrib') =>
  diagnose('enum-invalid', 'A label.', { skillKey, pointer: `/${field}`, value: `"${value}"`, expected });
const found = (code: DiagnosticCode, skillKey: string, more: Partial<Diagnostic> = {}) =>
  diagnose(code, 'Something.', { skillKey, ...more });
const skills = (...keys: readonly string[]): readonly SkillSummary[] => keys.map((key) => ({ key }));
const titles = ({ causes }: Causes) => causes.map(plainTitle);

describe('causes', () => {
  it('put wrong labels together, and count each wrong word', () => {
    const { causes } = findCauses([
      wrong('a/b/c', 'group', 'web'),
      wrong('a/b/d', 'group', 'web'),
      wrong('a/b/c', 'tier', 'core', 'tier1 or tier2'),
    ]);
    expect(causes).toMatchObject([
      {
        id: 'labels',
        rank: 'misleading',
        skills: ['a/b/c', 'a/b/d'],
        values: [
          { field: 'group', value: '"web"', expected: 'main or contrib', places: 2 },
          { field: 'tier', value: '"core"', expected: 'tier1 or tier2', places: 1 },
        ],
      },
    ]);
    expect(titles({ causes } as unknown as Causes)).toEqual([
      'Labels outside the format’s lists: group is “web”, tier is “core”',
    ]);
  });

  it('come the worse first where they are in as many places', () => {
    const { causes } = findCauses([
      wrong('a/b/c', 'group', 'web'),
      found('dependency-self', 'a/b/c', { pointer: '/dependencies/skills/0' }),
    ]);
    expect(causes.map(({ rank, severity }) => [rank, severity])).toEqual([
      ['misleading', 'error'],
      ['misleading', 'warning'],
    ]);
  });

  it('say in a title which part is a name of the format and which comes from the registry', () => {
    const [cause] = findCauses([wrong('a/b/c', 'group', 'web')]).causes;
    expect(cause?.title).toEqual([
      { as: 'text', text: 'Labels outside the format’s lists' },
      { as: 'text', text: ': ' },
      { as: 'code', text: 'group' },
      { as: 'text', text: ' is ' },
      { as: 'value', text: '“web”' },
    ]);
  });

  it('join fields that the very same skills miss, and no others', () => {
    const missing = (key: string, field: string) => found('field-missing', key, { pointer: '', field });
    const all = ['a/b/c', 'a/b/d'].flatMap((key) => [missing(key, 'skill_type'), missing(key, 'updated_at')]);
    expect(titles(findCauses([...all, missing('a/b/c', 'summary')]))).toEqual([
      'Missing in skill.json: skill_type, updated_at',
      'Missing in skill.json: summary',
    ]);
  });

  it('take in what follows from them in the same skill only', () => {
    const { causes } = findCauses([
      found('example-missing', 'a/b/c'),
      found('completeness-mismatch', 'a/b/c'),
      found('completeness-mismatch', 'a/b/d'),
    ]);
    expect(causes.map(({ id, places }) => [id, places.length])).toEqual([
      ['example-missing', 2],
      ['completeness-mismatch', 1],
    ]);
  });

  it('are found in looks that grow with the places alone, however many of them one skill has', () => {
    const looksAt = (places: number): number => {
      let looks = 0;
      const counted = (code: DiagnosticCode) =>
        Object.defineProperty(found(code, 'a/b/c'), 'code', {
          get() {
            looks += 1;
            return code;
          },
        });
      const roots = Array.from({ length: places }, () => counted('file-missing'));
      const followers = Array.from({ length: places }, () => counted('completeness-mismatch'));
      findCauses([...roots, ...followers]);
      return looks;
    };
    expect(looksAt(400)).toBeLessThan(3 * looksAt(200));
  });

  it('stand by rank first, and within one by how many places they have', () => {
    const { causes } = findCauses([
      found('schema-alias', 'a/b/c'),
      found('schema-alias', 'a/b/d'),
      found('schema-alias', 'a/b/e'),
      found('file-unlisted', 'a/b/c'),
      found('field-missing', 'a/b/c', { field: 'tier' }),
      found('field-missing', 'a/b/d', { field: 'tier' }),
      found('key-duplicate', 'a/b/e'),
    ]);
    expect(causes.map(({ id }) => id)).toEqual(['same-key', 'schema', 'field-missing:tier', 'file-unlisted']);
    expect(countNoticed(causes)).toBe(4);
  });

  it('name a code that only a newer service knows, and count it as misleading', () => {
    const { causes } = findCauses([{ ...found('file-missing', 'a/b/c'), code: 'moon-phase' as never }]);
    expect(causes).toMatchObject([{ id: 'moon-phase', rank: 'misleading' }]);
  });

  it.each(['constructor', '__proto__', 'toString'])('take a code called %s for unknown', (code) => {
    expect(findCauses([{ ...found('file-missing', 'a/b/c'), code: code as never }]).causes).toHaveLength(1);
  });
});

describe('clean skills', () => {
  it('have nothing above cosmetic', () => {
    const { clean } = findCauses(
      [found('key-from-manifest', 'a/b/c'), found('file-unlisted', 'a/b/d')],
      skills('a/b/c', 'a/b/d', 'a/b/e'),
    );
    expect(clean).toEqual(['a/b/c', 'a/b/e']);
  });

  it('are told of each cause as those that it alone keeps from being clean', () => {
    const { causes } = findCauses(
      [
        wrong('a/b/c', 'group', 'web'),
        wrong('a/b/d', 'group', 'web'),
        found('file-unlisted', 'a/b/d'),
        found('key-from-manifest', 'a/b/c'),
      ],
      skills('a/b/c', 'a/b/d', 'a/b/e'),
    );
    expect(causes.map(({ id, cleanWithout }) => [id, cleanWithout])).toEqual([
      ['labels', 1],
      ['file-unlisted', 0],
      ['key-from-manifest', 0],
    ]);
  });
});

describe('drafts', () => {
  it('are skills with a template’s summary, and those with marks of what is to be written', () => {
    const { drafts, causes, clean } = findCauses(
      [found('skill-draft', 'a/b/d'), found('placeholder-left', 'a/b/d'), wrong('a/b/c', 'group', 'web')],
      [{ key: 'a/b/c', summary: '{{write: one line}}' }],
    );
    expect(drafts).toMatchObject([
      { key: 'a/b/c', isSummaryLeft: true, reasons: [], places: [] },
      {
        key: 'a/b/d',
        isSummaryLeft: false,
        reasons: [{ code: 'skill-draft' }],
        places: [{ code: 'placeholder-left' }],
      },
    ]);
    expect(causes.map(({ id }) => id)).toEqual(['labels']);
    expect(clean).toEqual([]);
  });

  it.each([
    ['{{write: one line: what the library is}}', true],
    ['LibSkills skill for facebook/zstd', true],
    ['Sockets, timers and tasks.', false],
    ['How to write a LibSkills skill for a team', false],
    [undefined, false],
  ])('know the summary %j: %j', (summary, is) => {
    expect(isTemplateSummary(summary)).toBe(is);
  });
});

const KEYS = ['a/b/c', 'a/b/d', 'a/b/e', 'a/b/f'];
const anyDiagnostic = fc.record(
  {
    code: fc.constantFrom(...(Object.keys(DIAGNOSTICS) as DiagnosticCode[])),
    severity: fc.constantFrom('error', 'warning', 'info'),
    message: fc.string(),
    skillKey: fc.constantFrom(...KEYS),
    file: fc.string(),
    pointer: fc.constantFrom('', '/group', '/skills/3/tier', '/files/P0/1', '/a~1b'),
    field: fc.constantFrom('tier', '__proto__', ''),
    value: fc.constantFrom('"web"', '3', 'null', '"`x`"'),
    expected: fc.constantFrom('main', ''),
  },
  { requiredKeys: ['code', 'severity', 'message'] },
) as fc.Arbitrary<Diagnostic>;
const anySkills = fc.subarray(KEYS).map((keys) => skills(...keys));

describe('whatever is wrong', () => {
  it('every diagnostic is in exactly one cause or draft', () => {
    fc.assert(
      fc.property(fc.array(anyDiagnostic, { maxLength: 60 }), anySkills, (diagnostics, known) => {
        const { causes, drafts } = findCauses(diagnostics, known);
        const reasons = drafts.flatMap((draft) => draft.reasons);
        const placed = [...[...causes, ...drafts].flatMap(({ places }) => places), ...reasons];
        expect(placed).toHaveLength(diagnostics.length);
        expect(new Set(placed)).toEqual(new Set(diagnostics));
      }),
    );
  });

  it('no cause is empty, each has an id of its own, and their order does not depend on that of the places', () => {
    fc.assert(
      fc.property(fc.array(anyDiagnostic, { maxLength: 60 }), (diagnostics) => {
        const ids = findCauses(diagnostics).causes.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(findCauses(diagnostics).causes.every(({ places }) => places.length > 0)).toBe(true);
        const counts = ({ causes }: Causes) => causes.map(({ rank, places }) => `${rank} ${places.length}`);
        expect(counts(findCauses(diagnostics.toReversed()))).toEqual(counts(findCauses(diagnostics)));
      }),
    );
  });

  it('every skill is clean, a draft, or in a cause that agents notice, and never two of these but the last two', () => {
    fc.assert(
      fc.property(fc.array(anyDiagnostic, { maxLength: 30 }), anySkills, (diagnostics, known) => {
        const { causes, drafts, clean } = findCauses(diagnostics, known);
        const noticed = new Set(
          causes.filter(({ rank }) => rank !== 'cosmetic').flatMap((one) => one.skills),
        );
        for (const { key } of known) {
          const isUnclean = noticed.has(key) || drafts.some((draft) => draft.key === key);
          expect(clean.includes(key)).toBe(!isUnclean);
        }
      }),
    );
  });

  it('a skill is promised to be clean without a cause only where it then is', () => {
    fc.assert(
      fc.property(fc.array(anyDiagnostic, { maxLength: 12 }), anySkills, (diagnostics, known) => {
        const before = findCauses(diagnostics, known);
        for (const { places, cleanWithout, rank } of before.causes) {
          if (rank === 'cosmetic') continue;
          const rest = diagnostics.filter((diagnostic) => !places.includes(diagnostic));
          expect(findCauses(rest, known).clean.length - before.clean.length).toBe(cleanWithout);
        }
      }),
    );
  });
});

async function causesOf(folder: string): Promise<Causes & { readonly diagnostics: readonly Diagnostic[] }> {
  const snapshot = await readSnapshot(folder);
  const { general, skills, location } = snapshot;
  const own = [...skills.values()].flatMap((skill) => [
    ...skill.findings.loader,
    ...skill.findings.rules,
    ...checkSkillFast({ ...skill, files: checkedFiles(skill), readText: () => undefined }, location),
  ]);
  const diagnostics = [...general.loader, ...general.rules, ...own];
  return { diagnostics, ...findCauses(diagnostics, snapshot.index.skills) };
}

describe('a real registry', unless(without(REAL)), () => {
  it('has hundreds of places and a dozen causes', async () => {
    const { diagnostics, causes, drafts } = await causesOf(REAL);
    expect(diagnostics).toHaveLength(678);
    expect(causes.reduce((sum, { places }) => sum + places.length, 0)).toBe(678);
    expect(
      causes.map(
        (cause) => `${cause.rank} ${cause.places.length} in ${cause.skills.length}: ${plainTitle(cause)}`,
      ),
    ).toMatchInlineSnapshot(`
      [
        "unserved 4 in 2: Two folders claim the same key",
        "misleading 142 in 71: There is no example, and “completeness” is off",
        "misleading 112 in 63: Trust does not add up: issue_health is 10",
        "misleading 109 in 56: Labels outside the format’s lists: tier is “core”, source_type is “official”",
        "misleading 86 in 63: Required reading is not listed as P0",
        "misleading 86 in 83: The schema is missing or has an older name",
        "misleading 62 in 60: Other words for the format’s labels: source_type is “community”",
        "misleading 24 in 12: Missing in skill.json: skill_type, updated_at",
        "misleading 3 in 3: Unlisted files",
        "cosmetic 23 in 23: Keys of index.json that are not language/author/name",
        "cosmetic 23 in 23: A folder’s name differs from its key",
        "cosmetic 2 in 2: Required reading missing in “read_order”",
        "cosmetic 1 in 0: The version of index.json is no whole number",
        "cosmetic 1 in 1: A skill inside another skill’s folder",
      ]
    `);
    expect(drafts).toHaveLength(12);
  });

  it('has no cause left that a command mends once the command mended it', async () => {
    const folder = temporaryFolder();
    cpSync(REAL, folder, { recursive: true });
    const located = await locateRegistry(folder);
    if (!located.ok) throw new Error(located.reason);
    expect((await causesOf(folder)).causes.map(({ repair }) => repair)).toContain('command');
    await fixRegistry(located.location, { now: new Date(), dryRun: false, say: () => {} });
    const { causes } = await causesOf(folder);
    // A folder that is left out isn't touched: its problems go with the cause that leaves it out.
    const leftOut = causes.find(({ id }) => id === 'same-key')?.places.map(({ file }) => file);
    const left = causes.filter(({ repair }) => repair === 'command').flatMap(({ places }) => places);
    expect(left.filter(({ file }) => !leftOut?.includes(file))).toEqual([]);
  });
});

it('ranks are told from the worst on', () => {
  expect(CAUSE_RANKS).toEqual(['unserved', 'misleading', 'cosmetic']);
});
