import { Button } from '../components/button.tsx';
import { Notice } from '../components/states.tsx';
import styles from './registry-picker.module.css';
import type { RegistryChoice } from './use-registry-choice.ts';

export function Refused({
  choice: { refusal, failed, open },
}: {
  readonly choice: Pick<RegistryChoice, 'refusal' | 'failed' | 'open'>;
}) {
  if (failed !== undefined)
    return (
      <div className={styles.refused}>
        <Notice tone="bad" title={failed} />
      </div>
    );
  if (refusal === undefined) return null;
  return (
    <div className={styles.refused}>
      <Notice tone="bad" id="refusal" title={refusal.message}>
        <p>{refusal.nextStep}</p>
        {refusal.candidates.length > 0 && (
          <p className={`actions ${styles.candidates}`}>
            {refusal.candidates.map((candidate) => (
              <Button key={candidate.path} className={styles.candidate} onClick={() => open(candidate.path)}>
                Open <span className="mono">{candidate.path}</span>
              </Button>
            ))}
          </p>
        )}
      </Notice>
    </div>
  );
}
