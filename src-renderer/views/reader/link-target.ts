import { hasHidden } from '../../text/reveal-hidden.ts';

export type LinkTarget =
  | { readonly kind: 'web'; readonly url: string; readonly host: string }
  | { readonly kind: 'file'; readonly file: string; readonly at: string | undefined }
  | { readonly kind: 'anchor'; readonly at: string }
  /** Shown as text, with reason and address. */
  | { readonly kind: 'refused'; readonly reason: string };

/** The app opens only `https:`, a browser also `http:` and `mailto:`. */
export type Opens = 'https' | 'web-and-mail';

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Allows web addresses, relative paths within the skill, and anchors. Refuses deceptive addresses with
 * invisible characters.
 */
export function linkTarget(
  href: string,
  { from, files, opens }: { readonly from: string; readonly files: readonly string[]; readonly opens: Opens },
): LinkTarget {
  const address = href.trim();
  if (/\s/.test(address) || hasHidden(address))
    return { kind: 'refused', reason: 'The address has invisible characters or spaces.' };
  if (address.startsWith('#')) return { kind: 'anchor', at: decode(address.slice(1)) };
  if (SCHEME.test(address) || address.startsWith('//')) return webTarget(address, opens);
  const [path = '', at] = address.split('#');
  const file = resolveFile(decode(path.split('?')[0] ?? ''), from);
  const known = files.find((other) => other === file || other === `${file}.md`);
  return known === undefined
    ? { kind: 'refused', reason: 'This skill has no such file.' }
    : { kind: 'file', file: known, at: at === undefined ? undefined : decode(at) };
}

export function webTarget(address: string, opens: Opens): Extract<LinkTarget, { kind: 'web' | 'refused' }> {
  const absolute = address.startsWith('//') ? `https:${address}` : address;
  if (!URL.canParse(absolute)) return { kind: 'refused', reason: 'The address is not valid.' };
  const url = new URL(absolute);
  if (url.username !== '' || url.password !== '')
    return { kind: 'refused', reason: 'The address carries a name or password.' };
  const plain = url.protocol === 'http:' || url.protocol === 'mailto:';
  if (url.protocol !== 'https:' && !plain)
    return { kind: 'refused', reason: `Addresses of the kind ${url.protocol} are not opened.` };
  if (plain && opens === 'https')
    return {
      kind: 'refused',
      reason: 'Only https: addresses are opened from here. Copy it to open it elsewhere.',
    };
  return { kind: 'web', url: url.href, host: url.protocol === 'mailto:' ? url.pathname : url.host };
}

/** `../overview.md` from `examples/basic.md` → `overview.md`. Paths outside the skill match no file. */
function resolveFile(path: string, from: string): string {
  const segments = path.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
