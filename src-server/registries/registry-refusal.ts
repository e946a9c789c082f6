/** Message for people, without secrets. */
export class RegistryRefusal extends Error {
  override readonly name = 'RegistryRefusal';
}

/** Malformed address or name. */
export class WrongRequest extends RegistryRefusal {}

/** No Git server answers at the address. */
export class NoRepository extends RegistryRefusal {}

/** Token missing or refused. */
export class AccessRefused extends RegistryRefusal {
  readonly origin: string;

  constructor(origin: string, message: string) {
    super(message);
    this.origin = origin;
  }
}
