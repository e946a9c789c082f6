/** The programs that may ask: which there are, how far each got, and their order. */
import type { Activity, AgentRead, McpCaller } from '../../../src-server/contract/api.ts';
import {
  CLIENT_NAMES,
  type ClientCalls,
  type ClientState,
  callsOf,
  clientName,
  joinCalls,
  knownClient,
  MCP_CLIENT_IDS,
  type McpClientId,
} from '../../../src-server/contract/clients/clients.ts';
import { portOf } from '../../../src-server/contract/service.ts';
import { timesWords } from '../../../src-server/contract/words.ts';
import { useClients } from '../../data/bridge.ts';
import { desktop } from '../../data/host.ts';
import { useActivity, useService, useSkills } from '../../data/registry.ts';

/** A program of the list, and how far it got. */
export interface Agent {
  readonly id: McpClientId;
  readonly name: string;
  readonly progress: ClientProgress;
  /** What its settings say; undefined in a browser. */
  readonly state: ClientState | undefined;
  readonly week: Week | undefined;
}

/** A program that called or read and is none of the list: its user connected it by hand, or it is a script. */
export interface Stranger {
  readonly name: string;
  readonly progress: ClientProgress;
  readonly week: Week | undefined;
}

/** The reads of a program on the last seven days, such as `[0, 2, 4, 0, 0, 3, 1]`. At least one. */
export interface Week {
  /** The dates of the seven days, as `2026-11-29`; today is last. */
  readonly days: readonly string[];
  readonly reads: readonly number[];
  readonly sum: number;
  /** The key of the skill that it read most. */
  readonly most: string | undefined;
}

/** What the view knows of all programs, those of the list and those that only called. */
interface Agents {
  readonly agents: readonly Agent[];
  readonly strangers: readonly Stranger[];
  /** Why the settings can't be read. */
  readonly failed: string | undefined;
  readonly isServing: boolean;
  readonly mcpUrl: string | undefined;
}

/** Returns the programs, those that need a change first. Undefined until the settings are read. */
export function useAgents(): Agents | undefined {
  const clients = useClients();
  const { state: service } = useService();
  // The prompt that proves a connection names one.
  const { isLoading } = useSkills();
  const { data: activity, isLoading: isActivityLoading } = useActivity();
  const { status, address } = service;
  const mcpUrl = status?.mcpUrl ?? (address && `${address}/mcp`);
  const isRead = desktop === undefined || clients.data !== undefined || clients.isError;
  // Drawn once: nothing moves when the rest is known.
  if (!isRead || isLoading || isActivityLoading || service.phase === 'asking') return undefined;
  const known = { callers: status?.callers ?? [], mcpUrl, folder: service.folder };
  const agents = MCP_CLIENT_IDS.flatMap((id): Agent[] => {
    const state = clients.data?.find((client) => client.id === id);
    if (desktop !== undefined && state === undefined) return [];
    const week = weekOf(activity?.counts, (name) => knownClient(name) === id);
    const progress = clientProgress({ id, state, hasRead: week !== undefined, ...known });
    return [{ id, name: state?.name ?? CLIENT_NAMES[id].name, progress, state, week }];
  }).toSorted((a, b) => compareProgress(a.progress, b.progress) || usual(a.id) - usual(b.id));
  return {
    agents,
    strangers: strangersOf(known.callers, activity),
    failed: clients.error?.message,
    isServing: service.phase === 'serving' || service.phase === 'away',
    mcpUrl,
  };
}

/** Returns those that called over MCP, then those that only read. */
function strangersOf(callers: readonly McpCaller[], activity: Activity | undefined): readonly Stranger[] {
  const { counts, reads = [] } = activity ?? {};
  const called = callers.filter(({ name }) => knownClient(name) === undefined);
  const others = (counts?.clients ?? []).filter(
    ({ client }) => knownClient(client) === undefined && !called.some(({ name }) => name === client),
  );
  return [
    ...called.map((caller) => ({ name: caller.name, progress: callerProgress(caller) })),
    ...others.toReversed().map(({ client: name }): Omit<Stranger, 'week'> => {
      const read = reads.find(({ client }) => client === name);
      return { name, progress: { stage: 'reads', read } };
    }),
  ].map(({ name, progress }) => ({
    name: clientName(name),
    progress,
    week: weekOf(counts, (client) => client === name),
  }));
}

