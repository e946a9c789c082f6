import { useCallback, useEffect, useRef, useState } from 'react';
import type { DesktopBridge } from '../../../src-main/contract/desktop-bridge.ts';
import type { CommandState } from '../../../src-server/contract/clients/command.ts';
import {
  commandDeeds,
  commandSentence,
  missingLine,
} from '../../../src-server/contract/clients/command-words.ts';
import type { ConnectResult } from '../../../src-server/contract/clients/connect.ts';
import { Button } from '../../components/button.tsx';
import { CommandLine } from '../../components/command-line.tsx';
import { Notice } from '../../components/states.tsx';
import { refusalSentence } from '../../desktop.ts';
import { Revealed } from '../../text/revealed.tsx';
import { Section } from './setting.tsx';
import styles from './settings.module.css';

export function CommandSettings({ bridge }: { readonly bridge: DesktopBridge }) {
  const [state, setState] = useState<CommandState>();
  const [result, setResult] = useState<ConnectResult>();
  const isBusy = useRef(false);
  const look = useCallback(
    () =>
      bridge
        .getCommand()
        .then(setState, (error: unknown) => setResult({ ok: false, message: refusalSentence(error) })),
    [bridge],
  );
  // The tray or a terminal may have changed the command.
  useEffect(() => {
    void look();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [look]);
  const run = (deed: () => Promise<ConnectResult>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    deed()
      .catch((error: unknown): ConnectResult => ({ ok: false, message: refusalSentence(error) }))
      .then(setResult)
      .then(look)
      .finally(() => {
        isBusy.current = false;
      });
  };
  return (
    <Section id="command">
      <div className={styles.set}>
        <div>
          <span className={styles.setName}>
            The command <code>skills-registry</code>
          </span>
          <p className="muted path">{state && <Revealed text={commandSentence(state)} />}</p>
        </div>
        <div className={styles.setControl}>{state && <Deeds state={state} bridge={bridge} run={run} />}</div>
      </div>
      <MissingLine line={state && missingLine(state)} />
      {result !== undefined && (
        <Notice
          tone={result.ok ? 'good' : 'bad'}
          mark={result.ok ? 'done' : 'severity-error'}
          title={result.message}
        />
      )}
    </Section>
  );
}

function Deeds({
  state,
  bridge,
  run,
}: {
  readonly state: CommandState;
  readonly bridge: DesktopBridge;
  readonly run: (deed: () => Promise<ConnectResult>) => void;
}) {
  // Fixed slots: the focus stays when a button is replaced.
  const [first, second] = commandDeeds(state).map(({ deed, label }) => ({
    children: label,
    look: deed === 'remove' ? ('bare' as const) : ('plain' as const),
    onClick: () => run(deed === 'install' ? bridge.installCommand : bridge.removeCommand),
  }));
  return (
    <>
      {first && <Button {...first} />}
      {second && <Button {...second} />}
    </>
  );
}

/** Users paste the line: the app must not write shells' start files. */
function MissingLine({ line }: { readonly line: string | undefined }) {
  if (line === undefined) return null;
  return (
    <div className={styles.set}>
      <div>
        <p className="muted">Paste this into a terminal, then open a new one:</p>
        <CommandLine line={line} label="Copy the line for PATH" />
      </div>
    </div>
  );
}
