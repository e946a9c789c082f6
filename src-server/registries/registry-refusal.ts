/** Message for people, without secrets. */
export class RegistryRefusal extends Error {
  override readonly name = 'RegistryRefusal';
}

/** Malformed address or name. */
export class WrongRequest extends RegistryRefusal {}
