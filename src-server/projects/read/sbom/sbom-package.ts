export interface SbomPackage {
  /** Undefined if the document has no purl. */
  readonly purl: string | undefined;
  readonly direct: boolean;
  readonly dev: boolean;
  readonly repository: string | undefined;
}
