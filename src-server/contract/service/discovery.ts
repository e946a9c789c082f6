/** `<data>/skills-registry/servers/<pid>.json`: lets clients find a running service. */
export interface DiscoveryFile {
  /** Version of the format. */
  readonly schema: 1;
  readonly pid: number;
  /** Equals `instanceId` of `/v1/status`; otherwise the file is stale. */
  readonly instanceId: string;
  readonly app: 'tray' | 'cli';
  readonly version: string;
  readonly host: string;
  readonly port: number;
  /** Base URL without a final slash. */
  readonly url: string;
  readonly mcpUrl: string;
  /** Absolute. */
  readonly registry: string;
  /** ISO 8601. */
  readonly startedAt: string;
}

/** Request header with a nonce. The service proves that it has the discovery file's secret. */
export const NONCE_HEADER = 'skills-nonce';
/** Response header: HMAC-SHA256 of the nonce. */
export const PROOF_HEADER = 'skills-proof';

/** `refuses-name`: our service rejects the host name. */
export type ServiceProbe = 'ours' | 'refuses-name' | 'none-of-ours';

export const FOREIGN_HOST = 'This service does not answer to the name in the Host header.';

/** Services besides the chosen one. */
export interface SeveralServices {
  /** Names the chosen service. */
  readonly says: string;
  /** At least one. */
  readonly others: readonly DiscoveryFile[];
}

/** Default registry while no service responds. */
export interface OfflineRegistry {
  /** `hung`: registry of an unresponsive service. */
  readonly from: 'hung' | 'remembered';
  /** Absolute. */
  readonly folder: string;
  /** True if the folder is no registry any more. */
  readonly isGone?: true;
}
