import { useEffect } from 'react';
import type { SkillReport } from '../../../src-server/contract/api/skill-report.ts';
import { Button } from '../../components/button.tsx';
import { ListSection } from '../../components/list-section.tsx';
import { useToast } from '../../components/toast.tsx';
import { formatRoute } from '../../route/route.ts';
import { useResource, useStores } from '../../stores/use-stores.tsx';
import { formatDay } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import styles from './problems.module.css';

export function Reports({ only }: { readonly only: string | undefined }) {
  const { api } = useStores();
  const toast = useToast();
  const { value, retry } = useResource('reports', (signal) => api.reports(signal));
  // Notes change no skill: no event announces a new note.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time the view opens
  useEffect(() => retry(), []);
  const shown = value?.reports.filter(({ key }) => only === undefined || key === only) ?? [];
  if (shown.length === 0) return null;
  const remove = async (id: string) => {
    const answer = await api.removeReport(id);
    if (!answer.ok) toast(answer.failure.message, 'refused');
    retry();
  };
  return (
    <ListSection title="Reported" note="notes by agents and people, kept on this computer">
      <ul>
        {shown.map((report) => (
          <Report key={report.id} report={report} onRemove={() => void remove(report.id)} />
        ))}
      </ul>
    </ListSection>
  );
}

function Report({ report, onRemove }: { readonly report: SkillReport; readonly onRemove: () => void }) {
  const { key, section, what, at, by } = report;
  return (
    <li className={styles.report}>
      <div>
        <a className="link" href={formatRoute({ view: 'skill', key })}>
          <Revealed text={section === undefined ? key : `${key}, ${section}`} />
        </a>{' '}
        <span className="muted">
          {formatDay(at, new Date())}
          {by !== undefined && (
            <>
              , by <Revealed text={by} />
            </>
          )}
        </span>
        <p>
          <Revealed text={what} />
        </p>
      </div>
      <Button look="bare" aria-label={`Remove the note about ${key}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}
