import type { DiscoveryFile } from '../contract/service/discovery.ts';
import type { WhyNone } from '../registry/disk/locate-registry.ts';

/** Why the service can't start, in a way that its starter can act on. */
export type StartFailure =
  | {
      readonly reason: 'port-taken' | 'port-denied';
      readonly host: string;
      readonly port: number;
      /** The service of this user that holds the port; absent where a stranger does, or nobody may. */
      readonly owner?: DiscoveryFile;
      /** Whether the owner serves the registry that was asked for. */
      readonly sameRegistry?: boolean;
      /** A port that is free now; absent where none of the next ones is. */
      readonly nextFreePort?: number;
    }
  | { readonly reason: 'address-unavailable'; readonly host: string; readonly port: number }
  | ({
      readonly reason: 'no-registry';
      readonly path: string;
      readonly candidates: readonly string[];
    } & WhyNone);

/** Start-up failed for a reason that is nobody's bug; `message` is meant for the person who started it. */
export class StartError extends Error {
  readonly failure: StartFailure;

  constructor(failure: StartFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
    this.failure = failure;
  }
}
