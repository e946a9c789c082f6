/** `<data>/skills-registry/servers/<pid>.json`, for finding a running service. */
export interface DiscoveryFile {
  /** Of the format. */
  readonly schema: 1;
  readonly pid: number;
  /** Like `/v1/status`; otherwise stale. */
  readonly instanceId: string;
  readonly app: 'tray' | 'cli';
  readonly version: string;
  readonly host: string;
  readonly port: number;
  /** Without final slash. */
  readonly url: string;
  readonly mcpUrl: string;
  /** Absolute. */
  readonly registry: string;
  /** ISO 8601. */
  readonly startedAt: string;
}

/** Request: a nonce. The service proves to have the secret of the discovery file. */
export const NONCE_HEADER = 'skills-nonce';
/** Response: HMAC-SHA256 of the nonce. */
export const PROOF_HEADER = 'skills-proof';

/** `refuses-name`: host name rejected by our service. */
export type ServiceProbe = 'ours' | 'refuses-name' | 'none-of-ours';

export const FOREIGN_HOST = 'This service does not answer to the name in the Host header.';

export interface SeveralServices {
  /** Names the chosen service. */
  readonly says: string;
  /** At least one. */
  readonly others: readonly DiscoveryFile[];
}

/** Default without service. */
export interface OfflineRegistry {
  /** `hung`: of an unresponsive service. */
  readonly from: 'hung' | 'remembered';
  /** Absolute. */
  readonly folder: string;
  /** No registry any more. */
  readonly isGone?: true;
}
