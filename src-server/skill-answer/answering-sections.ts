import type { FileChoice, FileForm } from '../contract/api/choose-files.ts';
import { titleOfPiece } from '../search/sections/section-pieces.ts';
import { weighPieces } from '../search/sections/weigh-pieces.ts';
import { fileHeader } from './compose-answer.ts';
import type { MeasuredFiles } from './measure-files.ts';

/** Moved to the front; also their budget share. */
const MOST_ANSWERS = 3;
const ANSWERS_SHARE = 0.6;
const RESERVED = 120;
/** Of the best section. */
const RIVAL_SHARE = 0.5;
const MOST_WEIGHED = 256 * 1024;

interface PlacedPiece {
  readonly form: FileForm;
  readonly piece: FileForm['pieces'][number];
}

export interface AnswersFirst {
  readonly answers: readonly string[];
  readonly files: readonly FileChoice[];
  /** Place of the best section without room. */
  readonly note?: string;
}

/** Matching sections before their files. */
export function putAnswersFirst(
  { files, facts }: MeasuredFiles,
  { query, budget, mark }: { readonly query: string; readonly budget: number; readonly mark: string },
): AnswersFirst {
  const [best, ...rivals] = answeringPieces(files, query);
  if (best === undefined) return { answers: [], files };
  const taken = fitting(best, rivals, budget);
  if (taken.length === 0) return { note: whereItStands(best), answers: [], files };
  const answers = taken.map(({ form, piece }) => {
    const header = fileHeader(form.path, facts.get(form.path)?.priority ?? 'P3', mark, ', answers the query');
    return `${header}\n${piece.text.trim()}`;
  });
  return { answers, files: without(files, new Set(taken.map(({ piece }) => piece))) };
}

export function answeringPieces(files: readonly FileChoice[], query: string): readonly PlacedPiece[] {
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
  return weighed.slice(0, MOST_ANSWERS).filter(({ weight }) => weight > 0 && weight >= least);
}

function fitting(best: PlacedPiece, rivals: readonly PlacedPiece[], budget: number): readonly PlacedPiece[] {
  if (best.piece.cost > budget - RESERVED) return [];
  let room = budget * ANSWERS_SHARE - best.piece.cost;
  const others = rivals.filter(({ piece }) => {
    if (piece.cost > room) return false;
    room -= piece.cost;
    return true;
  });
  return [best, ...others];
}

function whereItStands({ form, piece }: PlacedPiece): string {
  const title = titleOfPiece(piece.text);
  const where = title === undefined ? form.path : `${form.path}, ${title}`;
  return `What answers the query has no room here (${piece.cost} tokens): get_section with section ${where}`;
}

function without(
  files: readonly FileChoice[],
  moved: ReadonlySet<PlacedPiece['piece']>,
): readonly FileChoice[] {
  return files.flatMap((choice) => {
    const pieces = choice.long.pieces.filter((piece) => !moved.has(piece));
    if (pieces.length === choice.long.pieces.length) return [choice];
    // The short form would repeat the section.
    return pieces.length === 0 ? [] : [{ long: { ...choice.long, pieces } }];
  });
}
