/** Names in messages are cut to this length: they may come from strangers, and as many as they like. */
const MAX_LENGTH = 200;

/** A text that is short enough for a message; where it was cut it ends in `…`. */
export function shorten(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
