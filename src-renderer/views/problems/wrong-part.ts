/**
 * The part of a line that a problem is about, as `[start, end)` offsets: of a JSON member its value as far as it stands
 * on the line, elsewhere the word at the place. Empty where the place isn't on what is shown of the line.
 *
 * @param text what is shown of the line
 * @param offset of the place in it
 */
export function wrongPart(text: string, offset: number): readonly [start: number, end: number] {
  if (offset < 0 || offset >= text.length) return [text.length, text.length];
  const rest = text.slice(offset);
  const name = /^"(?:[^"\\]|\\.)*"\s*:\s*/.exec(rest)?.[0] ?? '';
  const value = /^(?:"(?:[^"\\]|\\.)*"?|[^\s,[\]{}]+|[[{].*|.)/.exec(rest.slice(name.length))?.[0] ?? '';
  const [start, end] = value.trim() === '' ? [0, name.length] : [name.length, name.length + value.length];
  return [
    offset + start,
    offset + start + text.slice(offset + start, offset + end).replace(/[\s,]+$/, '').length,
  ];
}
