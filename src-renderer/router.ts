/** The addresses of the page: what they mean, going to one, and coming back to where one was. */

import { type RefObject, useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { encodePath } from '../src-server/contract/outside-text.ts';
import { nameInKey } from './domain/skill-rows.ts';
import { writtenOut } from './ui/revealed.tsx';

/**
 * What an address shows: a view with its parameters. The state of a view is its address, so that Back, Forward and a
 * copied link lead to what was seen. Example: `#/skill/rust/tokio-rs/tokio?file=pitfalls.md` is the view `skill`.
 */
export type Route =
  | {
      readonly view: 'skills';
      readonly q?: string;
      readonly lang?: string;
      readonly risk?: string;
      /** The address, if it leads nowhere. */
      readonly unknown?: string;
    }
  | {
      readonly view: 'skill';
      readonly key: string;
      /** The file of the skill; the first in reading order by default. */
      readonly file?: string;
      /** The anchor of a heading, without its `at-`. */
      readonly at?: string;
      /** The line in the file, from 1. */
      readonly line?: number;
      readonly raw?: boolean;
      /** Whether a program with the skill's mistake is shown, and one without, instead of a file. */
      readonly pair?: boolean;
      /** The question that led here; its words are marked. */
      readonly q?: string;
    }
  | { readonly view: 'project' }
  | { readonly view: 'agents'; readonly client?: string }
  | { readonly view: 'source'; readonly update?: string }
  /** The settings are a dialog over the view before. */
  | { readonly view: 'settings' };

export type View = Route['view'];

/** Older addresses, which bookmarks and other programs have. */
const FORMER_VIEWS: Readonly<Record<string, View>> = {
  home: 'skills',
  browse: 'skills',
  search: 'skills',
  registry: 'source',
  registries: 'source',
  problems: 'source',
  connect: 'agents',
  activity: 'agents',
  projects: 'project',
};
/** A key has three segments: language, author, name. */
const KEY_SEGMENTS = 3;

/** Reads an address such as `#/skill/rust/tokio-rs/tokio?file=pitfalls.md`; the file may also follow the key. */
export function parseRoute(hash: string): Route {
  const address = hash.replace(/^#?\/?/, '');
  const [path = '', search = ''] = splitOnce(address, '?');
  const [first = '', ...rest] = path.split('/').map(decoded);
  const params = new URLSearchParams(search);
  const text = <Name extends string>(name: Name) => {
    const value = params.get(name);
    return (value ? { [name]: value } : {}) as { readonly [N in Name]?: string };
  };
  switch (FORMER_VIEWS[first] ?? first) {
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
    ...(params.has('pair') ? { pair: true } : {}),
  };
}

/** Returns the address of a view, with its `#`. */
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

const VIEW_TITLES = {
  project: 'Project',
  agents: 'Agents',
  source: 'Source',
  settings: 'Settings',
};

/** Returns the title of the document, its most specific part first. */
export function titleOf(route: Route): string {
  return writtenOut([...titleParts(route), 'Skills Registry'].join(' · '));
}

function titleParts(route: Route): readonly string[] {
  if (route.view === 'skills') return route.q === undefined ? ['Skills'] : [route.q, 'Skills'];
  if (route.view !== 'skill') return [VIEW_TITLES[route.view]];
  const name = nameInKey(route.key);
  if (route.pair) return ['Before and after', name];
  return route.file === undefined ? [name] : [route.file, name];
}

/** Returns what the address shows; the component is drawn again when it changes. */
export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return useMemo(() => parseRoute(hash), [hash]);
}

/** Goes to another address. With `replace` it takes the place of the current entry of the history. */
export function navigate(to: Route | string, { replace = false } = {}): void {
  const hash = typeof to === 'string' ? to : href(to);
  if (replace || hash === location.hash) history.replaceState(history.state, '', hash);
  else history.pushState(null, '', hash);
  dispatchEvent(new Event(NAVIGATED));
}

/**
 * Goes one step back: to what was shown before this skill or this part of a view, where that is of this page and is as it was
 * left. Without it, or if it asks another question, goes to `to` anew.
 */
export function goBackTo(to: Extract<Route, { readonly view: 'skills' | 'source' }>): void {
  const { navigation } = window as { readonly navigation?: Navigation };
  const urls = (navigation?.entries() ?? []).map(({ url }) => url ?? undefined);
  const steps = stepsBack(urls.slice(0, (navigation?.currentEntry?.index ?? 0) + 1), to);
  if (steps === undefined) navigate(to);
  else history.go(-steps);
}

/**
 * Counts the entries to go back by; undefined if none of them is of this page, or the one before asks another question than
 * `to`. Files of one skill are one step.
 *
 * @param urls of the history's entries, the current one last
 */
export function stepsBack(urls: readonly (string | undefined)[], to: Route): number | undefined {
  const routes = urls.map((url) => (url === undefined ? undefined : parseRoute(hashOf(url))));
  const placeOf = (route: Route) => (route.view === 'skill' ? route.key : href(route));
  const now = routes.at(-1);
  const at = routes.findLastIndex(
    (route) => route === undefined || now === undefined || placeOf(route) !== placeOf(now),
  );
  const before = routes[at];
  if (before === undefined || before.view === 'settings') return undefined;
  const isAsked = to.view !== 'skills' || before.view !== 'skills' || before.q === to.q;
  const isSamePage = pageOf(urls[at]) === pageOf(urls.at(-1));
  return isAsked && isSamePage ? routes.length - 1 - at : undefined;
}

const hashOf = (url: string) => (url.includes('#') ? url.slice(url.indexOf('#')) : '');
const pageOf = (url: string | undefined) => url?.replace(/#.*$/s, '');

const NAVIGATED = 'skills-navigated';

function subscribe(listener: () => void): () => void {
  const ended = new AbortController();
  for (const event of ['popstate', 'hashchange', NAVIGATED])
    addEventListener(event, listener, { signal: ended.signal });
  return () => ended.abort();
}

/** Milliseconds without scrolling after which the place is kept. */
const REST_MS = 150;

/** Back and Forward find the box where it was left: its place is kept in the history's entry. */
export function useScrollMemory(box: RefObject<HTMLElement | null>, name: string): void {
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const top = scrolledTo(name);
    if (top !== undefined) element.scrollTo(0, top);
    const entry = location.hash;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      if (location.hash === entry) history.replaceState({ ...history.state, [name]: element.scrollTop }, '');
    };
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(write, REST_MS);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    // A link may lead away sooner.
    element.addEventListener('click', write, { capture: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', onScroll);
      element.removeEventListener('click', write, { capture: true });
    };
  }, [box, name]);
}

/** Returns where the entry that is shown was left. */
export function scrolledTo(name: string): number | undefined {
  const top: unknown = history.state?.[name];
  return typeof top === 'number' ? top : undefined;
}
