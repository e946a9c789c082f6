import type { ApiFailure } from '../api/api-transport.ts';

export interface Origin {
  /** Undefined if no service was known. */
  readonly snapshot: string | undefined;
  /** Response time, milliseconds since 1970. */
  readonly at: number;
  readonly tookMs: number;
}

/** The last value survives failures. */
export type Resource<T> = {
  /** For `service`, the service's state explains a missing value. */
  readonly from: 'service' | 'app';
  retry(): void;
} & (
  | {
      readonly state: 'loading';
      readonly value: undefined;
      readonly of: undefined;
      readonly failure: undefined;
    }
  | { readonly state: 'ready'; readonly value: T; readonly of: Origin; readonly failure: undefined }
  /** A newer value is loading, or `failure` says why not. */
  | {
      readonly state: 'stale';
      readonly value: T;
      readonly of: Origin;
      readonly failure: ApiFailure | undefined;
    }
  /** No value, or an invalid old value. */
  | {
      readonly state: 'failed';
      readonly value: T | undefined;
      readonly of: Origin | undefined;
      readonly failure: ApiFailure;
    }
);
