/** o200k tokens. */
export interface TokenCount {
  readonly tokens: number;
  /** True if only a part of a long text was counted. */
  readonly isEstimate: boolean;
}
