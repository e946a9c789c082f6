import type { McpCaller } from '../../src-server/contract/api/api.ts';
import { type ClientCalls, callsOf, joinCalls } from '../../src-server/contract/clients/client-calls.ts';
import type { ClientState, DoctorFinding } from '../../src-server/contract/clients/connect.ts';
import type { ConnectWay, McpClientId } from '../../src-server/contract/clients/mcp-clients.ts';
import { portOf } from '../../src-server/contract/service/service-address.ts';

export type Obstacle =
  /** The settings have another address. `other-port`: only ports differ. */
  | { readonly kind: 'other-port'; readonly says: string; readonly is: string }
  | { readonly kind: 'other-address'; readonly says: string }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'found'; readonly title: string; readonly fix: string | undefined };

/** `command` starts a separate copy of the service. */
export type ClientProgress =
  /** Answered at `lastCall`. */
  | {
      readonly stage: 'works';
      readonly by: ConnectWay;
      readonly calls: ClientCalls;
      readonly lastCall: string;
    }
  /** Started, or called without an answer. */
  | { readonly stage: 'seen'; readonly by: ConnectWay; readonly calls: ClientCalls }
  /** Configured, no call yet. */
  | { readonly stage: 'waiting'; readonly by: ConnectWay }
  | { readonly stage: 'not-set-up' }
  | { readonly stage: 'cannot-work'; readonly obstacle: Obstacle }
  /** Browser page: the settings are unknown. */
  | { readonly stage: 'no-call' }
  /** Browser page without published callers. */
  | { readonly stage: 'unknown' }
  | { readonly stage: 'not-here' };

export type Stage = ClientProgress['stage'];

export interface KnownOfClient {
  readonly id: McpClientId;
  /** Settings. */
  readonly state: ClientState | undefined;
  /** Since the service started; undefined if not published. */
  readonly callers: readonly McpCaller[] | undefined;
  readonly findings: readonly DoctorFinding[];
  /** Current or configured. */
  readonly mcpUrl: string | undefined;
}

/** From answered calls, else a start, else the settings. */
export function clientProgress({ id, state, callers, findings, mcpUrl }: KnownOfClient): ClientProgress {
  const by = wayOf(state);
  // Calls of a separate copy count only while the settings still start a copy.
  const own = by === 'command' ? state?.seen : undefined;
  const calls = joinCalls([callsOf(id, callers ?? []) ?? [], own ?? []].flat());
  if (calls?.lastCall !== undefined) return { stage: 'works', by, calls, lastCall: calls.lastCall };
  if (calls !== undefined) return { stage: 'seen', by, calls };
  if (state === undefined) return { stage: callers === undefined ? 'unknown' : 'no-call' };
  const { connection } = state;
  if (!state.installed && connection.state === 'absent') return { stage: 'not-here' };
  const obstacle = obstacleOf(state, findings, mcpUrl);
  if (obstacle !== undefined) return { stage: 'cannot-work', obstacle };
  if (connection.state === 'absent') return { stage: 'not-set-up' };
  return { stage: 'waiting', by };
}

function wayOf(state: ClientState | undefined): ConnectWay {
  return state !== undefined && 'by' in state.connection ? state.connection.by : 'address';
}

function obstacleOf(
  { id, connection }: ClientState,
  findings: readonly DoctorFinding[],
  mcpUrl: string | undefined,
): Obstacle | undefined {
  if (connection.state === 'unreadable') return { kind: 'unreadable', reason: connection.reason };
  if (connection.state === 'outdated') return otherPlace(connection.says, mcpUrl);
  const found = findings.find(({ client, severity }) => client === id && severity === 'error');
  if (found !== undefined) return { kind: 'found', title: found.title, fix: found.fix };
  if (connection.state !== 'broken') return undefined;
  // Settings faults are known before the doctor finishes, and also if it fails.
  const says = connection.faults.map((fault) => fault.says).join(' ');
  return { kind: 'found', title: `Its entry can’t work. ${says}`, fix: 'Connect it again.' };
}

/** Only URLs: an entry that starts a copy is valid. */
function otherPlace(says: string, mcpUrl: string | undefined): Obstacle | undefined {
  const told = addressOf(says);
  if (told === undefined) return undefined;
  const is = mcpUrl === undefined ? undefined : addressOf(mcpUrl);
  const samePlace = is !== undefined && told.hostname === is.hostname && told.pathname === is.pathname;
  return samePlace && portOf(told) !== portOf(is)
    ? { kind: 'other-port', says: portOf(told), is: portOf(is) }
    : { kind: 'other-address', says };
}

function addressOf(text: string): URL | undefined {
  if (!/^https?:\/\//.test(text)) return undefined;
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

const ORDER: readonly Stage[] = [
  'works',
  'seen',
  'waiting',
  'cannot-work',
  'not-set-up',
  'no-call',
  'unknown',
  'not-here',
];

/** Most progress first. */
export function compareProgress(a: ClientProgress, b: ClientProgress): number {
  return ORDER.indexOf(a.stage) - ORDER.indexOf(b.stage);
}

/** A client works, and no installed or configured client is unproven. */
export function isProven(all: readonly ClientProgress[]): boolean {
  const short: readonly Stage[] = ['seen', 'waiting', 'cannot-work', 'not-set-up'];
  return all.some(({ stage }) => stage === 'works') && !all.some(({ stage }) => short.includes(stage));
}

/** `1 of 6 works, 1 has started, 2 can’t work yet` */
export function progressSummary(all: readonly ClientProgress[]): string {
  const count = (stage: Stage) => all.filter((one) => one.stage === stage).length;
  const here = all.length - count('not-here');
  const [works, seen, waiting, cannot] = [
    count('works'),
    count('seen'),
    count('waiting'),
    count('cannot-work'),
  ];
  // A browser can't tell which clients are installed.
  const ofAll = count('no-call') > 0 ? works : `${works} of ${here}`;
  const parts = [
    ...(works > 0 ? [`${ofAll} ${works === 1 ? 'works' : 'work'}`] : []),
    ...(seen > 0 ? [`${seen} ${seen === 1 ? 'has' : 'have'} started`] : []),
    ...(waiting > 0 ? [`${waiting} ${waiting === 1 ? 'waits' : 'wait'} for the first call`] : []),
    ...(cannot > 0 ? [`${cannot} can’t work yet`] : []),
  ];
  if (parts.length > 0) return parts.join(', ');
  if (count('no-call') > 0) return 'none has called so far';
  if (count('unknown') > 0) return 'this page can’t see who calls';
  return here === 0
    ? 'none was found on this computer'
    : `none yet; ${here} ${here === 1 ? 'was' : 'were'} found on this computer`;
}
