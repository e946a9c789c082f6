/** Untrusted text in messages, cut with `…`. */
export function truncate(text: string, most = 200): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

export function shortJson(value: unknown): string {
  return truncate(JSON.stringify(value) ?? 'absent', 60);
}
