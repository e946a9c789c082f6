/**
 * Range `[start, end)`: a JSON member's value within the line, otherwise the word at `offset`. Empty if
 * `offset` is outside `text`.
 *
 * @param text shown part of the line
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
