import { createHash, timingSafeEqual } from 'node:crypto';

/** `Authorization: Bearer <token>` (RFC 6750, section 2.1). */
export interface TokenDemand {
  /** Constant time, also for the length. */
  isMetBy(authorization: string | undefined): boolean;
  /** `WWW-Authenticate` with the instance. */
  readonly challenge: string;
}

/** @param instanceId shown without token */
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
