/** Where an address leads. git follows no redirect by itself: the user names each host that is asked. */

import { printable } from '../contract/outside-text.ts';
import { isLoopbackName } from '../contract/service.ts';
import { NoRepository, RegistryRefusal } from './registry-refusal.ts';

/** Asks whether a registry may be fetched from the host of `to`. */
export type AllowHost = (from: string, to: string) => Promise<boolean>;

/** How many redirects in a row are followed. */
const MAX_REDIRECTS = 5;
const LONGEST = 2_000;

/**
 * Runs `attempt` at the address, and at those where it leads: without asking on the same host, else if `allow` agrees.
 *
 * @param attempt rejects with `Redirected` if the host redirects
 * @throws {RegistryRefusal} naming the address to add instead
 */
export async function followRedirects<T>(
  first: string,
  attempt: (url: string) => Promise<T>,
  allow: AllowHost | undefined,
): Promise<{ readonly url: string; readonly result: T }> {
  let url = first;
  for (let redirects = 0; ; redirects += 1)
    try {
      return { url, result: await attempt(url) };
    } catch (error) {
      if (!(error instanceof Redirected)) throw error;
      if (redirects === MAX_REDIRECTS)
        throw new RegistryRefusal(`${first} redirects more than ${MAX_REDIRECTS} times. Nothing was taken.`);
      const target = targetOf(url, error);
      const isSameHost = new URL(target).origin === new URL(url).origin;
      if (!isSameHost && !(await allow?.(url, target)))
        throw new RegistryRefusal(
          `${url} leads to another host: ${target}. Nothing was taken from there. If you trust that host, add that address: skills-registry registry add ${target}`,
        );
      url = target;
    }
}

/** A host answered with the address of another place. */
export class Redirected extends NoRepository {
  /** What was asked for, behind the address: `/info/refs`. */
  readonly asked: string;
  /** Header `Location` as sent. Undefined if it is unknown. */
  readonly location: string | undefined;

  constructor(url: string, asked: string, location?: string) {
    super(`${url} leads elsewhere, and doesn't say where. Add the address where the registry is now.`);
    this.asked = asked;
    this.location = location;
  }
}

/** The last `Location` that git received, in the headers that it writes with `GIT_TRACE_CURL`. */
export function locationIn(trace: string): string | undefined {
  return [...trace.matchAll(/<= Recv header: location:[ \t]*(\S+)/gi)].at(-1)?.[1];
}

/** @throws {RegistryRefusal} with no user or password in it */
function targetOf(from: string, redirected: Redirected): string {
  const { location, asked } = redirected;
  if (location === undefined) throw redirected;
  const refuse = (what: string) => new RegistryRefusal(`${from} leads to ${what}. Nothing was taken.`);
  if (location.length > LONGEST || !URL.canParse(location, `${from}${asked}`))
    throw refuse('something that is no address');
  const url = new URL(location, `${from}${asked}`);
  const source = new URL(from);
  if (url.username !== '' || url.password !== '') throw refuse('an address with a user or password');
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && source.protocol === 'http:'))
    throw refuse(`an address that begins with ${printable(url.protocol)}`);
  // Plain HTTP is for this computer, and nobody else leads into it.
  if (isLoopbackName(url.hostname) ? !isLoopbackName(source.hostname) : url.protocol === 'http:')
    throw refuse(`${printable(url.origin)}, which it may not lead to`);
  if (!url.pathname.endsWith(asked))
    throw refuse(`${printable(`${url.origin}${url.pathname}`)}, which is no address of a registry`);
  return `${url.origin}${url.pathname.slice(0, -asked.length)}`;
}
