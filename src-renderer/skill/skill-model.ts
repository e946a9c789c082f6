import type { FullSkill, Priority } from '../../src-server/contract/api/api.ts';
import { standardPriority } from '../../src-server/contract/api/standard-files.ts';
import { PRIORITIES } from './priority-words.ts';
import { readNumber, readSummary, readText, readTexts, readTrust, readWebAddress } from './skill-row.ts';
import type { Trust } from './trust-words.ts';

export interface SkillFile {
  readonly path: string;
  readonly priority: Priority;
  /** o200k tokens; undefined if unknown. */
  readonly tokens: number | undefined;
  readonly text: string;
}

/** Listed file without a served text. */
export interface MissingFile {
  readonly path: string;
  readonly priority: Priority;
  /** Too large, or unreadable. */
  readonly reason?: string;
}

/** Fields with a wrong type are omitted. */
export interface SkillModel {
  readonly name: string;
  readonly version: string | undefined;
  readonly skillVersion: string | undefined;
  readonly language: string;
  readonly tier: string | undefined;
  readonly group: string | undefined;
  readonly type: string | undefined;
  readonly risk: string | undefined;
  readonly summary: string | undefined;
  readonly tags: readonly string[];
  readonly verified: boolean;
  readonly official: boolean;
  readonly trust: Trust | undefined;
  readonly completeness: number | undefined;
  readonly computed: { readonly completeness?: number };
  readonly updatedAt: string | undefined;
  /** Upstream repository as `https://…`. */
  readonly sourceUrl: string | undefined;
  readonly repo: string | undefined;
  /** Example: `rust` with `1.70`, `stable`. */
  readonly compatibility: ReadonlyArray<readonly [name: string, values: readonly string[]]>;
  readonly dependencies: {
    readonly required: readonly string[];
    readonly optional: readonly string[];
    /** Skill keys. */
    readonly skills: readonly string[];
  };
  /** Ecosystem metadata by namespace, unvalidated. */
  readonly extensions: ReadonlyArray<readonly [namespace: string, value: unknown]>;
  /** In reading order: P0 to P3. */
  readonly files: readonly SkillFile[];
  readonly missing: readonly MissingFile[];
}

/** From `GET /v1/skills/<key>`. */
export function toSkillModel(skill: FullSkill): SkillModel {
  const { name } = skill;
  const dependencies = readRecord(skill['dependencies']);
  return {
    name,
    language: skill.language,
    tier: skill.tier,
    group: skill.group,
    risk: skill.risk_level,
    tags: skill.tags ?? [],
    repo: skill.repo,
    trust: readTrust(skill.trust_score, skill._computed.trust),
    version: readText(skill['version']),
    skillVersion: readText(skill['skill_version']),
    type: readText(skill['skill_type']),
    summary: readSummary(skill['summary'], name),
    verified: skill['verified'] === true,
    official: skill['official'] === true,
    completeness: readNumber(skill['completeness']),
    computed: readComputed(skill['_computed']),
    updatedAt: readText(skill['updated_at']),
    sourceUrl: readWebAddress(skill['repo_source_url']),
    compatibility: Object.entries(readRecord(skill['compatibility']))
      .map(([key, values]) => [key, readTexts(values)] as const)
      .filter(([, values]) => values.length > 0),
    dependencies: {
      required: readTexts(dependencies['required']),
      optional: readTexts(dependencies['optional']),
      skills: readTexts(dependencies['skills']),
    },
    extensions: Object.entries(readRecord(skill['extensions'])),
    ...orderFiles(skill),
  };
}

/**
 * By priority, `read_order`, listing; the first listing of a path wins. Unlisted files get the specification's
 * priority, else P3.
 */
export function orderFiles(skill: FullSkill): {
  readonly files: readonly SkillFile[];
  readonly missing: readonly MissingFile[];
} {
  const order = new Map(readTexts(skill.read_order).map((path, place) => [path, place]));
  const place = (path: string) => order.get(path) ?? order.size;
  const listed = new Map<string, Priority>();
  for (const priority of PRIORITIES) {
    const paths = [...new Set(readTexts(skill.files?.[priority]))];
    paths.sort((a, b) => place(a) - place(b));
    for (const path of paths) if (!listed.has(path)) listed.set(path, priority);
  }
  for (const paths of [skill._contents, skill._omitted ?? {}])
    for (const path of Object.keys(paths))
      if (!listed.has(path)) listed.set(path, standardPriority(path) ?? 'P3');

  const files: SkillFile[] = [];
  const missing: MissingFile[] = [];
  const byPriority = PRIORITIES.flatMap((priority) =>
    [...listed].filter(([, listedPriority]) => listedPriority === priority),
  );
  for (const [path, priority] of byPriority) {
    const text = Object.hasOwn(skill._contents, path) ? skill._contents[path] : undefined;
    if (text === undefined) missing.push({ path, priority, ...reasonOf(skill, path) });
    else files.push({ path, priority, text, tokens: skill._tokens[path] });
  }
  return { files, missing };
}

function reasonOf({ _omitted = {} }: FullSkill, path: string): Pick<MissingFile, 'reason'> {
  const reason = Object.hasOwn(_omitted, path) ? _omitted[path] : undefined;
  return reason === undefined ? {} : { reason };
}

function readComputed(value: unknown): SkillModel['computed'] {
  const completeness = readNumber(readRecord(value)['completeness']);
  return completeness === undefined ? {} : { completeness };
}

function readRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
