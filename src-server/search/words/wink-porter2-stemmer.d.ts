/** The package has no types of its own. */
declare module 'wink-porter2-stemmer' {
  /** Stem of a lower-case English word, by Porter's second algorithm (Snowball English). */
  export default function stem(word: string): string;
}
