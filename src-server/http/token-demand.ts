import { createHash, timingSafeEqual } from 'node:crypto';

/** Required `Authorization: Bearer <token>` (RFC 6750, section 2.1). */
export interface TokenDemand {
  /** Compares in constant time, without revealing the length. */
  isMetBy(authorization: string | undefined): boolean;
  /** `WWW-Authenticate`; contains the instance, so that this user's programs recognize the service. */
  readonly challenge: string;
}

/** @param instanceId revealed to callers without token */
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