/** Returns the reads of a program, which may have several names. Undefined if it has none. */
function weekOf(counts: Activity['counts'], isIts: (client: string) => boolean): Week | undefined {
  const own = counts?.clients.filter(({ client }) => isIts(client)) ?? [];
  if (counts === undefined || own.length === 0) return undefined;
  const { days } = counts;
  const reads = days.map((_, at) => own.reduce((sum, one) => sum + (one.reads[at] ?? 0), 0));
  const [most] = own.flatMap((one) => one.most ?? []).toSorted((a, b) => b.reads - a.reads);
  return { days, reads, sum: reads.reduce((sum, count) => sum + count, 0), most: most?.skillKey };
}

/** The programs that are shown first where the installed ones are unknown. */
const USUAL_CLIENTS: readonly McpClientId[] = ['claude-code', 'cursor', 'vscode', 'codex', 'gemini-cli'];

/** Whether a program is shown first where the installed ones are unknown. */
export function isUsual(id: McpClientId): boolean {
  return USUAL_CLIENTS.includes(id);
}

function usual(id: McpClientId): number {
  return isUsual(id) ? USUAL_CLIENTS.indexOf(id) : USUAL_CLIENTS.length;
}

/** How far a program got on the way to its first answer. */
export type ClientProgress =
  /** Its last call was answered. */
  | { readonly stage: 'works'; readonly calls: ClientCalls; readonly lastCall: string }
  /** It started, and no call was answered. */
  | { readonly stage: 'seen'; readonly calls: ClientCalls }
  /** Its settings lead here; it did not start since. `hasRead`: it read in the last seven days. */
  | { readonly stage: 'waiting'; readonly hasRead: boolean }
  /** Its settings start a program of its own, which serves this folder. */
  | { readonly stage: 'elsewhere'; readonly folder: string }
  /** Its settings can't work. `fault` stands after the name and a colon. */
  | { readonly stage: 'cannot-work'; readonly fault: string; readonly isMendable: boolean }
  | { readonly stage: 'not-set-up' }
  /** A page in a browser reads no settings, and heard of no call. `hasRead`: it read in the last seven days. */
  | { readonly stage: 'no-call'; readonly hasRead: boolean }
  /** It read, and did not call over MCP since the service started; `read` is its last one since then. */
  | { readonly stage: 'reads'; readonly read: AgentRead | undefined }
  | { readonly stage: 'not-here' };

type Stage = ClientProgress['stage'];

/** What is known of a program: its settings from the app, its calls from the service. */
interface KnownOfClient {
  readonly id: McpClientId;
  /** What its settings say; undefined in a browser. */
  readonly state: ClientState | undefined;
  /** Whether it read in the last seven days. Default: false. */
  readonly hasRead?: boolean;
  /** The programs that called since the service started. */
  readonly callers: readonly McpCaller[];
  /** The address at which clients should ask. */
  readonly mcpUrl: string | undefined;
  /** The folder that is served here. */
  readonly folder: string | undefined;
}

/** Returns how far a program got. Answered calls say most, then a start, then the settings. */
export function clientProgress(known: KnownOfClient): ClientProgress {
  const { id, state, callers, mcpUrl, folder, hasRead = false } = known;
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
  if (state === undefined || connection === undefined) return { stage: 'no-call', hasRead };
  switch (connection.state) {
    case 'absent':
      return { stage: state.installed ? 'not-set-up' : 'not-here' };
    case 'connected':
      return { stage: 'waiting', hasRead };
    case 'unreadable':
      return { stage: 'cannot-work', fault: connection.reason, isMendable: false };
    case 'broken':
      return cannot(`its entry can’t work. ${connection.faults.map(({ says }) => says).join(' ')}`);
    case 'outdated':
      return otherAddress(connection.says, mcpUrl) ?? { stage: 'waiting', hasRead };
  }
}

