/** Why the service could not start. */
export type FatalReason =
  | 'port-taken'
  /** The system does not let us bind it, as Windows does with its reserved ranges. */
  | 'port-denied'
  /** The host is no address of this machine. */
  | 'address-unavailable'
  | 'no-registry'
  /** Anything else. */
  | 'unexpected';
