/**
 * Loads the o200k encoding of gpt-tokenizer, which takes some 150 ms and 40 MB: only when tokens are wanted. The
 * function counts text as text: names of special tokens in it are nothing special.
 */
export async function loadTokenCounter(): Promise<(text: string) => number> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  const asText = { disallowedSpecial: new Set<string>() };
  return (text) => countTokens(text, asText);
}
