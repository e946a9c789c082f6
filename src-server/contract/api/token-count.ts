/** How many o200k tokens a text has. */
export interface TokenCount {
  readonly tokens: number;
  /** Whether it was told from a part of the text, because the whole is too long to be counted. */
  readonly isEstimate: boolean;
}
