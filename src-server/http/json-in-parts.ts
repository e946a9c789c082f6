/** A few milliseconds of work. */
const PART_LENGTH = 256 * 1024;

/** Like `JSON.stringify`, with texts as last member `name`. */
export function* jsonInParts(
  rest: Readonly<Record<string, unknown>>,
  name: string,
  texts: ReadonlyMap<string, string>,
): Generator<string> {
  const { [name]: _texts, ...others } = rest;
  const head = JSON.stringify(others).slice(0, -1);
  yield `${head}${head === '{' ? '' : ','}${JSON.stringify(name)}:{`;
  let isFirst = true;
  for (const [path, text] of texts) {
    yield `${isFirst ? '' : ','}${JSON.stringify(path)}:"`;
    yield* stringInParts(text);
    yield '"';
    isFirst = false;
  }
  yield '}}';
}

function* stringInParts(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + PART_LENGTH);
    // A lone half of a surrogate pair would be escaped.
    if (to < text.length && isHighSurrogate(text.charCodeAt(to - 1))) to += 1;
    yield JSON.stringify(text.slice(from, to)).slice(1, -1);
    from = to;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
