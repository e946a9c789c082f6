import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { NONCE_HEADER, PROOF_HEADER } from '../contract/service/discovery.ts';

/** In the discovery file, for the user's programs. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function proofOf(secret: string, nonce: string): string {
  return createHmac('sha256', secret).update(nonce).digest('base64url');
}

export interface Challenge {
  readonly headers: Readonly<Record<string, string>>;
  /** @param headers of the response */
  isMet(headers: IncomingHttpHeaders): boolean;
}

/** Without a secret (older files), every response passes. */
export function challengeFor(secret: string | undefined): Challenge {
  if (secret === undefined) return { headers: {}, isMet: () => true };
  const nonce = randomBytes(16).toString('base64url');
  const expected = Buffer.from(proofOf(secret, nonce));
  return {
    headers: { [NONCE_HEADER]: nonce },
    isMet(headers) {
      const proof = Buffer.from(String(headers[PROOF_HEADER]));
      return proof.length === expected.length && timingSafeEqual(proof, expected);
    },
  };
}
