import { useCallback, useEffect, useState } from 'react';
import type { DesktopBridge } from '../../../src-main/contract/desktop-bridge.ts';
import type { CommandState } from '../../../src-server/contract/command.ts';
import { canInstall, canRemove, commandSentence } from '../../../src-server/contract/command-words.ts';
import type { ConnectResult } from '../../../src-server/contract/connect.ts';
import { Button } from '../../components/button.tsx';
import { CommandLine } from '../../components/command-line.tsx';
import { Notice } from '../../components/states.tsx';
import { refusalSentence } from '../../desktop.ts';
import { Revealed } from '../../text/revealed.tsx';
import { Section } from './setting.tsx';
import styles from './settings.module.css';

/** The command for terminals: whether it is installed, where, what `PATH` lacks, and the way back. */
export function CommandSettings({ bridge }: { readonly bridge: DesktopBridge }) {
  const [state, setState] = useState<CommandState>();
  const [result, setResult] = useState<ConnectResult>();
  const [isBusy, setBusy] = useState(false);
  const look = useCallback(
    () =>
      bridge
        .getCommand()
        .then(setState, (error: unknown) => setResult({ ok: false, message: refusalSentence(error) })),
    [bridge],
  );
  useEffect(() => void look(), [look]);
  const run = (deed: () => Promise<ConnectResult>) => {
    setBusy(true);
    deed()
      .catch((error: unknown): ConnectResult => ({ ok: false, message: refusalSentence(error) }))
      .then(setResult)
      .then(look)
      .finally(() => setBusy(false));
  };
  return (
    <Section id="command">
      <div className={styles.set}>
        <div>
          <span className={styles.setName}>
            The command <code>skills</code>
          </span>
          <p className="muted path">{state && <Revealed text={commandSentence(state)} />}</p>
        </div>
        <div className={styles.setControl}>
          {state && <Deeds state={state} bridge={bridge} isBusy={isBusy} run={run} />}
        </div>
      </div>
      {state && <MissingLine state={state} />}
      <div role="status">
        {result !== undefined && (
          <Notice
            tone={result.ok ? 'good' : 'bad'}
            mark={result.ok ? 'done' : 'severity-error'}
            title={result.message}
          />
        )}
      </div>
    </Section>
  );
}

function Deeds({
  state,
  bridge,
  isBusy,
  run,
}: {
  readonly state: CommandState;
  readonly bridge: DesktopBridge;
  readonly isBusy: boolean;
  readonly run: (deed: () => Promise<ConnectResult>) => void;
}) {
  // On Windows installing adds the folder that is lacking.
  const isWhole = state.found === 'ours' && (state.path.state !== 'lacking' || 'line' in state.path);
  return (
    <>
      {canInstall(state) && !isWhole && (
        <Button disabled={isBusy} onClick={() => run(bridge.installCommand)}>
          {state.found === 'nothing' ? 'Install command' : 'Install again'}
        </Button>
      )}
      {canRemove(state) && (
        <Button look="bare" disabled={isBusy} onClick={() => run(bridge.removeCommand)}>
          Remove command
        </Button>
      )}
    </>
  );
}

/** The line that adds what `PATH` lacks, to be pasted by its owner: start files of shells are not ours to write. */
function MissingLine({ state }: { readonly state: CommandState }) {
  if (!canRemove(state) || state.path.state !== 'lacking' || state.path.line === undefined) return null;
  return (
    <div className={styles.set}>
      <div>
        <p className="muted">Paste this into a terminal, then open a new one:</p>
        <CommandLine line={state.path.line} label="Copy the line for PATH" />
      </div>
    </div>
  );
}
