/** Which commit an address means, from what `git ls-remote` says. */
import { printable } from '../contract/outside-text.ts';
import type { CopyOrigin, OriginSession } from './copy.ts';
import { plainFolder } from './copy-paths.ts';
import { RegistryRefusal } from './registry-refusal.ts';

export const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Commits by full name, `HEAD` among them. */
type AdvertisedRefs = ReadonlyMap<string, string>;

/** @param out the commit of an annotated tag follows its tag as `<tag>^{}` */
export function resolveOrigin(
  { url, ref, place, folder: wanted = '' }: CopyOrigin,
  out: string,
): OriginSession['resolved'] {
  const pairs = [...out.matchAll(/^([0-9a-f]{40,64})\t(\S+)$/gm)];
  const refs = new Map(pairs.map(([, id = '', name = '']) => [name.replace(/\^\{\}$/, ''), id]));
  const folder = plainFolder(wanted);
  if (ref !== undefined)
    return { ref: ref === 'HEAD' ? null : ref, folder: folder || null, commit: commitOf(ref, refs, url) };
  if (place === undefined)
    return { ref: null, folder: folder || null, commit: refs.get('HEAD') ?? refuseHead(refs, url) };
  const found = findPlace(refs, url, place);
  return { ...found, folder: folder || found.folder || null };
}

function refuseHead(refs: AdvertisedRefs, url: string): never {
  const branches = [...refs.keys()].flatMap((name) => /^refs\/heads\/(.+)/.exec(name)?.[1] ?? []);
  if (branches.length === 0) throw new RegistryRefusal(`${url} is empty: it has no branch yet.`);
  const named = branches.slice(0, 5).join(', ');
  throw new RegistryRefusal(
    `The default branch of ${url} doesn't exist. Name another one with --ref: ${printable(named)}`,
  );
}

function commitOf(ref: string, refs: AdvertisedRefs, url: string): string {
  if (OBJECT_ID.test(ref)) return ref;
  const names = [`refs/heads/${ref}`, `refs/tags/${ref}`, ...(ref === 'HEAD' ? ['HEAD'] : [])];
  return names.map((name) => refs.get(name)).find((id) => id !== undefined) ?? refuseRef(url, ref);
}

function refuseRef(url: string, ref: string): never {
  const advice = /^[0-9a-f]{4,39}$/.test(ref) ? ' Of a commit, give all 40 digits.' : '';
  throw new RegistryRefusal(`${url} has no branch or tag ${printable(ref)} (any more).${advice}`);
}

/** Longest matching ref: page addresses don't mark its end. */
function findPlace(refs: AdvertisedRefs, url: string, place: string) {
  const [first = '', ...rest] = place.split('/');
  if (OBJECT_ID.test(first)) return { ref: first, folder: rest.join('/'), commit: first };
  const matches = [...refs].flatMap(([name, commit]) => {
    const ref = /^refs\/(?:heads|tags)\/(.+)/.exec(name)?.[1] ?? '';
    return ref !== '' && `${place}/`.startsWith(`${ref}/`)
      ? [{ ref, folder: place.slice(ref.length + 1), commit }]
      : [];
  });
  return matches.toSorted((a, b) => b.ref.length - a.ref.length)[0] ?? refuseRef(url, first);
}
