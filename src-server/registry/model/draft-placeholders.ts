import { type Diagnostic, diagnose } from '../../contract/diagnostics/diagnostic.ts';
import { MANIFEST_FILE } from '../../validation/finding.ts';
import {
  type LeftPlaceholder,
  PLACEHOLDER_START,
  placeholdersIn,
  placeholdersInManifest,
} from '../../validation/placeholder.ts';
import { joinRelative } from './relative-path.ts';

/** A single text may hold a million. */
const MOST_NAMED = 100;

export interface PlaceholderTexts {
  readonly folder: string;
  readonly texts: ReadonlyMap<string, string>;
  readonly manifestText: string | undefined;
}

/**
 * Template placeholders, which make a skill a draft. Includes unlisted files, since clients can request any.
 */
export function placeholdersOf({ folder, texts, manifestText }: PlaceholderTexts): readonly Diagnostic[] {
  const placeholders: Diagnostic[] = [];
  const note = (path: string, found: Iterable<LeftPlaceholder>) => {
    for (const { message, ...place } of found) {
      if (placeholders.length >= MOST_NAMED) return;
      placeholders.push(
        diagnose('placeholder-left', message, { file: joinRelative(folder, path), ...place }),
      );
    }
  };
  if (manifestText?.includes(PLACEHOLDER_START)) note(MANIFEST_FILE, placeholdersInManifest(manifestText));
  for (const [path, text] of texts) if (text.includes(PLACEHOLDER_START)) note(path, placeholdersIn(text));
  return placeholders;
}
