import type { ReadTexts, SearchDocument } from '../search-document.ts';

/** All texts of a skill. Each section has six bytes or more, so readers refuse none (`MOST_SECTIONS`). */
const MOST_TEXT_BYTES = 2 * 1024 * 1024;
const MOST_PATH_CHARACTERS = 64 * 1024;
const MOST_NAME_CHARACTERS = 200;
const MOST_TAGS = 50;
const MOST_SUMMARY_CHARACTERS = 4_000;

/** The rest isn't found: the shards that a skill shares with others must stay small, whatever its author wrote. */
export function searchedPart(document: SearchDocument): SearchDocument {
  const { name, tags, summary, files } = document;
  let left = MOST_PATH_CHARACTERS;
  return {
    ...document,
    name: name.slice(0, MOST_NAME_CHARACTERS),
    tags: tags.filter(({ length }) => length <= MOST_NAME_CHARACTERS).slice(0, MOST_TAGS),
    summary: summary.slice(0, MOST_SUMMARY_CHARACTERS),
    files: files.filter(({ path }) => {
      left -= path.length;
      return left >= 0;
    }),
  };
}

/** The first texts of each skill. */
export function boundedTexts(readTexts: ReadTexts): ReadTexts {
  return async (documents) =>
    (await readTexts(documents)).map(({ texts, settled }) => {
      let left = MOST_TEXT_BYTES;
      const kept = texts.map((text) => {
        left -= text?.length ?? 0;
        return left >= 0 ? text : undefined;
      });
      return { texts: kept, settled };
    });
}
