import { shortFolder } from '../../../src-server/contract/words.ts';
import { agoWords } from '../../text/ago.ts';
import type { State } from '../../ui/show/marks.tsx';
import type { ClientProgress } from './client-progress.ts';

export interface ClientWords {
  readonly state: State;
  /** After the name and a colon. */
  readonly says: string;
}

/** @param isServing without a service no program gets an answer */
export function clientWords(progress: ClientProgress, isServing: boolean, now: number): ClientWords {
  switch (progress.stage) {
    case 'works': {
      const did = didWords(progress, now);
      return isServing ? { state: 'on', says: `works, ${did}` } : { state: 'off', says: did };
    }
    case 'seen': {
      const says = `started ${agoWords(progress.calls.lastAt, now)}, has read nothing yet`;
      return { state: isServing ? 'seen' : 'off', says };
    }
    case 'waiting':
      return isServing
        ? { state: 'wait', says: 'connected, has not asked yet' }
        : { state: 'off', says: 'connected; it can ask once the service runs' };
    case 'elsewhere':
      return {
        state: 'wait',
        says: `gets the skills of ${shortFolder(progress.folder)}, from a program of its own`,
      };
    case 'cannot-work':
      return { state: 'fail', says: progress.fault };
    case 'not-set-up':
      return { state: 'off', says: 'not connected' };
    case 'no-call':
      return { state: 'none', says: 'no call yet' };
    case 'not-here':
      return { state: 'none', says: 'not found on this computer' };
  }
}

function didWords({ calls, lastCall }: Extract<ClientProgress, { stage: 'works' }>, now: number): string {
  const { lastRead } = calls;
  if (lastRead === undefined) return `asked ${agoWords(lastCall, now)}`;
  const name = lastRead.skillKey.slice(lastRead.skillKey.lastIndexOf('/') + 1);
  return `read ${name} ${agoWords(lastRead.at, now)}`;
}
