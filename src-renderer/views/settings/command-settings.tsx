import type { DesktopBridge } from '../../../src-main/contract/desktop-bridge.ts';
import type { CommandState } from '../../../src-server/contract/clients/command.ts';
import {
  commandActions,
  commandSentence,
  missingLine,
} from '../../../src-server/contract/clients/command-words.ts';
import { Button } from '../../components/button.tsx';
import { CommandLine } from '../../components/command-line.tsx';
import { Notice, ResultNotice } from '../../components/states.tsx';
import { type ActionState, useAction } from '../../components/use-action.ts';
import { useQuery, useRefreshOnFocus } from '../../components/use-query.ts';
import { Revealed } from '../../text/revealed.tsx';
import { Section } from './setting.tsx';
import styles from './settings.module.css';

export function CommandSettings({ bridge }: { readonly bridge: DesktopBridge }) {
  const command = useQuery(bridge.getCommand, '');
  // The tray or a terminal may have changed the command.
  useRefreshOnFocus(command);
  const { result, run } = useAction(command.refresh);
  const state = command.value;
  return (
    <Section id="command">
      <div className={styles.set}>
        <div>
          <span className={styles.setName}>
            The command <code>skills-registry</code>
          </span>
          <p className="muted path">{state && <Revealed text={commandSentence(state)} />}</p>
        </div>
        <div className={styles.setControl}>
          {state && <CommandButtons state={state} bridge={bridge} run={run} />}
        </div>
      </div>
      <MissingLine line={state && missingLine(state)} />
      {command.failed !== undefined && <Notice tone="bad" title={command.failed} />}
      <ResultNotice of={result} />
    </Section>
  );
}

function CommandButtons({
  state,
  bridge,
  run,
}: {
  readonly state: CommandState;
  readonly bridge: DesktopBridge;
  readonly run: ActionState['run'];
}) {
  // Fixed slots: the focus stays when a button is replaced.
  const [first, second] = commandActions(state).map(({ action, label }) => ({
    children: label,
    look: action === 'remove' ? ('bare' as const) : ('plain' as const),
    onClick: () => run(action === 'install' ? bridge.installCommand : bridge.removeCommand),
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