/** Returns how far a program got whose settings nobody here knows, by what the service heard of it. */
function callerProgress({ lastCall, ...calls }: ClientCalls): ClientProgress {
  return lastCall === undefined
    ? { stage: 'seen', calls }
    : { stage: 'works', calls: { ...calls, lastCall }, lastCall };
}

function cannot(fault: string): ClientProgress {
  return { stage: 'cannot-work', fault, isMendable: true };
}

/** Judges an entry with another address. Undefined for one that starts another copy of the program, which can work. */
function otherAddress(says: string, mcpUrl: string | undefined): ClientProgress | undefined {
  if (!/^https?:\/\//.test(says) || !URL.canParse(says)) return undefined;
  const told = new URL(says);
  const is = mcpUrl === undefined || !URL.canParse(mcpUrl) ? undefined : new URL(mcpUrl);
  const isSamePlace = is !== undefined && told.hostname === is.hostname && told.pathname === is.pathname;
  return isSamePlace && portOf(told) !== portOf(is)
    ? cannot(`set up for another port, ${portOf(told)}; the service is on ${portOf(is)}`)
    : cannot(`set up for ${says}, which is not this service`);
}

const STAGE_ORDER: readonly Stage[] = [
  'cannot-work',
  'works',
  'seen',
  'waiting',
  'elsewhere',
  'not-set-up',
  'no-call',
  'reads',
  'not-here',
];

function rankOf(progress: ClientProgress): number {
  const isLate = progress.stage === 'cannot-work' && !progress.isMendable;
  return STAGE_ORDER.indexOf(isLate ? 'waiting' : progress.stage);
}

/** Orders programs: what needs a change comes first. */
function compareProgress(a: ClientProgress, b: ClientProgress): number {
  return rankOf(a) - rankOf(b);
}

/**
 * Says how many agents work, and how often all programs read, such as `1 of 4 agents works, 1 needs a change. It read 12
 * times in seven days.`
 */
export function agentsSentence(all: readonly Pick<Stranger, 'name' | 'progress' | 'week'>[]): string {
  const of = (...stages: readonly Stage[]) => all.filter(({ progress }) => stages.includes(progress.stage));
  const here = all.length - of('not-here', 'reads').length;
  const [works, waiting, wrong] = [of('works'), of('seen', 'waiting'), of('cannot-work')];
  const knowsSettings = of('no-call').length === 0;
  const wrongWords = `${wrong.length} ${wrong.length === 1 ? 'needs' : 'need'} a change`;
  const sum = all.reduce((reads, { week }) => reads + (week?.sum ?? 0), 0);
  const often = ` read ${timesWords(sum)} in seven days.`;
  if (works.length > 0) {
    const count = knowsSettings ? `${works.length} of ${here} agents` : agents(works.length);
    const work = `${count} ${works.length === 1 ? 'works' : 'work'}${wrong.length > 0 ? `, ${wrongWords}` : ''}.`;
    // Others may have read that do not work now.
    const isTheirs = works.reduce((reads, { week }) => reads + (week?.sum ?? 0), 0) === sum;
    if (sum === 0) return work;
    return `${work} ${!isTheirs ? 'All agents' : works.length === 1 ? 'It' : 'They'}${often}`;
  }
  const read = sum === 0 ? '' : ` Agents${often}`;
  if (waiting.length > 0) {
    const are = waiting.length === 1 ? `${waiting[0]?.name} is` : `${agents(waiting.length)} are`;
    if (sum > 0) return `${are} connected.${read}`;
    return `${are} connected, and ${waiting.length === 1 ? 'has' : 'have'} read nothing yet.`;
  }
  if (wrong.length > 0) return `No agent works, ${wrongWords}.${read}`;
  if (sum > 0)
    return `No agent ${knowsSettings ? 'is connected' : 'has asked since the service started'}.${read}`;
  return knowsSettings ? 'No agent is connected yet.' : 'No agent has asked yet.';
}

function agents(count: number): string {
  return `${count} ${count === 1 ? 'agent' : 'agents'}`;
}
