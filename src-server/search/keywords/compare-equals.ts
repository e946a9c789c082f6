import { compareText } from '../../contract/diagnostic.ts';
import type { SearchDocument } from '../search-document.ts';

/** The order of documents that match equally well: by trust score, then key. */
export function compareEquals(a: SearchDocument, b: SearchDocument): number {
  return b.trustScore - a.trustScore || compareText(a.key, b.key);
}
