/**
 * Loads the table of o200k, the encoding of current OpenAI models, close enough to others to plan a budget by (2 MB, some
 * 150 ms). Text that looks like a control token is counted as text.
 */
export async function loadTokenCounter(): Promise<(text: string) => number> {
  const { countTokens: count } = await import('gpt-tokenizer/encoding/o200k_base');
  const asText = { disallowedSpecial: new Set<string>() };
  return (text) => {
    let tokens = 0;
    for (const part of countableParts(text)) tokens += count(part, asText);
    return tokens;
  };
}

/**
 * A run without a break for this many characters is no text. Merging its bytes into tokens takes time with the square
 * of its length, so it is counted in parts, each exactly: a few tokens too many in what nobody reads.
 */
const LONG_RUN = /(?:\S{1000,}|\s{1000,})/;
const PART_LENGTH = 1_000;

function countableParts(text: string): readonly string[] {
  if (!LONG_RUN.test(text)) return [text];
  return text
    .split(/(\S{1000,}|\s{1000,})/)
    .flatMap((piece) => (LONG_RUN.test(piece) ? inParts(piece) : [piece]));
}

function inParts(run: string): readonly string[] {
  return Array.from({ length: Math.ceil(run.length / PART_LENGTH) }, (_, index) =>
    run.slice(index * PART_LENGTH, (index + 1) * PART_LENGTH),
  );
}

/** Counts o200k tokens. The encoding's table is loaded on first use. */
export async function countTokens(texts: readonly string[]): Promise<number[]> {
  const count = await loadTokenCounter();
  return texts.map(count);
}
