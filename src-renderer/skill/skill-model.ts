/** A whole skill as the window shows it: its files in reading order, and every field narrowed to what it can draw. */
import type { FullSkill, Priority } from '../../src-server/contract/api/api.ts';
import { standardPriority } from '../../src-server/contract/api/standard-files.ts';
import { PRIORITIES } from './priority-words.ts';
import { readNumber, readSummary, readText, readTexts, readWebAddress } from './skill-row.ts';
import { judgeTrust, type Trust } from './trust-sources.ts';

/** A knowledge file with its text. */
export interface SkillFile {
  /** Relative path. */
  readonly path: string;
  readonly priority: Priority;
  /** Tokens (o200k); undefined where the service doesn't know them. */
  readonly tokens: number | undefined;
  readonly text: string;
}

/** A file that belongs to the skill and isn't here. */
export interface MissingFile {
  readonly path: string;
  readonly priority: Priority;
  /** Why it isn't here though it is there: too large, or it can't be read now. */
  readonly reason?: string;
}

/** A skill as the views show it; what skill.json says in another type than it should is left out. */
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
  readonly trust: Trust;
  readonly completeness: number | undefined;
  /** What the service works out by itself, beside what the skill declares. */
  readonly computed: { readonly completeness?: number };
  readonly updatedAt: string | undefined;
  /** `https://…` of the upstream repository, where one is named. */
  readonly sourceUrl: string | undefined;
  readonly repo: string | undefined;
  /** Each with its list, such as `rust` with `1.70, stable`. */
  readonly compatibility: ReadonlyArray<readonly [name: string, values: readonly string[]]>;
  readonly dependencies: {
    readonly required: readonly string[];
    readonly optional: readonly string[];
    /** Keys of other skills. */
    readonly skills: readonly string[];
  };
  /** Ecosystem metadata by namespace; values as they are. */
  readonly extensions: ReadonlyArray<readonly [namespace: string, value: unknown]>;
  /** P0 first in reading order, then P1, P2, P3. */
  readonly files: readonly SkillFile[];
  /** What belongs to the skill and isn't here. */
  readonly missing: readonly MissingFile[];
}

/** The model of an answer of `GET /v1/skills/<key>`. Pure. */
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
    trust: judgeTrust(readNumber(skill.trust_score), skill),
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
 * By priority, each in the order of `read_order`, then what that leaves out as it is listed. A path that is listed
 * twice keeps its first place. A text that no list names has the priority of the specification, else it is reference.
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
