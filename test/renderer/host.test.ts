import { describe, expect, it } from 'vitest';
import { type HostKind, offersView } from '../../src-renderer/host.ts';
import type { View } from '../../src-renderer/route/route.ts';

const VIEWS: readonly View[] = [
  ...(['home', 'projects', 'browse', 'search', 'skill', 'activity', 'problems', 'connect'] as const),
  ...(['settings', 'registry', 'registries', 'nowhere'] as const),
];
const missing = (host: HostKind) => VIEWS.filter((view) => !offersView(view, host));

describe('the views of a host', () => {
  it('are all in the app, and all but the app’s in a browser', () => {
    expect(missing('app')).toEqual([]);
    expect(missing('service')).toEqual(['activity', 'settings']);
  });

  it('are those that need only files on an exported site', () => {
    expect(missing('site')).toEqual([
      'projects',
      'activity',
      'connect',
      'settings',
      'registry',
      'registries',
    ]);
  });
});
