/** Names in messages may come from strangers. */
const MAX_LENGTH = 200;

/** Cuts with `…`. */
export function truncate(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
