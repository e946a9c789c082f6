import { writtenOut } from '../text/reveal-hidden.ts';
import type { Route } from './route.ts';

const TITLES = {
  skills: 'Skills',
  project: 'Project',
  agents: 'Agents',
  source: 'Source',
  settings: 'Settings',
};

/** Most specific part first. */
export function titleOf(route: Route): string {
  return writtenOut([...placeOf(route), 'Skills Registry'].join(' · '));
}

function placeOf(route: Route): readonly string[] {
  if (route.view === 'skills') return route.q === undefined ? ['Skills'] : [route.q, 'Skills'];
  if (route.view !== 'skill') return [TITLES[route.view]];
  const name = route.key.slice(route.key.lastIndexOf('/') + 1);
  return route.file === undefined ? [name] : [route.file, name];
}
