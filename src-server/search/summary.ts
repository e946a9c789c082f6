const PLACEHOLDER = /^\s*\S+ skill for \S+(?:\s+[-–—]\s+|\s*\.?\s*$)/i;

/** Without the generated placeholder, whose words don't tell skills apart. */
export function plainSummary(summary: string): string {
  return summary.replace(PLACEHOLDER, '');
}
