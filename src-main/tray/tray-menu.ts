import type { ShownRegistry } from '../../src-server/contract/service/registry-work.ts';
import type { LoginItemState, RecentRegistry, ServerStatus } from '../contract/desktop-bridge.ts';
import { updateTitle } from '../notice-texts.ts';
import type { TrayGlyph } from './tray-icon.ts';

export type TrayAction =
  | { readonly kind: 'open-window' }
  | { readonly kind: 'copy-url'; readonly url: string }
  | { readonly kind: 'connect' }
  | { readonly kind: 'read-update'; readonly registry: string }
  | { readonly kind: 'choose-registry' }
  | { readonly kind: 'use-registry'; readonly path: string }
  | { readonly kind: 'use-sample' }
  | { readonly kind: 'reveal-registry' }
  | { readonly kind: 'start-server' }
  | { readonly kind: 'stop-server' }
  | { readonly kind: 'restart-server' }
  | { readonly kind: 'use-port'; readonly port: number }
  | { readonly kind: 'start-at-login'; readonly on: boolean }
  | { readonly kind: 'command' }
  | { readonly kind: 'show-logs' }
  | { readonly kind: 'quit' };

export type TrayItem =
  | { readonly type: 'separator' }
  | {
      readonly type: 'normal' | 'checkbox' | 'radio';
      readonly label: string;
      /** Absent for plain text. */
      readonly action?: TrayAction;
      readonly checked?: boolean;
    }
  | { readonly type: 'submenu'; readonly label: string; readonly items: readonly TrayItem[] };

export interface TrayInput {
  readonly appName: string;
  readonly server: ServerStatus;
  readonly recentRegistries: readonly RecentRegistry[];
  /** Added by address, with an update. */
  readonly updates: readonly ShownRegistry[];
  readonly startAtLogin: LoginItemState;
  /** Shown as `~`. */
  readonly home: string;
  readonly sampleRegistry: string;
}

export interface TrayView {
  readonly glyph: TrayGlyph;
  readonly toolTip: string;
  readonly items: readonly TrayItem[];
}

const MOST_UPDATES = 5;

/** Pure. */
export function buildTray(input: TrayInput): TrayView {
  const { server, appName } = input;
  const line = statusLine(server);
  return {
    glyph: glyphOf(server),
    toolTip: `${appName}: ${line}`,
    items: [
      say(line),
      ...detailOf(server).map(say),
      { type: 'separator' },
      act(`Open ${appName}`, { kind: 'open-window' }),
      server.state === 'ready'
        ? act('Copy URL', { kind: 'copy-url', url: server.url })
        : { type: 'normal', label: 'Copy URL' },
      act('Connect an IDE…', { kind: 'connect' }),
      { type: 'submenu', label: 'Registry', items: registryItems(input) },
      ...input.updates
        .slice(0, MOST_UPDATES)
        .map((registry) =>
          act(`${updateTitle(registry)}…`, { kind: 'read-update', registry: registry.name }),
        ),
      { type: 'separator' },
      ...serverItems(server),
      { type: 'separator' },
      loginItem(input.startAtLogin),
      act('Command line…', { kind: 'command' }),
      act('Show logs', { kind: 'show-logs' }),
      { type: 'separator' },
      act(`Quit ${appName}`, { kind: 'quit' }),
    ],
  };
}

/** Also the tooltip. */
export function statusLine(server: ServerStatus): string {
  switch (server.state) {
    case 'ready': {
      const skills = `${server.skills} ${server.skills === 1 ? 'skill' : 'skills'}`;
      return `Serving ${skills} at ${server.url.replace(/^http:\/\//, '')}`;
    }
    case 'starting':
      return server.attempt > 1 ? `Starting again (attempt ${server.attempt})…` : 'Starting…';
    case 'backing-off':
      return 'Not serving; starts again shortly';
    case 'stopping':
      return 'Stopping…';
    case 'stopped':
      return 'Stopped';
    case 'failed':
      return 'Not serving';
  }
}

function glyphOf(server: ServerStatus): TrayGlyph {
  switch (server.state) {
    case 'ready':
      return 'serving';
    case 'failed':
    case 'backing-off':
      return 'problem';
    case 'starting':
    case 'stopping':
    case 'stopped':
      return 'starting';
  }
}

function detailOf(server: ServerStatus): string[] {
  if (server.state === 'failed') return [server.failure.message];
  if (server.state === 'backing-off') return [server.reason];
  if (server.state === 'ready' && server.attachedTo) return [`By process ${server.attachedTo.pid}`];
  return [];
}

function registryItems({ recentRegistries, server, home, sampleRegistry }: TrayInput): TrayItem[] {
  const recent = recentRegistries.map(
    ({ path, current, reachable }): TrayItem => ({
      type: 'radio',
      label: `${shorten(path, home)}${reachable ? '' : ' (not reachable)'}`,
      checked: current,
      ...(reachable && { action: { kind: 'use-registry', path } }),
    }),
  );
  // Systems check the first item of a radio group without a checked item, so the served registry is always
  // listed.
  const isListed = recentRegistries.some(({ current }) => current);
  const isSample = server.registry === sampleRegistry;
  const other: TrayItem = { type: 'radio', label: shorten(server.registry, home), checked: true };
  return [
    ...(isListed || isSample ? [] : [other]),
    ...recent,
    { type: 'radio', label: 'Sample', checked: isSample && !isListed, action: { kind: 'use-sample' } },
    { type: 'separator' },
    act('Choose…', { kind: 'choose-registry' }),
    act('Reveal', { kind: 'reveal-registry' }),
  ];
}

/** Inapplicable items are disabled, not hidden. */
function serverItems(server: ServerStatus): TrayItem[] {
  const attached = server.state === 'ready' && server.attachedTo !== undefined;
  const up = server.state === 'ready' || server.state === 'starting' || server.state === 'backing-off';
  const down = server.state === 'stopped' || server.state === 'failed';
  const nextFreePort = server.state === 'failed' ? server.failure.nextFreePort : undefined;
  return [
    ...(nextFreePort === undefined
      ? []
      : [act(`Use port ${nextFreePort} this time`, { kind: 'use-port', port: nextFreePort })]),
    maybe(down, 'Start server', { kind: 'start-server' }),
    maybe(up && !attached, 'Stop server', { kind: 'stop-server' }),
    maybe(server.state === 'ready' && !attached, 'Restart server', { kind: 'restart-server' }),
  ];
}

function loginItem(state: LoginItemState): TrayItem {
  const item = { type: 'checkbox', label: 'Start at login', checked: state.state === 'on' } as const;
  if (state.state === 'unsupported') return item;
  return { ...item, action: { kind: 'start-at-login', on: state.state !== 'on' } };
}

function shorten(path: string, home: string): string {
  return path === home || path.startsWith(`${home}/`) || path.startsWith(`${home}\\`)
    ? `~${path.slice(home.length)}`
    : path;
}

function say(label: string): TrayItem {
  return { type: 'normal', label };
}

function act(label: string, action: TrayAction): TrayItem {
  return { type: 'normal', label, action };
}

function maybe(enabled: boolean, label: string, action: TrayAction): TrayItem {
  return enabled ? act(label, action) : say(label);
}
