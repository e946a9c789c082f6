/** A package of a bill of materials. */
export interface SbomPackage {
  /** Undefined if the document names the package by other means only. */
  readonly purl: string | undefined;
  readonly direct: boolean;
  readonly dev: boolean;
  readonly repository: string | undefined;
}
