import { nameInKey } from '../skill/key-parts.ts';
import { writtenOut } from '../text/reveal-hidden.ts';
import type { Route } from './route.ts';

const VIEW_TITLES: Readonly<Record<Exclude<Route['view'], 'skill'>, string>> = {
  home: 'Home',
  registry: 'Choose a registry',
  registries: 'Registries',
  projects: 'Projects',
  browse: 'Browse',
  search: 'Search',
  activity: 'Activity',
  problems: 'Problems',
  connect: 'Connect',
  settings: 'Settings',
  nowhere: 'No such page',
};

/** Most specific part first. */
export function titleOf(route: Route): string {
  return writtenOut([...placeOf(route), 'Skills Registry'].join(' · '));
}

function placeOf(route: Route): readonly string[] {
  if (route.view === 'skill') {
    const name = nameInKey(route.key);
    return route.file === undefined ? [name] : [route.file, name];
  }
  const title = VIEW_TITLES[route.view];
  if (route.view === 'registries' && route.name !== undefined) return [`Update of ${route.name}`, title];
  return route.view === 'search' && route.query.trim() !== '' ? [route.query.trim(), title] : [title];
}
