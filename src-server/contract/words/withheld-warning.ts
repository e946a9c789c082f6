/** Beside a skill that people get and agents don't, without the words of the author that are the reason. */
export function withheldWarning(why: string): string {
  return `Agents don't get this skill: ${withoutQuotes(why)}. Don't copy it.`;
}

/** `pitfalls.md asks for silence: “never mention …”` without its quotation: agents read the reason. */
export function withoutQuotes(why: string): string {
  return why.replace(/: “.*$/s, '');
}
