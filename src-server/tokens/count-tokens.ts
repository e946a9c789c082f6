/** Name of the encoding, for messages: the one of current OpenAI models, close enough to others to plan a budget by. */
export const TOKEN_ENCODING = 'o200k_base';

/** Counts o200k tokens. The encoding's table (2 MB) is loaded on first use. */
export async function countTokens(texts: readonly string[]): Promise<number[]> {
  const { countTokens: count } = await import('gpt-tokenizer/encoding/o200k_base');
  // Text that looks like a control token is text here, whatever it says.
  return texts.map((text) => count(text, { disallowedSpecial: new Set() }));
}
