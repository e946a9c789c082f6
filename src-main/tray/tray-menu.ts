import type { ShownRegistry } from '../../src-server/contract/service/registry-work.ts';
import type { LoginItemState, RecentRegistry, ServiceState } from '../contract/desktop-bridge.ts';
import { describeService, type ServiceWords } from '../describe-service.ts';
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
  readonly server: ServiceState;
  readonly recentRegistries: readonly RecentRegistry[];
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

export function buildTray(input: TrayInput): TrayView {
  const { server, appName } = input;
  const words = describeService(server);
  const line = statusLine(server, words);
  return {
    glyph: glyphOf(words),
    toolTip: `${appName}: ${line}`,
    items: [
      say(line),
      ...detailOf(server, words).map(say),
      { type: 'separator' },
      act(`Open ${appName}`, { kind: 'open-window' }),
      server.phase === 'serving' || server.phase === 'away'
        ? act('Copy URL', { kind: 'copy-url', url: server.address })
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
      act('Show logs', { kind: 'show-logs' }),
      { type: 'separator' },
      act(`Quit ${appName}`, { kind: 'quit' }),
    ],
  };
}

/** Also the tooltip. */
export function statusLine(server: ServiceState, { word, detail } = describeService(server)): string {
  if (server.phase !== 'serving') return detail === '' ? word : `${word}: ${detail}`;
  const { skills } = server.status.counts;
  return `${word} ${skills} ${skills === 1 ? 'skill' : 'skills'} at ${server.address.replace(/^http:\/\//, '')}`;
}

function glyphOf({ tone }: ServiceWords): TrayGlyph {
  if (tone === 'good') return 'serving';
  return tone === 'bad' ? 'problem' : 'starting';
}

function detailOf(server: ServiceState, { detail, title }: ServiceWords): string[] {
  if (server.phase === 'failed') return [server.failure.message];
  if (server.phase === 'away') return [title];
  return server.phase === 'serving' && detail !== '' ? [detail] : [];
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
  const isSample = server.folder === sampleRegistry;
  const other: TrayItem = { type: 'radio', label: shorten(server.folder ?? '', home), checked: true };
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
function serverItems(server: ServiceState): TrayItem[] {
  const { phase } = server;
  const runs = phase === 'serving' || phase === 'away';
  const down = phase === 'stopped' || phase === 'failed';
  const up = runs || phase === 'starting' || phase === 'restarting';
  const nextFreePort = phase === 'failed' ? server.failure.nextFreePort : undefined;
  return [
    ...(nextFreePort ? [act(`Use port ${nextFreePort}`, { kind: 'use-port', port: nextFreePort })] : []),
    maybe(down, 'Start server', { kind: 'start-server' }),
    maybe(up, 'Stop server', { kind: 'stop-server' }),
    maybe(runs, 'Restart server', { kind: 'restart-server' }),
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
