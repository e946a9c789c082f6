const MAX_LENGTH = 60;

/** A value as JSON, as diagnostics show it; after 60 characters it is cut and ends in `…`. */
export function shortJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
