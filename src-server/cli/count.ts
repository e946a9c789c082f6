/** A number with its word: `1 skill`, `10,000 skills`. */
export function count(number: number, word: string): string {
  return `${number.toLocaleString('en')} ${word}${number === 1 ? '' : 's'}`;
}
