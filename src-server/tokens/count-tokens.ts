/** Name of the encoding, for messages: the one of current OpenAI models, close enough to others to plan a budget by. */
export const TOKEN_ENCODING = 'o200k_base';

/** Loads the encoding's table (2 MB, some 150 ms); text that looks like a control token is counted as text. */
export async function loadTokenCounter(): Promise<(text: string) => number> {
  const { countTokens: count } = await import('gpt-tokenizer/encoding/o200k_base');
  const asText = { disallowedSpecial: new Set<string>() };
  return (text) => count(text, asText);
}

/** Counts o200k tokens. The encoding's table is loaded on first use. */
export async function countTokens(texts: readonly string[]): Promise<number[]> {
  const count = await loadTokenCounter();
  return texts.map(count);
}
