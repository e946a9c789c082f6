export interface FrontProxy {
  /** Of 443. */
  readonly port: number;
  /** Of 80. */
  readonly plainPort: number;
  /** Path of the certificate to trust. */
  readonly certificate: string;
  /** Everything logged so far. */
  logs(): string;
}

export interface FrontProxyOptions {
  /** As in `deploy/`, with the addresses of the services. */
  readonly config: string;
  readonly atEnd?: (end: () => void | Promise<void>) => void;
}
