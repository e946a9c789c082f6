import type { SetRegistryResult } from '../../../src-main/contract/desktop-bridge.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/states.tsx';
import styles from './registry-picker.module.css';

export function Refused({
  refusal,
  failed,
  onOpen,
}: {
  readonly refusal: Refusal | undefined;
  readonly failed: string | undefined;
  readonly onOpen: (path: string) => void;
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
              <Button
                key={candidate.path}
                className={styles.candidate}
                onClick={() => onOpen(candidate.path)}
              >
                Open <span className="mono">{candidate.path}</span>
              </Button>
            ))}
          </p>
        )}
      </Notice>
    </div>
  );
}

export type Refusal = Extract<SetRegistryResult, { outcome: 'refused' }>;
