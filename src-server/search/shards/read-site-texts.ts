import { encodePath } from '../../contract/words/encode-path.ts';
import {
  type DocumentTexts,
  INDEXED_BYTES,
  type ReadTexts,
  type SearchDocument,
} from '../search-document.ts';
import type { ReadSiteFile } from './shard-store.ts';

/** The service doesn't index larger files either. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Texts of skills, from the site's files of sections. */
export function readSiteTexts(read: ReadSiteFile): ReadTexts {
  const readText = async (key: string, path: string, size: number): Promise<Uint8Array | undefined> => {
    const parts = `${key}/${path}`.split('/');
    // Keys and paths are a stranger's: they name nothing outside the skills.
    if (size > MOST_BYTES || parts.some((part) => part === '' || part === '.' || part === '..'))
      return undefined;
    const bytes = await read(`v1/skills/${encodePath(parts.join('/'))}`).catch(() => undefined);
    return bytes?.subarray(0, INDEXED_BYTES);
  };
  const textsOf = async ({ key, files }: SearchDocument): Promise<DocumentTexts> => ({
    texts: await Promise.all(files.map(({ path, size }) => readText(key, path, size))),
    settled: true,
  });
  return (documents) => Promise.all(documents.map(textsOf));
}
