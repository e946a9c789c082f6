const MAX_LENGTH = 60;

/** Cut after 60 characters with `…`. */
export function shortJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
