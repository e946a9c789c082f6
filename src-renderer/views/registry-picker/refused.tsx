import type { SetRegistryResult } from '../../../src-main/ipc/contract.ts';
import { Mark } from '../../components/mark.tsx';

/** What was looked for, what was found, and the next step, which is also the button. */
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
      <div className="notice bad" role="alert">
        <Mark name="severity-error" />
        <p>
          <strong>{failed}</strong>
        </p>
      </div>
    );
  if (refusal === undefined) return null;
  return (
    <div className="notice bad" id="refusal" role="alert">
      <Mark name="severity-error" />
      <div>
        <p>
          <strong>{refusal.message}</strong>
        </p>
        <p className="soft">{refusal.nextStep}</p>
        {refusal.candidates.length > 0 && (
          <p className="actions candidates">
            {refusal.candidates.map((candidate) => (
              <button
                key={candidate.path}
                type="button"
                className="button"
                onClick={() => onOpen(candidate.path)}
              >
                Open <span className="mono">{candidate.path}</span>
              </button>
            ))}
          </p>
        )}
      </div>
    </div>
  );
}

export type Refusal = Extract<SetRegistryResult, { outcome: 'refused' }>;
