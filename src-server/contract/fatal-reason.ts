/** Why the service could not start. */
export type FatalReason =
  | 'port-taken'
  /** The system does not let us bind it, as Windows does with its reserved ranges. */
  | 'port-denied'
  | 'no-registry'
  | 'registry-unreadable'
  /** Anything else. */
  | 'unexpected';
