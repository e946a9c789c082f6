/** For untrusted names in messages. */
const MAX_LENGTH = 200;

/** Cuts with `…`. */
export function truncate(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
