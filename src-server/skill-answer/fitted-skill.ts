import type { FileChoice, FileForm } from '../contract/api/choose-files.ts';
import { printable } from '../contract/words/printable.ts';
import { codeLanguageName, foreignCodeLanguage } from '../markdown/code-language.ts';
import type { MatchIndex } from '../projects/match/match-index.ts';
import { skillIdentity } from '../projects/match/skill-identity.ts';
import { versionDrift } from '../projects/match/version-drift.ts';
import type { Skill } from '../registry/model/skill.ts';
import { readSkillContents, type SkillContents } from '../registry/skill-texts.ts';
import { weighPieces } from '../search/find/weigh-pieces.ts';
import type { ServedRegistry } from '../served-registry.ts';
import { fileHeader } from './compose-answer.ts';
import { type DescribedSkill, describeSkill, descriptionLine } from './described-skill.ts';
import { type FittedAnswer, fitAnswer } from './fit-answer.ts';
import { type MeasuredFiles, measureFiles } from './measure-files.ts';

/** Tokens of an answer if the caller names no budget. */
export const DEFAULT_SKILL_TOKENS = 3_000;
/** A smaller budget is for the texts: the other facts of a skill take some 70 tokens, as much as a red line. */
const FACTS_FROM_TOKENS = 2_000;
/** Sections that are moved to the front at most, and the share of the budget that they may take. */
const MOST_ANSWERS = 3;
const ANSWERS_SHARE = 0.6;
/** A section answers if it is at least this much about the question, compared with the best section. */
const RIVAL_SHARE = 0.5;
/** Characters that are weighed for a question, the most important files first. */
const MOST_WEIGHED = 512 * 1024;

/** What a caller wants of a skill. */
export interface SkillRequest {
  /** The sections that answer it come first. */
  readonly query?: string | undefined;
  /** Of the library, as the caller's project uses it. */
  readonly version?: string | undefined;
  /** Tokens of the whole answer; default `DEFAULT_SKILL_TOKENS`. */
  readonly budget?: number | undefined;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
}

/** A skill as one Markdown text within a budget: the pitfalls and safety rules first. Throws as `readSkillContents` does. */
export async function fittedSkill(
  served: ServedRegistry,
  key: string,
  { query, version, budget = DEFAULT_SKILL_TOKENS, signal }: SkillRequest,
): Promise<FittedAnswer> {
  const contents = await readSkillContents(served.live, key);
  signal?.throwIfAborted();
  const { snapshot, skill, omitted } = contents;
  const count = (texts: readonly string[]) => served.tokens.count(texts, { ...(signal && { signal }) });
  const countOne = async (text: string) => (await count([text]))[0] ?? 0;
  const measured = await measureFiles(contents, count);
  const { answers, files } =
    query === undefined ? { answers: [], ...measured } : putFirst(measured, query, budget);
  const head = [
    headOf(describeSkill(snapshot, skill), foreignCode(contents), budget),
    ...(version === undefined ? [] : [versionLine(contents, version, await served.matchIndex())]),
    ...answers,
  ].join('\n\n');
  const parts = {
    key,
    head,
    facts: measured.facts,
    longForms: measured.longForms,
    unlisted: unlistedFiles(skill),
    unreadable: omitted.map(({ reason }) => reason),
  };
  return fitAnswer(files, parts, budget, countOne);
}

/** Takes the sections that answer a question out of their files. */
function putFirst(
  { files, facts }: MeasuredFiles,
  query: string,
  budget: number,
): { readonly answers: readonly string[]; readonly files: readonly FileChoice[] } {
  const taken = answeringPieces(files, query, budget);
  const answers = taken.map(({ form, piece }) => {
    const header = fileHeader(form.path, facts.get(form.path)?.priority ?? 'P3', ', answers the query');
    return `${header}\n${piece.text.trim()}`;
  });
  const moved = new Set(taken.map(({ piece }) => piece));
  const rest = files.flatMap((choice) => {
    const pieces = choice.long.pieces.filter((piece) => !moved.has(piece));
    if (pieces.length === choice.long.pieces.length) return [choice];
    // The short form would repeat the section.
    return pieces.length === 0 ? [] : [{ long: { ...choice.long, pieces } }];
  });
  return { answers, files: rest };
}

interface PlacedPiece {
  readonly form: FileForm;
  readonly piece: FileForm['pieces'][number];
}

function answeringPieces(
  files: readonly FileChoice[],
  query: string,
  budget: number,
): readonly PlacedPiece[] {
  let left = MOST_WEIGHED;
  const placed: PlacedPiece[] = [];
  for (const { long: form } of files) {
    if (!/\.md$/i.test(form.path)) continue;
    for (const piece of form.pieces) {
      left -= piece.text.length;
      if (left >= 0) placed.push({ form, piece });
    }
  }
  const weights = weighPieces(
    query,
    placed.map(({ piece }) => piece.text),
  );
  const weighed = placed
    .map((place, at) => ({ ...place, weight: weights[at] ?? 0 }))
    .sort((a, b) => b.weight - a.weight);
  const least = (weighed[0]?.weight ?? 0) * RIVAL_SHARE;
  let room = budget * ANSWERS_SHARE;
  return weighed.slice(0, MOST_ANSWERS).filter(({ weight, piece }) => {
    if (weight === 0 || weight < least || piece.cost > room) return false;
    room -= piece.cost;
    return true;
  });
}

const DRIFT_WORDS = {
  none: '',
  minor: ' Another 0.x version: some of it may not hold.',
  major: ' Another major version: some of it may not hold.',
  unknown: ' How far the two are apart is unknown.',
} as const;

/** Says which version the skill was written for, and how the used version differs. */
function versionLine(
  { snapshot, skill }: SkillContents,
  used: string,
  { placeholderVersion }: MatchIndex,
): string {
  const entry = snapshot.entries.get(skill.key);
  const { version: named, versions } = skillIdentity({ key: skill.key, manifest: skill.manifest, entry });
  const version = named === placeholderVersion ? null : named;
  const about = version === null ? 'The skill names no version.' : `Written for ${printable(version)}.`;
  return `${about} You use ${printable(used)}.${DRIFT_WORDS[versionDrift(used, version, versions)]}`;
}

/** Warns where the code is in another language than the library. */
function foreignCode({ skill, texts }: SkillContents): string | undefined {
  const markdown = [...texts].flatMap(([path, text]) => (/\.md$/i.test(path) ? [text.toString('utf8')] : []));
  const [library = ''] = skill.key.split('/');
  const code = foreignCodeLanguage(markdown, library);
  if (code === undefined) return undefined;
  return `The code is ${codeLanguageName(code)}; this is a ${codeLanguageName(library)} library. Don't copy it.`;
}

/** @param warning what is known to be wrong; no claim of the author's stands beside it */
function headOf(described: DescribedSkill, warning: string | undefined, budget: number): string {
  if (warning !== undefined) {
    const { trust_score: _, ...unclaimed } = described;
    return `# ${descriptionLine(unclaimed)}\n\n${warning}`;
  }
  const line = `# ${descriptionLine(described)}`;
  const facts = budget < FACTS_FROM_TOKENS ? [] : described.facts;
  return facts.length === 0 ? line : `${line}\n\n${facts.join(' ')}`;
}

/** Knowledge files of the skill's folder that are no part of its answer. */
function unlistedFiles({ files, contents }: Skill): readonly string[] {
  const listed = new Set(contents);
  return [...files.keys()].filter((path) => !listed.has(path));
}
