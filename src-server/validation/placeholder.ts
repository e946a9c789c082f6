/** What stands where a new skill's author has yet to write: `{{write: what belongs here}}`. */
export const PLACEHOLDER = /\{\{write:([^{}\n]{1,400})\}\}/g;

export function placeholder(what: string): string {
  return `{{write: ${what}}}`;
}
