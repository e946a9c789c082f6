import type { ServerStatus, StartStep } from '../../../src-main/ipc/contract.ts';
import { Mark } from '../../components/mark.tsx';
import type { ServiceState } from '../../service/service-state.ts';
import { formatAge, formatMs, plural } from '../../text/format.ts';

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
  state: ServiceState,
  server: ServerStatus | undefined,
  now: number,
): readonly ProofStep[] {
  if (server !== undefined)
    return 'steps' in server
      ? server.steps.map(({ name, detail, state: step }) => ({ title: TITLES[name], detail, state: step }))
      : [];
  if (state.phase !== 'serving') return [];
  const { status, tookMs, answeredAt } = state;
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
      detail: `${formatMs(tookMs)}, ${formatAge(now - answeredAt)} ago`,
      state: 'done',
    },
  ];
}

const MARKS = { done: 'done', now: 'todo', cut: 'cut', todo: 'todo' } as const;
const SAID = { done: 'done', now: 'under way', cut: 'failed', todo: 'not reached' } as const;

export function StartProof({ steps }: { readonly steps: readonly ProofStep[] }) {
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
