import { readSkillContents } from '../../registry/skill-texts.ts';
import { titleOfPiece } from '../../search/sections/section-pieces.ts';
import { textUnderHeading } from '../../search/sections/text-under-heading.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { answeringPieces } from '../../skill-answer/answering-sections.ts';
import { importantPaths, measureFiles } from '../../skill-answer/measure-files.ts';
import { MODEL_TEXT_BYTES } from '../../skill-answer/read-for-model.ts';

const MOST_TOKENS = 600;

export interface FurtherSection {
  readonly path: string;
  readonly text: string;
}

interface Shown {
  readonly key: string;
  readonly query: string;
  /** Already in the answer. */
  readonly file: string;
  readonly heading: string | null;
}

/** Best first. */
export async function furtherSections(
  served: ServedRegistry,
  { key, query, file, heading }: Shown,
  signal: AbortSignal | undefined,
): Promise<readonly FurtherSection[]> {
  const contents = await readSkillContents(served.live, key, {
    maxBytes: MODEL_TEXT_BYTES,
    order: importantPaths,
  });
  signal?.throwIfAborted();
  const count = (texts: readonly string[]) => served.tokens.count(texts, { ...(signal && { signal }) });
  const { files } = await measureFiles(contents, '', count, signal);
  let room = MOST_TOKENS;
  return answeringPieces(files, query).flatMap(({ form, piece }) => {
    if ((form.path === file && hasSection(piece.text, heading)) || piece.cost > room) return [];
    room -= piece.cost;
    return [{ path: form.path, text: piece.text.trim() }];
  });
}

/** Null: text without heading. */
function hasSection(text: string, heading: string | null): boolean {
  return heading === null ? titleOfPiece(text) === undefined : textUnderHeading(text, heading) !== undefined;
}
