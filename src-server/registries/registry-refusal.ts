/** Message for people, without secrets. */
export class RegistryRefusal extends Error {
  override readonly name = 'RegistryRefusal';
}

/** Malformed address or name. */
export class WrongRequest extends RegistryRefusal {}

/** No Git server answers at the address, or no git can ask it. */
export class NoRepository extends RegistryRefusal {}

/** Returns other errors unchanged. */
export function describeFullDisk(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return new RegistryRefusal(
    `The disk is full (${code}), so nothing was changed. Make room, then try again.`,
  );
}
