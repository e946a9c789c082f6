/** A summary as a sentence: one line, with a full stop where it ends in nothing of the kind. */
export function endSentence(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return /[.!?…]["')\]]?$/.test(line) || line === '' ? line : `${line}.`;
}
