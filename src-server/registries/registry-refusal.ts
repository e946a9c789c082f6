/** Expected failure; the message is for people and contains no secrets. */
export class RegistryRefusal extends Error {
  override readonly name = 'RegistryRefusal';
}

/** Malformed address or name. */
export class WrongRequest extends RegistryRefusal {}
