declare module 'wink-porter2-stemmer' {
  /** Lower-case English (Porter2, Snowball). */
  export default function stem(word: string): string;
}
