import type { McpCaller } from '../../../src-server/contract/api.ts';
import {
  type ClientCalls,
  type ClientState,
  callsOf,
  joinCalls,
  type McpClientId,
} from '../../../src-server/contract/clients/clients.ts';
import { portOf } from '../../../src-server/contract/service.ts';

/** How far a program got. */
export type ClientProgress =
  /** Its last call was answered. */
  | { readonly stage: 'works'; readonly calls: ClientCalls; readonly lastCall: string }
  /** It started, and no call was answered. */
  | { readonly stage: 'seen'; readonly calls: ClientCalls }
  /** Its settings lead here; it did not start since. */
  | { readonly stage: 'waiting' }
  /** Its settings start a program of its own, which serves this folder. */
  | { readonly stage: 'elsewhere'; readonly folder: string }
  /** `fault`: after the name and a colon. */
  | { readonly stage: 'cannot-work'; readonly fault: string; readonly isMendable: boolean }
  | { readonly stage: 'not-set-up' }
  /** In a browser, which reads no settings. */
  | { readonly stage: 'no-call' }
  | { readonly stage: 'not-here' };

export type Stage = ClientProgress['stage'];

export interface KnownOfClient {
  readonly id: McpClientId;
  /** Undefined in a browser. */
  readonly state: ClientState | undefined;
  /** Since the service started. */
  readonly callers: readonly McpCaller[];
  /** Where clients should ask. */
  readonly mcpUrl: string | undefined;
  /** Served here. */
  readonly folder: string | undefined;
}

/** Answered calls say most, then a start, then the settings. */
export function clientProgress({ id, state, callers, mcpUrl, folder }: KnownOfClient): ClientProgress {
  const connection = state?.connection;
  const startsOwn = connection !== undefined && 'by' in connection && connection.by === 'command';
  // Calls of a separate copy count only while the settings still start a copy.
  const calls = joinCalls([callsOf(id, callers) ?? [], (startsOwn ? state?.seen : undefined) ?? []].flat());
  if (connection?.state === 'connected' && connection.lacksRegistry !== undefined)
    return cannot(`starts a program of its own for ${connection.registry}, which is no registry`);
  if (
    connection?.state === 'connected' &&
    connection.registry !== undefined &&
    connection.registry !== folder
  )
    return { stage: 'elsewhere', folder: connection.registry };
  if (calls !== undefined) return callerProgress(calls);
  if (state === undefined || connection === undefined) return { stage: 'no-call' };
  switch (connection.state) {
    case 'absent':
      return { stage: state.installed ? 'not-set-up' : 'not-here' };
    case 'connected':
      return { stage: 'waiting' };
    case 'unreadable':
      return { stage: 'cannot-work', fault: connection.reason, isMendable: false };
    case 'broken':
      return cannot(`its entry can’t work. ${connection.faults.map(({ says }) => says).join(' ')}`);
    case 'outdated':
      return otherAddress(connection.says, mcpUrl);
  }
}

/** Of a program whose settings nobody here knows: what the service heard of it. */
export function callerProgress({ lastCall, ...calls }: ClientCalls): ClientProgress {
  return lastCall === undefined
    ? { stage: 'seen', calls }
    : { stage: 'works', calls: { ...calls, lastCall }, lastCall };
}

function cannot(fault: string): ClientProgress {
  return { stage: 'cannot-work', fault, isMendable: true };
}

/** An entry that starts another copy of the program can work. */
function otherAddress(says: string, mcpUrl: string | undefined): ClientProgress {
  if (!/^https?:\/\//.test(says) || !URL.canParse(says)) return { stage: 'waiting' };
  const told = new URL(says);
  const is = mcpUrl === undefined || !URL.canParse(mcpUrl) ? undefined : new URL(mcpUrl);
  const isSamePlace = is !== undefined && told.hostname === is.hostname && told.pathname === is.pathname;
  return isSamePlace && portOf(told) !== portOf(is)
    ? cannot(`set up for another port, ${portOf(told)}; the service is on ${portOf(is)}`)
    : cannot(`set up for ${says}, which is not this service`);
}

const ORDER: readonly Stage[] = [
  ...(['cannot-work', 'works', 'seen', 'waiting', 'elsewhere'] as const),
  ...(['not-set-up', 'no-call', 'not-here'] as const),
];

function rankOf(progress: ClientProgress): number {
  const isLate = progress.stage === 'cannot-work' && !progress.isMendable;
  return ORDER.indexOf(isLate ? 'waiting' : progress.stage);
}

/** What needs a change first. */
export function compareProgress(a: ClientProgress, b: ClientProgress): number {
  return rankOf(a) - rankOf(b);
}

/** `1 of 4 agents works, 1 needs a change.` */
export function agentsSentence(
  all: ReadonlyArray<{ readonly name: string; readonly progress: ClientProgress }>,
): string {
  const of = (...stages: readonly Stage[]) => all.filter(({ progress }) => stages.includes(progress.stage));
  const here = all.length - of('not-here').length;
  const [works, waiting, wrong] = [of('works'), of('seen', 'waiting'), of('cannot-work')];
  const knowsSettings = of('no-call').length === 0;
  const wrongWords = `${wrong.length} ${wrong.length === 1 ? 'needs' : 'need'} a change`;
  if (works.length > 0) {
    const count = knowsSettings ? `${works.length} of ${here} agents` : agents(works.length);
    return `${count} ${works.length === 1 ? 'works' : 'work'}${wrong.length > 0 ? `, ${wrongWords}` : ''}.`;
  }
  if (waiting.length > 0)
    return `${waiting.length === 1 ? `${waiting[0]?.name} is` : `${agents(waiting.length)} are`} connected, and ${waiting.length === 1 ? 'has' : 'have'} read nothing yet.`;
  if (wrong.length > 0) return `No agent works, ${wrongWords}.`;
  return knowsSettings ? 'No agent is connected yet.' : 'No agent has asked yet.';
}

function agents(count: number): string {
  return `${count} ${count === 1 ? 'agent' : 'agents'}`;
}
