/** Which commit an address means, from what `git ls-remote --symref` says. */
import { printable } from '../contract/words/printable.ts';
import type { CopyOrigin, OriginSession } from './copy.ts';
import { checkFolder } from './copy-paths.ts';
import { RegistryRefusal, WrongRequest } from './registry-refusal.ts';

/** Of SHA-1 or SHA-256. */
export const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Commits by full name, `HEAD` among them. */
export type AdvertisedRefs = ReadonlyMap<string, string>;

const MOST_BRANCHES = 5;

/** The commit of an annotated tag follows its tag as `<tag>^{}`. */
export function parseRefs(out: string): AdvertisedRefs {
  const pairs = out.split('\n').flatMap((line) => {
    const [, id, name] = /^([0-9a-f]{40,64})\t(\S+)$/.exec(line) ?? [];
    return id === undefined || name === undefined ? [] : [[name.replace(/\^\{\}$/, ''), id] as const];
  });
  return new Map(pairs);
}

/** @param head name of a default branch that doesn't exist */
export function resolveOrigin(
  { url, ref, place, folder: wanted = '' }: CopyOrigin,
  refs: AdvertisedRefs,
  head: string | undefined,
): OriginSession['resolved'] {
  const folder = checkFolder(wanted);
  if (ref !== undefined)
    return {
      ...{ ref: ref === 'HEAD' ? null : ref, folder: folder || null },
      commit: commitOf(ref, refs, url),
    };
  if (place === undefined)
    return { ref: null, folder: folder || null, commit: refs.get('HEAD') ?? refuseHead(refs, url, head) };
  const found = findPlace(refs, url, place);
  return { ...found, folder: folder || found.folder || null };
}

function refuseHead(refs: AdvertisedRefs, url: string, head: string | undefined): never {
  const branches = [...refs.keys()].flatMap((name) => /^refs\/heads\/(.+)/.exec(name)?.[1] ?? []);
  if (branches.length === 0) throw new RegistryRefusal(`${url} is empty: it has no branch yet.`);
  const named = branches.slice(0, MOST_BRANCHES).join(', ');
  const more = branches.length > MOST_BRANCHES ? ' …' : '';
  throw new RegistryRefusal(
    `The default branch ${head === undefined ? '' : `${printable(head)} `}of ${url} doesn't exist. Name another one with --ref: ${printable(named)}${more}`,
  );
}

function commitOf(ref: string, refs: AdvertisedRefs, url: string): string {
  if (OBJECT_ID.test(ref)) return ref;
  if (!/^[^\s~^:?*[\\\x00-\x1f\x7f-]+[^\s~^:?*[\\\x00-\x1f\x7f]*$/.test(ref) || ref.length > 255)
    throw new WrongRequest('A ref is the name of a branch or tag, or a whole commit id.');
  const names = [`refs/heads/${ref}`, `refs/tags/${ref}`, ...(ref === 'HEAD' ? ['HEAD'] : [])];
  const found = names.map((name) => refs.get(name)).find((id) => id !== undefined);
  if (found !== undefined) return found;
  const advice = /^[0-9a-f]{4,39}$/.test(ref) ? ' Of a commit, give all 40 digits.' : '';
  throw new RegistryRefusal(`${url} has no branch or tag ${ref} (any more).${advice}`);
}

/** Longest matching ref: page addresses don't mark its end. */
function findPlace(
  refs: AdvertisedRefs,
  url: string,
  place: string,
): { readonly ref: string; readonly folder: string; readonly commit: string } {
  const [first = '', ...rest] = place.split('/');
  if (OBJECT_ID.test(first)) return { ref: first, folder: rest.join('/'), commit: first };
  const matches = [...refs].flatMap(([name, commit]) => {
    const ref = /^refs\/(?:heads|tags)\/(.+)/.exec(name)?.[1] ?? '';
    return ref !== '' && (place === ref || place.startsWith(`${ref}/`))
      ? [{ ref, folder: place.slice(ref.length + 1), commit }]
      : [];
  });
  const best = matches.toSorted((a, b) => b.ref.length - a.ref.length)[0];
  if (best === undefined) throw new RegistryRefusal(`${url} has no branch or tag ${first} (any more).`);
  return best;
}
