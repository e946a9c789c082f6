import { isKnownHost, parseRepositoryAddress } from '../../projects/repository-address.ts';
import type { PackageFacts } from './package-facts.ts';

/** `/v2`, the major version at the end of a module's path. */
const MAJOR = /\/v\d+$/;

/** What Go's go.mod says: nothing but the module's path, which often is its repository's address. */
export function readGoMod(text: string): PackageFacts {
  const module = /^[ \t]*module[ \t]+"?([^\s"]{1,1000})"?/m.exec(text)?.[1] ?? '';
  const path = module.replace(MAJOR, '');
  const address = addressOf(path);
  const repository = parseRepositoryAddress(address);
  const isKnown = repository !== undefined && isKnownHost(repository.host);
  const last = path
    .split('/')
    .at(-1)
    ?.replace(/\.v\d+$/, '');
  // A path on somebody's own host says what it is called, but not where it is.
  return {
    language: 'go',
    name: last === '' ? undefined : last,
    packageName: module,
    sources: isKnown ? [address] : [],
    pages: [],
  };
}

/** Two hosts lead elsewhere by rules of their own; every other path is an address if it is anything. */
function addressOf(path: string): string {
  const extended = /^golang\.org\/x\/([\w.-]+)/.exec(path)?.[1];
  if (extended !== undefined) return `https://github.com/golang/${extended}`;
  const [, user, name] = /^gopkg\.in\/(?:([\w-]+)\/)?([\w.-]+?)\.v\d+(?:-unstable)?(?:\/|$)/.exec(path) ?? [];
  if (name !== undefined) return `https://github.com/${user ?? `go-${name}`}/${name}`;
  return `https://${path}`;
}
