import type { ClientCalls } from '../../src-server/contract/clients/client-calls.ts';
import type { ConnectWay } from '../../src-server/contract/clients/mcp-clients.ts';
import type { MarkName } from '../components/mark.tsx';
import { nameInKey } from '../skill/key-parts.ts';
import type { ClientProgress, Obstacle } from './client-progress.ts';

/** Text, code, relative time or clock time. */
export type Piece =
  | string
  | { readonly code: string }
  | { readonly ago: string }
  | { readonly clock: string };

export interface ProgressWords {
  readonly tone: 'good' | 'still' | 'bad';
  readonly mark: MarkName;
  readonly word: string;
  /** ISO 8601. */
  readonly since?: string;
  readonly why: readonly Piece[];
}

/** @param alive the service responds now */
export function progressWords(progress: ClientProgress, alive: boolean): ProgressWords {
  // A separate copy answers without the service.
  const answered = alive || ('by' in progress && progress.by === 'command');
  const before = answered ? undefined : beforeWords(progress);
  if (before !== undefined) return { tone: 'still', mark: 'state-off', word: 'No answer', why: before };
  switch (progress.stage) {
    case 'works': {
      const { calls, lastCall } = progress;
      return { tone: 'good', mark: 'state-on', word: 'Works', why: didWords(calls.lastRead, lastCall) };
    }
    case 'seen':
      return {
        tone: 'good',
        mark: 'state-seen',
        word: 'Seen',
        since: progress.calls.lastAt,
        why: [`it started, ${UNANSWERED}`],
      };
    case 'waiting':
      return { tone: 'still', mark: 'state-wait', word: 'Waiting', why: [waitingWords(progress.by)] };
    case 'cannot-work': {
      const why = obstacleWords(progress.obstacle);
      return { tone: 'bad', mark: 'state-fail', word: 'Can’t work', why };
    }
    case 'not-set-up': {
      const why = ['found, its settings have no entry for this service'];
      return { tone: 'still', mark: 'state-off', word: 'Not set up', why };
    }
    case 'no-call':
      return { tone: 'still', mark: 'state-off', word: 'No call yet', why: [] };
    case 'unknown':
      return { tone: 'still', mark: 'state-none', word: 'Can’t be seen', why: [] };
    case 'not-here':
      return { tone: 'still', mark: 'state-none', word: 'Not here', why: ['not found on this computer'] };
  }
}

const UNANSWERED = 'no call of it was answered so far';

function didWords(read: ClientCalls['lastRead'], lastCall: string): readonly Piece[] {
  if (read === undefined) return ['called ', { ago: lastCall }];
  const file = read.file === undefined ? [] : [' › ', { code: read.file }];
  return ['read ', { code: nameInKey(read.skillKey) }, ...file, ' ', { ago: read.at }];
}

/** Last activity before the stop; undefined if independent of the service. */
function beforeWords(progress: ClientProgress): readonly Piece[] | undefined {
  switch (progress.stage) {
    case 'works':
      return ['last called at ', { clock: progress.lastCall }];
    case 'seen':
      return ['seen at ', { clock: progress.calls.lastAt }, `, ${UNANSWERED}`];
    case 'waiting':
      return ['set up; it can call once the service runs'];
    case 'no-call':
      return ['had not called'];
    default:
      return undefined;
  }
}

function waitingWords(by: ConnectWay): string {
  return by === 'command'
    ? 'set up to start a small helper; no call yet'
    : 'set up, no call yet; restart it, then ask it';
}

function obstacleWords(obstacle: Obstacle): readonly Piece[] {
  switch (obstacle.kind) {
    case 'other-port':
      return [`set up for port ${obstacle.says}; this service is on ${obstacle.is}`];
    case 'other-address':
      return ['set up for ', { code: obstacle.says }, ', which is not this service'];
    case 'unreadable':
      return [obstacle.reason];
    case 'found':
      return [obstacle.title];
  }
}
