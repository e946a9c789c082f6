/** o200k tokens. */
export interface TokenCount {
  readonly tokens: number;
  /** Only partly counted. */
  readonly isEstimate: boolean;
}
