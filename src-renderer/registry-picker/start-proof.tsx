import type { StartStep } from '../../src-main/contract/desktop-bridge.ts';
import type { ServiceState } from '../../src-main/contract/service-state.ts';
import { Mark } from '../components/mark.tsx';
import { isSameData } from '../stores/same-data.ts';
import { useService } from '../stores/use-stores.tsx';
import styles from './start-proof.module.css';

const TITLES: Readonly<Record<StartStep['name'], string>> = {
  process: 'Process started',
  folder: 'Folder read',
  port: 'Port bound',
  probe: 'Own request answered',
};
const NOW_TITLES: typeof TITLES = {
  process: 'Starting the process',
  folder: 'Reading the folder',
  port: 'Binding the port',
  probe: 'Asking itself',
};
const CUT_TITLES: typeof TITLES = {
  process: 'Process not started',
  folder: 'Folder not read',
  port: 'Port not bound',
  probe: 'Own request not answered',
};
const TITLES_OF = { done: TITLES, now: NOW_TITLES, cut: CUT_TITLES, todo: TITLES } as const;
const MARKS = { done: 'done', now: 'now', cut: 'cut', todo: 'todo' } as const;
const SAID = { done: 'done', now: 'under way', cut: 'failed', todo: 'not reached' } as const;

/** Evidence for "Serving". */
export function StartProof() {
  const steps = useService(stepsToShow, isSameData);
  if (steps.length === 0) return null;
  return (
    <ol className={styles.steps} aria-label="What was checked">
      {steps.map(({ name, detail, state }) => (
        <li key={name} data-state={state}>
          <Mark name={MARKS[state]} />
          <b>
            {TITLES_OF[state][name]}
            <span className="hidden-text">: {SAID[state]}</span>
          </b>
          {detail === '' && state === 'todo' ? 'not tried' : detail}
        </li>
      ))}
    </ol>
  );
}

/** Old steps don't explain a silent service. */
function stepsToShow(service: ServiceState): readonly StartStep[] {
  return service.phase === 'starting' || service.phase === 'failed' ? service.steps : [];
}
