export interface MixedLoadOptions {
  /** Base URL of the service. */
  readonly url: string;
  /** Its registry's root; its texts are edited. */
  readonly registry: string;
  /** Keys of skills that are there all the time. */
  readonly keys: readonly string[];
  /** How many requests are sent; default: as many as fit into `seconds`. */
  readonly requests?: number;
  /** No more are sent after so long; default: until all `requests` are. */
  readonly seconds?: number;
  /** How many at once; default 16. */
  readonly connections?: number;
  /** Called after each answer with the request's number. */
  readonly onProgress?: (request: number) => void;
}

export interface MixedLoadReport {
  /** How many requests were sent. */
  readonly requests: number;
  /** Requests that were answered otherwise than is right, with how often. */
  readonly unexpected: readonly string[];
  /** How many edits were made meanwhile. */
  readonly edits: number;
}

export function runMixedLoad(options: MixedLoadOptions): Promise<MixedLoadReport>;
export function residentBytes(pid: number): number;
