/** Work beside the service, in a process of its own: a hung disk or a slow Git server must not block the app. */

import type { RegistryWork, RegistryWorkResult } from '../../src-server/contract/added-registries.ts';
import type {
  InspectResult,
  MainToServerMessage,
  ServerToMainMessage,
} from '../../src-server/contract/messages.ts';
import type { FetchProgress } from '../../src-server/contract/words.ts';
import { type ChildProcess, type ProcessDependencies, startChildProcess } from './child-process.ts';

/**
 * How long a question may take, in milliseconds. The time counts also where the process answers its pings and nothing
 * else.
 */
export const JOB_TIMES = {
  inspectMs: 30_000,
  /** Git and sites have shorter limits of their own; this one ends what they don't. */
  registriesMs: 1_800_000,
} as const;

interface Question<Answer> {
  readonly message: MainToServerMessage;
  readonly answerOf: (message: ServerToMainMessage) => Answer | undefined;
  readonly maxMs: number;
}

/** The answer, or `why` there is none: a sentence about the process that ended instead. */
type Reply<Answer> = { readonly answer: Answer } | { readonly answer?: undefined; readonly why: string };

/** A process that answers one question after the other. Each has a reply, also where the process never starts. */
interface Job extends Pick<ChildProcess, 'stop' | 'forceKill'> {
  ask<Answer>(question: Question<Answer>): Promise<Reply<Answer>>;
}

function startJob(
  deps: ProcessDependencies,
  onMessage: (message: ServerToMainMessage) => void = () => {},
): Job {
  let finish = (_: ServerToMainMessage | undefined) => {};
  let whyEnded = '';
  const child = startChildProcess(deps, {
    onMessage(message) {
      onMessage(message);
      finish(message);
    },
    onOutput: (line) => deps.logger.warn('A process that works beside the service printed.', { line }),
    onEnd(why) {
      whyEnded = why;
      finish(undefined);
    },
  });
  let last: Promise<unknown> = Promise.resolve();

  function askNow<Answer>({ message, answerOf, maxMs }: Question<Answer>): Promise<Reply<Answer>> {
    if (child.hasEnded) return Promise.resolve({ why: whyEnded });
    return new Promise((resolve) => {
      const cancel = deps.clock.after(maxMs, () => child.end('It took too long.'));
      finish = (said) => {
        const answer = said && answerOf(said);
        if (said !== undefined && answer === undefined) return;
        cancel();
        finish = () => {};
        resolve(answer === undefined ? { why: whyEnded } : { answer });
      };
      child.send(message);
    });
  }

  return {
    ask(question) {
      const answer = last.then(() => askNow(question));
      last = answer;
      return answer;
    },
    stop: child.stop,
    forceKill: child.forceKill,
  };
}

/**
 * Finds the registry in a folder, while the current service keeps running. The process ends after its answer.
 * @param path absolute
 */
export async function inspectRegistry(deps: ProcessDependencies, path: string): Promise<InspectResult> {
  const reply = await startJob(deps).ask({
    message: { type: 'inspect', path },
    answerOf: (message) => (message.type === 'inspected' ? message.result : undefined),
    maxMs: JOB_TIMES.inspectMs,
  });
  if (reply.answer !== undefined) return reply.answer;
  const message = `${path} could not be read: the process that read it ended. ${reply.why} Nothing was changed.`;
  return { outcome: 'refused', message, nextStep: 'Try again, or choose another folder.', candidates: [] };
}

/** Is told how far the fetch of a registry is, and its name. */
export type OnFetch = (progress: FetchProgress, name: string) => void;

export interface RegistryProcess {
  /** Does one piece of work at a time. It never rejects. */
  ask(work: RegistryWork): Promise<RegistryWorkResult>;
  /** Lets the process clean up, and ends it if it does not. */
  stop(): void;
  /** Ends the process at once. What was half received stays until the next `list`. */
  forceKill(): void;
}

/** Starts a process for work on registries. It ends after its result, except after a preview. */
export function startRegistryProcess(deps: ProcessDependencies, onProgress: OnFetch): RegistryProcess {
  const job = startJob(deps, (message) => {
    if (message.type === 'registries-progress') onProgress(message.progress, message.name);
  });
  return {
    async ask(work) {
      const reply = await job.ask({
        message: { type: 'registries', work },
        answerOf: (message) => (message.type === 'registries' ? message.result : undefined),
        maxMs: JOB_TIMES.registriesMs,
      });
      if (reply.answer !== undefined) return reply.answer;
      const message = `The process that works on registries ended before it was done. ${reply.why} Try again.`;
      return { done: 'refused', message };
    },
    stop: () => void job.stop(),
    forceKill: () => job.forceKill(),
  };
}
