import type { Infer } from '../schema-types.ts';
import type { discoveryFileSchema } from '../schemas/own-files.ts';

/** `<data>/skills-registry/servers/<pid>.json`, for finding a running service. */
export type DiscoveryFile = Infer<typeof discoveryFileSchema>;

/** Request: a nonce. The service proves to have the secret of the discovery file. */
export const NONCE_HEADER = 'skills-nonce';
/** Response: HMAC-SHA256 of the nonce. */
export const PROOF_HEADER = 'skills-proof';

/** Request: the MCP client, in Base64, for whom a program of this user asks. */
export const CLIENT_HEADER = 'skills-client';

/** `refuses-name`: host name rejected by our service. */
export type ServiceProbe = 'ours' | 'refuses-name' | 'none-of-ours';

export const FOREIGN_HOST = 'This service does not answer to the name in the Host header.';

export interface OfflineRegistry {
  readonly folder: string;
  readonly isGone?: true;
}
