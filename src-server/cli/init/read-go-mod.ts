import { isKnownHost, parseRepositoryAddress } from '../../projects/repository-address.ts';
import type { LibraryManifest } from './package-facts.ts';

/** `/v2` after a module path. */
const MAJOR = /\/v\d+$/;

/** Module paths are often repository addresses. */
export function readGoMod(text: string): LibraryManifest {
  const module = /^[ \t]*module[ \t]+"?([^\s"]{1,1000})"?/m.exec(text)?.[1] ?? '';
  const path = module.replace(MAJOR, '');
  const address = addressOf(path);
  const repository = parseRepositoryAddress(address);
  const isKnown = repository !== undefined && isKnownHost(repository.host);
  const last = path
    .split('/')
    .at(-1)
    ?.replace(/\.v\d+$/, '');
  // On a private host, the path gives the name, but not the repository.
  return {
    language: 'go',
    name: last === '' ? undefined : last,
    packageName: module,
    sources: isKnown ? [address] : [],
    pages: [],
  };
}

/** Two hosts redirect by own rules; other paths are addresses. */
function addressOf(path: string): string {
  const extended = /^golang\.org\/x\/([\w.-]+)/.exec(path)?.[1];
  if (extended !== undefined) return `https://github.com/golang/${extended}`;
  const [, user, name] = /^gopkg\.in\/(?:([\w-]+)\/)?([\w.-]+?)\.v\d+(?:-unstable)?(?:\/|$)/.exec(path) ?? [];
  if (name !== undefined) return `https://github.com/${user ?? `go-${name}`}/${name}`;
  return `https://${path}`;
}
