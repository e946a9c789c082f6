import { createHash, timingSafeEqual } from 'node:crypto';

/** What a caller must show: `Authorization: Bearer <token>` (RFC 6750, section 2.1). */
export interface TokenDemand {
  /** Compares in a time that tells nothing of the token, not even how long it is. */
  isMetBy(authorization: string | undefined): boolean;
  /** Value of `WWW-Authenticate`; names the instance, so that this user's other programs know whom they met. */
  readonly challenge: string;
}

/** @param instanceId told to whoever shows no token, so that who looks for this instance knows it */
export function demandToken(token: string, instanceId: string): TokenDemand {
  const expected = hash(token);
  return {
    isMetBy(authorization) {
      const [, given = ''] = /^bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
      return timingSafeEqual(hash(given), expected);
    },
    challenge: `Bearer realm="skills-registry ${instanceId}"`,
  };
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
