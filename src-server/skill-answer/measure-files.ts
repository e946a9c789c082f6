import { choicesOf, type FileChoice, type FileForm, findLongForms } from '../contract/api/choose-files.ts';
import { byImportance } from '../contract/api/files-to-read-first.ts';
import { escapeHidden } from '../contract/words/printable.ts';
import { type OrderedFile, readingOrder } from '../registry/model/reading-order.ts';
import type { Skill } from '../registry/model/skill.ts';
import type { SkillContents } from '../registry/skill-texts.ts';
import { runInSlices } from '../run-in-slices.ts';
import { piecesOf } from '../search/sections/section-pieces.ts';
import { type FileFacts, fileHeader } from './compose-answer.ts';
import { MODEL_TEXT_BYTES } from './read-for-model.ts';

export interface MeasuredFiles {
  readonly files: readonly FileChoice[];
  readonly facts: ReadonlyMap<string, FileFacts>;
  readonly longForms: ReadonlyMap<string, string>;
}

const TOO_MUCH = 1e9;
/** The rest is a single piece: each count costs a message. */
const MOST_PIECES = 1_000;
/** Characters per file; the rest belongs to the last piece. */
const MOST_SPLIT = 32 * 1024;

export function importantPaths(skill: Skill): readonly string[] {
  return byImportance(readingOrder(skill)).map(({ path }) => path);
}

/**
 * Files beyond `MODEL_TEXT_BYTES` get `TOO_MUCH`.
 *
 * @param mark from `markFor`
 * @param count returns tokens in input order
 */
export async function measureFiles(
  { skill, texts, omitted }: SkillContents,
  mark: string,
  count: (texts: readonly string[]) => Promise<readonly number[]>,
  signal?: AbortSignal,
): Promise<MeasuredFiles> {
  const tooLarge = new Set(omitted.flatMap(({ path, cause }) => (cause === 'too-large' ? [path] : [])));
  const ordered = readingOrder(skill).filter(({ path }) => texts.has(path) || tooLarge.has(path));
  const split = await runInSlices(splitWhatFits(byImportance(ordered), texts, mark), signal);
  const counts = (await count(split.flatMap(({ sent }) => sent)))[Symbol.iterator]();
  const forms = new Map(
    split.map(({ path, pieces, sent }): [string, FileForm] => [
      path,
      {
        path,
        pieces: pieces.map((text, place) => ({
          text,
          cost: sent[place] === undefined ? TOO_MUCH : (counts.next().value ?? TOO_MUCH),
        })),
      },
    ]),
  );
  const files = choicesOf(ordered.map(({ path }) => forms.get(path) as FileForm));
  const facts = ordered.map(({ path, priority }, place): [string, FileFacts] => {
    const tokens = sumOf(forms.get(path));
    return [path, { priority, place, ...(tokens < TOO_MUCH && { tokens }) }];
  });
  return { files, facts: new Map(facts), longForms: findLongForms(ordered) };
}

interface SplitFile {
  readonly path: string;
  readonly pieces: readonly string[];
  readonly sent: readonly string[];
}

function* splitWhatFits(
  important: readonly OrderedFile[],
  texts: SkillContents['texts'],
  mark: string,
): Generator<void, readonly SplitFile[]> {
  let left = MODEL_TEXT_BYTES;
  let piecesLeft = MOST_PIECES;
  const split: SplitFile[] = [];
  for (const { path, priority } of important) {
    const bytes = texts.get(path);
    left -= bytes?.length ?? 0;
    if (bytes === undefined || left < 0 || piecesLeft === 0) {
      split.push({ path, pieces: [''], sent: [] });
      continue;
    }
    const text = escapeHidden(bytes.toString('utf8'));
    yield;
    const pieces = somePieces(path, text, piecesLeft);
    yield;
    piecesLeft -= pieces.length;
    const sent = pieces.map((text, place) =>
      place === 0 ? `${fileHeader(path, priority, mark)}\n${text}` : text,
    );
    split.push({ path, pieces, sent });
  }
  return split;
}

/** The last piece has the rest beyond the limits. */
export function somePieces(path: string, text: string, most = MOST_PIECES): readonly string[] {
  const all = piecesOf(path, text.slice(0, MOST_SPLIT));
  const last = Math.min(all.length, most) - 1;
  return [...all.slice(0, last), all.slice(last).join('') + text.slice(MOST_SPLIT)];
}

function sumOf(form: FileForm | undefined): number {
  return form?.pieces.reduce((sum, { cost }) => sum + cost, 0) ?? TOO_MUCH;
}
