import type { TokenCount } from '../contract/api/token-count.ts';
import { splitLongRuns } from './split-long-runs.ts';

/** UTF-16 units; longer texts are estimated from a sample. */
export const MAX_COUNTED = 1024 * 1024;
const SAMPLE = 256 * 1024;

/** Characters per merge cache, which retains texts. */
const REMEMBERED = 4 * 1024 * 1024;

/** Counts with o200k_base; control tokens count as text. The table takes some 25 MB and 150 ms: the serving thread never loads it. */
export async function loadTokenCounter(): Promise<(text: string) => TokenCount> {
  const { clearMergeCache, countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  const asText = { disallowedSpecial: new Set<string>() };
  let remembered = 0;
  return (text) => {
    const counted = text.length > MAX_COUNTED ? text.slice(0, SAMPLE) : text;
    remembered += counted.length;
    if (remembered > REMEMBERED) {
      clearMergeCache();
      remembered = counted.length;
    }
    let tokens = 0;
    for (const part of splitLongRuns(counted)) tokens += countTokens(part, asText);
    return counted === text
      ? { tokens, isEstimate: false }
      : { tokens: Math.round((tokens / counted.length) * text.length), isEstimate: true };
  };
}
