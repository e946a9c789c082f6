import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { NONCE_HEADER, PROOF_HEADER } from '../contract/service/discovery.ts';

/** A secret that a service shares with whoever can read its discovery file: programs of the same user. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What a service that knows the secret answers to a nonce. */
export function proofOf(secret: string, nonce: string): string {
  return createHmac('sha256', secret).update(nonce).digest('base64url');
}

/** One question that only the service of a discovery file can answer. */
export interface Challenge {
  /** To be sent with a request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the headers of the response prove that the service knows the secret. */
  isMet(headers: IncomingHttpHeaders): boolean;
}

/** A new challenge. Without a secret, as in files of earlier versions, everybody meets it. */
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
