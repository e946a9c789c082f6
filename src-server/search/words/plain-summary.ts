const PLACEHOLDER = /^\s*\S+ skill for \S+(?:\s+[-–—]\s+|\s*\.?(?<!\s)\s*$)/i;

/** Without the generated placeholder, equal in all skills. */
export function plainSummary(summary: string): string {
  return summary.replace(PLACEHOLDER, '');
}
