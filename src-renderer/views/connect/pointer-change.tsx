import { useState } from 'react';
import type { DesktopBridge } from '../../../src-main/contract/desktop-bridge.ts';
import type { ConnectResult } from '../../../src-server/contract/clients/connect.ts';
import type { PointerAction, PointerTarget } from '../../../src-server/contract/clients/pointer.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/states.tsx';
import { refusalSentence } from '../../desktop.ts';
import { Revealed } from '../../text/revealed.tsx';
import styles from './connect.module.css';
import { Difference } from './difference.tsx';
import { usePreview } from './use-preview.ts';

/** Adds the pointer after a preview. If already present, offers removal. */
export function PointerChange({
  bridge,
  target,
  name,
}: {
  readonly bridge: DesktopBridge;
  readonly target: PointerTarget;
  /** Owner of the file. */
  readonly name: string;
}) {
  const [deed, setDeed] = useState<PointerAction>('add');
  const [result, setResult] = useState<ConnectResult>();
  const [round, setRound] = useState(0);
  const preview = usePreview(() => bridge.previewPointer({ target, deed }), target, deed, round);
  const write = (token: string) => {
    bridge
      .writePointer({ target, deed, token })
      .catch((error: unknown): ConnectResult => ({ ok: false, message: refusalSentence(error) }))
      .then((outcome) => {
        setDeed('add');
        setResult(outcome);
        // The file may have changed even if the write failed.
        setRound((last) => last + 1);
      });
  };
  const takeOut = () => {
    setResult(undefined);
    setDeed('remove');
  };
  return (
    <div className={styles.change}>
      {result !== undefined && (
        <Notice
          tone={result.ok ? 'good' : 'bad'}
          mark={result.ok ? 'done' : 'severity-error'}
          title={<Revealed text={result.message} />}
        />
      )}
      {preview?.ok === false && <p className="soft">{preview.reason}</p>}
      {preview?.ok && preview.diff.length === 0 && (
        <p className="actions">
          <span>
            <span className="mono path">{preview.file}</span> <span className="muted">has the pointer.</span>
          </span>
          <Button onClick={takeOut}>Show how it is taken out</Button>
        </p>
      )}
      {preview?.ok && preview.diff.length > 0 && result?.ok !== true && (
        <Difference label={`Change of the rules of ${name}`} preview={preview} onWrite={write} />
      )}
    </div>
  );
}
