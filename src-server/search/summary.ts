/** What a generator writes where nobody wrote a summary; what follows a dash behind it was written by someone. */
const PLACEHOLDER = /^\s*\S+ skill for \S+(?:\s+[-–—]\s+|\s*\.?\s*$)/i;

/** A summary without its placeholder: words that stand in every summary tell no skill from another. */
export function plainSummary(summary: string): string {
  return summary.replace(PLACEHOLDER, '');
}
