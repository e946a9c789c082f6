import {
  type ComputedFacts,
  isExample,
  type Language,
  ownMember,
  PRIORITIES,
  type Priority,
  STANDARD_FILES,
} from '../contract/api.ts';
import { PLACEHOLDER_START } from '../contract/skill-format.ts';
import type { CheckedSkill, FileFact } from './finding.ts';
import { JsonText, TextLines } from './json-position.ts';
import { judgeTrust, trustScore } from './rules/trust.ts';

export const EXAMPLE_EXTENSIONS: Readonly<Record<Language, string>> = {
  cpp: 'cpp',
  rust: 'rs',
  python: 'py',
  go: 'go',
  js: 'js',
};

/** Whether a file has another ending of Markdown: it is served under `examples/` alone, so its name is likely a mistake. */
export function isOtherMarkdown(path: string): boolean {
  return /\.(?:markdown|mdown|mkdn?|mdwn|mdtxt|mdtext)$/i.test(path);
}

/** Whether a file is one of a skill's texts: Markdown, or an example. Dot-files and what lies in dot-folders are none. */
export function isKnowledgeFile(path: string): boolean {
  return (
    (/\.md$/i.test(path) || isExample(path)) &&
    path.split('/').every((part) => part !== '' && !part.startsWith('.'))
  );
}

/** Whether Markdown lies in a folder of its own: it is served if `files` lists it. */
export function isFolderMarkdown(path: string): boolean {
  return isKnowledgeFile(path) && path.includes('/') && !isExample(path);
}

/** `./overview.md` becomes `overview.md`. */
export function relativePath(listed: string): string {
  return listed.replace(/^(?:\.\/+)+/, '');
}

export function isKnowledgeMarkdown(path: string): boolean {
  return isKnowledgeFile(path) && /\.md$/i.test(path);
}

interface ListedFile {
  readonly priority: Priority;
  readonly index: number;
  readonly path: string;
}

/** Lists the files that a manifest names, by priority. Other types are left to the schema. */
export function listedFiles({ files }: Readonly<Record<string, unknown>>): ListedFile[] {
  return PRIORITIES.flatMap((priority) =>
    stringItems(ownMember(files, priority)).map(({ index, value }) => ({
      priority,
      index,
      path: relativePath(value),
    })),
  );
}

/** Returns the strings of a list with their places in it; of other values, none. */
export function stringItems(value: unknown): Array<{ index: number; value: string }> {
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return items.flatMap((item, index) => (typeof item === 'string' ? [{ index, value: item }] : []));
}

/** Returns the paths of files with contents: empty files count as missing. */
export function presentPaths(files: readonly FileFact[]): ReadonlySet<string> {
  return new Set(files.filter(({ size }) => size > 0).map(({ path }) => path));
}

/**
 * Points by the specification's table; in a range, every file adds some:
 *
 * | present | score |
 * |---|---|
 * | not all P0 | 10 per P0 + 3 per P1 + 3 for P2 + 4 for examples (≤ 36) |
 * | all P0, no example | 40 + 4 per P1 + 3 for P2 (≤ 55) |
 * | all P0 and examples | 60 + 5 per P1 + 5 for P2 (≤ 75) |
 * | all P0, P1 and examples | 80 + 5 per example after the first (≤ 95) |
 * | all P0, P1, P2 and examples | 100 |
 */
export function completeness(present: ReadonlySet<string>): {
  readonly score: number;
  readonly range: readonly [lowest: number, highest: number];
} {
  const { P0, P1, P2 } = STANDARD_FILES;
  const countOf = (names: readonly string[]): number => names.filter((name) => present.has(name)).length;
  const [p0, p1, p2] = [countOf(P0), countOf(P1), countOf(P2)];
  const examples = [...present].filter(isExample).length;
  if (p0 < P0.length) return { score: 10 * p0 + 3 * p1 + 3 * p2 + (examples > 0 ? 4 : 0), range: [0, 39] };
  if (examples === 0) return { score: 40 + 4 * p1 + 3 * p2, range: [40, 55] };
  if (p1 < P1.length) return { score: 60 + 5 * p1 + 5 * p2, range: [60, 75] };
  if (p2 === 0) return { score: 80 + 5 * Math.min(examples - 1, 3), range: [80, 95] };
  return { score: 100, range: [100, 100] };
}

type SkillFacts = Pick<CheckedSkill, 'key' | 'manifest' | 'files'>;

/**
 * Computes the facts that are served beside the manifest: from the manifest and the file list.
 *
 * @param served manifest with the trust score and tier that answers show
 */
export function computeFacts({ manifest, files }: Omit<SkillFacts, 'key'>, served = manifest): ComputedFacts {
  const trust = judgeTrust(manifest, served);
  return {
    completeness: completeness(presentPaths(files)).score,
    trust_score: trustScore(manifest) ?? null,
    ...(trust && { trust }),
  };
}

/** What skill.json declares, beside what is computed; null for what it doesn't declare, or nobody can compute. */
export interface ComparedFacts {
  readonly key: string;
  readonly completeness: { readonly declared: number | null; readonly computed: number | null };
  readonly trust_score: { readonly declared: number | null; readonly computed: number | null };
}

export function compareFacts({ key, ...skill }: SkillFacts): ComparedFacts {
  const computed = computeFacts(skill);
  const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);
  return {
    key,
    completeness: { declared: numberOf(skill.manifest['completeness']), computed: computed.completeness },
    trust_score: { declared: numberOf(skill.manifest['trust_score']), computed: computed.trust_score },
  };
}

/** Example: `{{write: what belongs here}}`. */
export const PLACEHOLDER = /\{\{write:([^{}\n]{1,400})\}\}/g;

export function placeholder(what: string): string {
  return `${PLACEHOLDER_START} ${what}}}`;
}

interface LeftPlaceholder {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

export function* placeholdersIn(text: string, lines = new TextLines(text)): Iterable<LeftPlaceholder> {
  // In `extensions`, any text is valid.
  for (const { 1: what = '', index } of text.matchAll(PLACEHOLDER))
    if (!(lines instanceof JsonText && lines.isInMember('extensions', index)))
      yield { message: `Still to write: ${what.trim()}.`, ...lines.positionOf(index) };
}

export function placeholdersInManifest(text: string): Iterable<LeftPlaceholder> {
  return placeholdersIn(text, new JsonText(text));
}

export function describeDraft(count: number): string {
  return `The skill is a draft: ${count} ${count === 1 ? 'text is' : 'texts are'} still to write.`;
}
