/** The package has no types. */
declare module 'wink-porter2-stemmer' {
  /** Stems a lower-case English word (Porter2, Snowball English). */
  export default function stem(word: string): string;
}
