export interface SbomPackage {
  readonly purl: string | undefined;
  readonly direct: boolean;
  readonly dev: boolean;
  readonly repository: string | undefined;
}
