/** o200k tokens. */
export interface TokenCount {
  readonly tokens: number;
  readonly isEstimate: boolean;
}
