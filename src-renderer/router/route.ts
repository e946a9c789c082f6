import { encodePath } from '../../src-server/contract/outside-text.ts';

export type Route =
  | {
      readonly view: 'skills';
      readonly q?: string;
      readonly lang?: string;
      readonly risk?: string;
      /** An address that leads nowhere. */
      readonly unknown?: string;
    }
  | {
      readonly view: 'skill';
      readonly key: string;
      /** Default: the first in reading order. */
      readonly file?: string;
      /** Anchor of a heading. */
      readonly at?: string;
      /** From 1. */
      readonly line?: number;
      readonly raw?: boolean;
      /** The question that led here; its words are marked. */
      readonly q?: string;
    }
  | { readonly view: 'project' }
  | { readonly view: 'agents'; readonly client?: string }
  | { readonly view: 'source'; readonly update?: string }
  /** A dialog over the view before. */
  | { readonly view: 'settings' };

export type View = Route['view'];

/** Older addresses; bookmarks and other programs have them. */
const FORMER: Readonly<Record<string, View>> = {
  ...{ home: 'skills', browse: 'skills', search: 'skills' },
  ...{ registry: 'source', registries: 'source', problems: 'source' },
  ...{ connect: 'agents', activity: 'agents', projects: 'project' },
};
/** Language, author, name. */
const KEY_SEGMENTS = 3;

/** `#/skill/rust/tokio-rs/tokio?file=pitfalls.md`; the file may also follow the key. */
export function parseRoute(hash: string): Route {
  const address = hash.replace(/^#?\/?/, '');
  const [path = '', search = ''] = splitOnce(address, '?');
  const [first = '', ...rest] = path.split('/').map(decoded);
  const params = new URLSearchParams(search);
  const text = <Name extends string>(name: Name) => {
    const value = params.get(name);
    return (value ? { [name]: value } : {}) as { readonly [N in Name]?: string };
  };
  switch (FORMER[first] ?? first) {
    case '':
    case 'skills': {
      const lang = params.get('lang') ?? params.get('language');
      return { view: 'skills', ...text('q'), ...(lang ? { lang } : {}), ...text('risk') };
    }
    case 'skill':
      return (
        parseSkill(rest, params, { ...text('at'), ...text('q') }) ?? { view: 'skills', unknown: address }
      );
    case 'project':
      return { view: 'project' };
    case 'agents':
      return { view: 'agents', ...text('client') };
    case 'source': {
      const update = params.get('update') ?? rest.join('/');
      return { view: 'source', ...(update ? { update } : {}) };
    }
    case 'settings':
      return { view: 'settings' };
    default:
      return { view: 'skills', unknown: address };
  }
}

function parseSkill(
  segments: readonly string[],
  params: URLSearchParams,
  texts: { readonly at?: string; readonly q?: string },
): Route | undefined {
  // Slashes may be percent-encoded.
  const path = segments.join('/').split('/');
  if (path.length < KEY_SEGMENTS || path.includes('')) return undefined;
  const file = params.get('file') ?? path.slice(KEY_SEGMENTS).join('/');
  const line = Number(params.get('line') ?? Number.NaN);
  return {
    view: 'skill',
    key: path.slice(0, KEY_SEGMENTS).join('/'),
    ...(file ? { file } : {}),
    ...texts,
    ...(Number.isInteger(line) && line > 0 ? { line } : {}),
    ...(params.has('raw') ? { raw: true } : {}),
  };
}

/** Includes `#`. */
export function href(route: Route): string {
  const { view, key, unknown, ...rest } = route as Record<string, string | number | boolean | undefined>;
  if (unknown !== undefined) return `#/${unknown}`;
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(rest))
    if (value !== undefined && value !== false && value !== '')
      params.set(name, value === true ? '' : String(value));
  const path = view === 'skills' ? '' : view === 'skill' ? `skill/${encodePath(String(key))}` : view;
  const search = params.toString();
  return `#/${path}${search === '' ? '' : `?${search}`}`;
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
