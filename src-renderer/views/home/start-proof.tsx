import type { StartStep } from '../../../src-main/ipc/contract.ts';
import { Mark } from '../../components/mark.tsx';
import { desktop } from '../../desktop.ts';
import { formatAge, formatMs, plural } from '../../text/format.ts';
import type { LastAnswer } from '../../world/follow-service.ts';
import type { Service } from '../../world/service.ts';
import { useNow } from '../../world/use-now.ts';
import { useLastAnswer, useService } from '../../world/use-world.tsx';

/** "Serving" is a claim; these are the steps that prove it. */
export interface ProofStep {
  readonly title: string;
  readonly detail: string;
  readonly state: StartStep['state'];
}

const TITLES: Readonly<Record<StartStep['name'], string>> = {
  process: 'Process started',
  folder: 'Folder read',
  port: 'Port bound',
  probe: 'Own request answered',
};

/** The desktop app's own proof where there is one, else what this page can vouch for. */
export function proofSteps(
  service: Service,
  lastAnswer: LastAnswer | undefined,
  now: number,
  isInApp: boolean,
): readonly ProofStep[] {
  if (isInApp)
    return 'steps' in service
      ? service.steps.map(({ name, detail, state: step }) => ({ title: TITLES[name], detail, state: step }))
      : [];
  if (service.phase !== 'serving' || lastAnswer === undefined) return [];
  const { status } = service;
  return [
    {
      title: 'Folder read',
      detail: `${plural(status.counts.skills, 'skill')} in ${formatMs(status.index.loadMs)}`,
      state: 'done',
    },
    status.index.findMs === undefined
      ? { title: 'Texts indexed', detail: 'being built', state: 'now' }
      : { title: 'Texts indexed', detail: `in ${formatMs(status.index.findMs)}`, state: 'done' },
    {
      title: 'This page’s request answered',
      detail: `${formatMs(lastAnswer.tookMs)}, ${formatAge(now - lastAnswer.at)} ago`,
      state: 'done',
    },
  ];
}

const MARKS = { done: 'done', now: 'todo', cut: 'cut', todo: 'todo' } as const;
const SAID = { done: 'done', now: 'under way', cut: 'failed', todo: 'not reached' } as const;

/** Drawn again with each answer, and nothing else along with it. */
export function StartProof() {
  const steps = proofSteps(useService(), useLastAnswer(), useNow(), desktop !== undefined);
  if (steps.length === 0) return null;
  return (
    <ol className="legs" aria-label="What was checked">
      {steps.map(({ title, detail, state }) => (
        <li key={title} className={state}>
          <Mark name={MARKS[state]} />
          <b>
            {title}
            <span className="hidden-text">: {SAID[state]}</span>
          </b>
          {detail === '' && state === 'todo' ? 'not tried' : detail}
        </li>
      ))}
    </ol>
  );
}
