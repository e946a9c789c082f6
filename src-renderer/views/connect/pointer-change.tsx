import { useState } from 'react';
import type { DesktopBridge } from '../../../src-main/contract/desktop-bridge.ts';
import type { PointerAction, PointerTarget } from '../../../src-server/contract/clients/pointer.ts';
import { Button } from '../../components/button.tsx';
import { ResultNotice } from '../../components/states.tsx';
import { useAction } from '../../components/use-action.ts';
import { useQuery } from '../../components/use-query.ts';
import styles from './connect.module.css';
import { Difference } from './difference.tsx';

/** Previews the addition, or removal if present. */
export function PointerChange({
  bridge,
  target,
  name,
}: {
  readonly bridge: DesktopBridge;
  readonly target: PointerTarget;
  readonly name: string;
}) {
  const [action, setAction] = useState<PointerAction>('add');
  const request = { target, action };
  const preview = useQuery(() => bridge.previewPointer(request), JSON.stringify(request));
  // The file may have changed even if the write failed.
  const { result, run, clear } = useAction(() => {
    setAction('add');
    preview.refresh();
  });
  const takeOut = () => {
    clear();
    setAction('remove');
  };
  const { failed } = preview;
  // After a failure the last answer is of another request or file.
  const value = failed === undefined ? preview.value : undefined;
  return (
    <div className={styles.change}>
      <ResultNotice of={result} />
      {failed !== undefined && <p className="soft">{failed}</p>}
      {value?.ok === false && <p className="soft">{value.reason}</p>}
      {value?.ok && value.diff.length === 0 && (
        <p className="actions">
          <span>
            <span className="mono path">{value.file}</span> <span className="muted">has the pointer.</span>
          </span>
          <Button onClick={takeOut}>Show how it is taken out</Button>
        </p>
      )}
      {value?.ok && value.diff.length > 0 && result?.ok !== true && (
        <Difference
          label={`Change of the rules of ${name}`}
          preview={value}
          onWrite={(token) => run(() => bridge.writePointer({ ...request, token }))}
        />
      )}
    </div>
  );
}
