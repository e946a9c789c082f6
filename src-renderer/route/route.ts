/** Round-trips through the URL hash. */
import { encodePath } from '../../src-server/contract/words/encode-path.ts';

export type Route =
  | { readonly view: 'home' }
  | {
      readonly view: 'registry';
      /** Without other navigation. */
      readonly first?: boolean;
    }
  | {
      readonly view: 'registries';
      /** Registry of the opened update. */
      readonly name?: string;
    }
  | { readonly view: 'browse'; readonly filters: URLSearchParams }
  | { readonly view: 'search'; readonly query: string }
  | {
      readonly view: 'skill';
      readonly key: string;
      /** `.md` is optional. Default: first in reading order. */
      readonly file?: string;
      readonly at?: string;
      /** From 1, for callers without an anchor. */
      readonly line?: number;
      readonly raw?: boolean;
    }
  | { readonly view: 'projects' }
  | { readonly view: 'activity' }
  | { readonly view: 'problems'; readonly filters: URLSearchParams }
  | {
      readonly view: 'connect';
      /** ID of the open row. */
      readonly client?: string;
    }
  | { readonly view: 'settings' }
  | {
      readonly view: 'nowhere';
      /** Hash without `#/`. */
      readonly address: string;
    };

export type View = Route['view'];

/** Language, author, name. */
const KEY_SEGMENTS = 3;

const PLAIN_VIEWS = ['home', 'projects', 'activity', 'settings'] as const;

/**
 * `#/skill/rust/tokio-rs/tokio?file=pitfalls.md`; the file may also follow the key. Unknown hashes yield
 * `nowhere`.
 */
export function parseRoute(hash: string): Route {
  const address = hash.replace(/^#?\/?/, '');
  const [path = '', search = ''] = splitOnce(address, '?');
  const [view = '', ...rest] = path.split('/');
  const params = new URLSearchParams(search);
  switch (view) {
    case 'browse':
    case 'problems':
      return { view, filters: params };
    case 'search':
      return { view, query: params.get('q') ?? '' };
    case 'skill':
      return parseSkillRoute(rest, params) ?? { view: 'nowhere', address };
    case 'registry':
      return { view, ...(params.has('first') ? { first: true } : {}) };
    case 'registries': {
      const name = rest.map(decodeSegment).join('/');
      return { view, ...(name === '' ? {} : { name }) };
    }
    case 'connect': {
      const client = params.get('client');
      return { view, ...(client ? { client } : {}) };
    }
    case '':
      return rest.length === 0 ? { view: 'home' } : { view: 'nowhere', address };
    default: {
      const plain = PLAIN_VIEWS.find((name) => name === view);
      return plain === undefined ? { view: 'nowhere', address } : { view: plain };
    }
  }
}

function parseSkillRoute(segments: readonly string[], params: URLSearchParams): Route | undefined {
  // Slashes may be percent-encoded.
  const path = segments.map(decodeSegment).join('/').split('/');
  const key = path.slice(0, KEY_SEGMENTS).join('/');
  if (key === '') return undefined;
  const file = params.get('file') ?? path.slice(KEY_SEGMENTS).join('/');
  const [at, line] = [params.get('at'), Number(params.get('line') ?? Number.NaN)];
  return {
    view: 'skill',
    key,
    ...(file ? { file } : {}),
    ...(at ? { at } : {}),
    ...(Number.isInteger(line) && line > 0 ? { line } : {}),
    ...(params.has('raw') ? { raw: true } : {}),
  };
}

/** Includes `#`. */
export function formatRoute(route: Route): string {
  switch (route.view) {
    case 'home':
      return '#/';
    case 'browse':
    case 'problems':
      return `#/${route.view}${query(route.filters)}`;
    case 'search': {
      const params = new URLSearchParams();
      if (route.query !== '') params.set('q', route.query);
      return `#/search${query(params)}`;
    }
    case 'skill': {
      const params = new URLSearchParams();
      if (route.file) params.set('file', route.file);
      if (route.at) params.set('at', route.at);
      if (route.line) params.set('line', String(route.line));
      if (route.raw) params.set('raw', '');
      return `#/skill/${encodePath(route.key)}${query(params)}`;
    }
    case 'registries':
      return route.name === undefined ? '#/registries' : `#/registries/${encodePath(route.name)}`;
    case 'registry':
      return route.first ? '#/registry?first' : '#/registry';
    case 'connect':
      return route.client ? `#/connect${query(new URLSearchParams({ client: route.client }))}` : '#/connect';
    case 'nowhere':
      return `#/${route.address}`;
    default:
      return `#/${route.view}`;
  }
}

export function browseBy(name: string, value: string): string {
  return formatRoute({ view: 'browse', filters: new URLSearchParams([[name, value]]) });
}

function query(params: URLSearchParams): string {
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
