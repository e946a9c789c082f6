import { createContext, type ReactNode, useContext } from 'react';
import { desktop } from '../../data/host.ts';
import type { Route } from '../../router.ts';
import { hasHidden, Revealed } from '../../ui/revealed.tsx';
import { TextLink } from '../../ui/text-link.tsx';

interface TextPlace {
  /** The file from which relative links start. */
  readonly file: string;
  /** The files that links may lead to. */
  readonly files: readonly string[];
  readonly address: Address;
}

/** Where the text stands. It is a context: a new list of files updates the links without drawing the text again. */
export const TextPlaceContext = createContext<TextPlace>({ file: '', files: [], address: () => '#/' });

const OPENS = desktop === undefined ? 'web-and-mail' : 'https';
const LONGEST_ADDRESS = 200;

/** A link of an untrusted text. A refused one stays text, with its address and the reason. */
export function SkillLink({ href, children }: { readonly href: string; readonly children?: ReactNode }) {
  const { file, files, address } = useContext(TextPlaceContext);
  const target = linkTarget(href, { from: file, files, opens: OPENS });
  switch (target.kind) {
    case 'web':
      return (
        <TextLink to={target.url} title={target.url}>
          {children}
        </TextLink>
      );
    case 'anchor':
      return <TextLink to={address({ file, at: target.at })}>{children}</TextLink>;
    case 'file':
      return (
        <TextLink to={address({ file: target.file, ...(target.at !== undefined && { at: target.at }) })}>
          {children}
        </TextLink>
      );
    case 'refused': {
      const shown = href.length > LONGEST_ADDRESS ? `${href.slice(0, LONGEST_ADDRESS)}…` : href;
      return (
        <span title={target.reason}>
          {children}{' '}
          <small className="muted">
            (no link: <Revealed text={shown} />
            <span className="hidden-text">, {target.reason}</span>)
          </small>
        </span>
      );
    }
  }
}

type SkillRoute = Extract<Route, { view: 'skill' }>;

/** Returns the address of a part of this skill; the question stays. */
export type Address = (part: Partial<SkillRoute>) => string;

type LinkTarget =
  | { readonly kind: 'web'; readonly url: string; readonly host: string }
  | { readonly kind: 'file'; readonly file: string; readonly at: string | undefined }
  | { readonly kind: 'anchor'; readonly at: string }
  /** The link is shown as text, with the reason and its address. */
  | { readonly kind: 'refused'; readonly reason: string };

/** What links may open: the app opens only `https:`, a browser also `http:` and `mailto:`. */
export type Opens = 'https' | 'web-and-mail';

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Returns where a link leads: to the web, to a file of the skill, or to an anchor. Addresses with invisible
 * characters are refused, since they deceive.
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

function webTarget(address: string, opens: Opens): Extract<LinkTarget, { kind: 'web' | 'refused' }> {
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

/**
 * Resolves a relative path: `../overview.md` in `examples/basic.md` is `overview.md`. A path outside of the skill
 * matches no file.
 */
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
