/** Tells this machine’s names and addresses from those of others. No name is looked up, so nobody learns of the question. */

import { hostname, networkInterfaces } from 'node:os';
import { isLoopbackName } from '../contract/service.ts';

/** Returns the addresses of this machine in its networks, such as `192.168.1.5` and `fe80::1`. */
export function ownAddresses(): ReadonlySet<string> {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return new Set(all.map(({ address }) => address.toLowerCase()));
}

/** Whether a host is this machine: loopback, all its addresses (`0.0.0.0`, `::`), one of them, or its name. */
export function isOwnHost(host: string): boolean {
  const name = host.toLowerCase();
  return (
    isLoopbackName(name) ||
    name === '0.0.0.0' ||
    name === '::' ||
    name === hostname().toLowerCase() ||
    ownAddresses().has(name)
  );
}
