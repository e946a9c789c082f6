/** Message for people, without secrets. */
export class RegistryRefusal extends Error {
  override readonly name = 'RegistryRefusal';
}

/** Malformed address or name. */
export class WrongRequest extends RegistryRefusal {}

/** Git can't read the address: perhaps it is of an exported site. */
export class NoRepository extends RegistryRefusal {}
