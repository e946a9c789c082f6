/** What a running service leaves for others to find it by: `<data>/skills-registry/servers/<pid>.json`. */
export interface DiscoveryFile {
  /** Version of this format. */
  readonly schema: 1;
  readonly pid: number;
  /** The same as `/v1/status` reports; a file with another one is stale. */
  readonly instanceId: string;
  readonly app: 'tray' | 'cli';
  readonly version: string;
  readonly host: string;
  readonly port: number;
  /** Base URL, without a slash at its end. */
  readonly url: string;
  readonly mcpUrl: string;
  /** Absolute path of the registry that is served. */
  readonly registry: string;
  /** ISO 8601. */
  readonly startedAt: string;
}

/** Header of a request that asks a service to prove that it knows the secret of its discovery file. */
export const NONCE_HEADER = 'skills-nonce';
/** Header of the response: HMAC-SHA256 of the nonce. */
export const PROOF_HEADER = 'skills-proof';

/** Who answers at an address: a service of ours, one that doesn't answer to the name in the address, or neither. */
export type ServiceProbe = 'ours' | 'refuses-name' | 'none-of-ours';

/** What a service says to a request whose `Host` it doesn't answer to. */
export const FOREIGN_HOST = 'This service does not answer to the name in the Host header.';

/** Services that run beside the one that is meant. */
export interface SeveralServices {
  /** Which one is meant, in a sentence. */
  readonly says: string;
  /** At least one. */
  readonly others: readonly DiscoveryFile[];
}

/** What answers for a program that was told no registry, while no service does. */
export interface OfflineRegistry {
  /** A service that hangs, else what somebody chose before. */
  readonly from: 'hung' | 'remembered';
  /** Absolute. */
  readonly folder: string;
  /** It was chosen, and is no registry now: nothing else is taken instead. */
  readonly isGone?: true;
}
