export function endSentence(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return /[.!?…]["')\]]?$/.test(line) || line === '' ? line : `${line}.`;
}
