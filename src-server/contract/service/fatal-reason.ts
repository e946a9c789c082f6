export type FatalReason =
  | 'port-taken'
  /** Refused by the system, such as Windows' reserved ranges. */
  | 'port-denied'
  /** No address of this machine. */
  | 'address-unavailable'
  | 'no-registry'
  | 'unexpected';
