import type { DiscoveryFile } from '../contract/service.ts';
import type { WhyNone } from '../registry/locate-registry.ts';

export type StartFailure =
  | {
      readonly reason: 'port-taken' | 'port-denied';
      readonly host: string;
      readonly port: number;
      /** This user's service on the port. */
      readonly owner?: DiscoveryFile;
      /** The owner serves the requested registry. */
      readonly sameRegistry?: boolean;
      readonly nextFreePort?: number;
    }
  | { readonly reason: 'address-unavailable'; readonly host: string; readonly port: number }
  | ({
      readonly reason: 'no-registry';
      readonly path: string;
      readonly candidates: readonly string[];
    } & WhyNone);

/** Expected; the message is for the user. */
export class StartError extends Error {
  readonly failure: StartFailure;

  constructor(failure: StartFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
    this.failure = failure;
  }
}
