/** Something that can't be done with a registry, or isn't done; the message is a sentence for people, without secrets. */
export class RegistryRefusal extends Error {
  override readonly name = 'RegistryRefusal';
}

/** The request itself is wrong: an address or a name that can't be one. */
export class WrongRequest extends RegistryRefusal {}
