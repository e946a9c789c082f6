import { MCP_CLIENTS } from '../../../src-server/contract/clients/clients.ts';
import { useService } from '../../data/use-service.ts';
import { desktop } from '../../desktop.ts';
import { ListRow } from '../../layout/list-row.tsx';
import { connectLine, ownShell } from '../../text/command-lines.ts';
import { Revealed } from '../../text/revealed.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { CommandLine } from '../../ui/show/code.tsx';
import { StateDot } from '../../ui/show/marks.tsx';
import { ChangePreview } from './change-preview.tsx';
import { clientWords } from './client-words.ts';
import { ProvingPrompt } from './proving-prompt.tsx';
import type { Agent, Stranger } from './use-agents.ts';

export type Change = 'connect' | 'remove';

export function AgentRow({
  agent,
  isServing,
  isNext,
  isProving,
  change,
  isOtherOpen,
  now,
  onOpen,
  onWritten,
}: {
  readonly agent: Agent;
  readonly isServing: boolean;
  /** Its button is the view's black one. */
  readonly isNext: boolean;
  /** Shows the prompt that proves it. */
  readonly isProving: boolean;
  /** Shown in this row before it is written. */
  readonly change: Change | undefined;
  /** The black button is in another row. */
  readonly isOtherOpen: boolean;
  readonly now: number;
  readonly onOpen: (change: Change | undefined) => void;
  readonly onWritten: () => void;
}) {
  const { name, progress } = agent;
  const { state, says } = clientWords(progress, isServing, now);
  return (
    <ListRow
      icon={<StateDot state={state} />}
      title={
        <>
          <b>{name}</b>: <Revealed text={says} />
        </>
      }
      isNext={change !== undefined || (isNext && !isOtherOpen)}
      actions={
        desktop === undefined ? (
          <PasteLine agent={agent} />
        ) : change === undefined ? (
          <RowButton agent={agent} isNext={isNext && !isProving && !isOtherOpen} onOpen={onOpen} />
        ) : undefined
      }
    >
      {change !== undefined ? (
        <ChangePreview
          agent={agent}
          isRemoval={change === 'remove'}
          onClose={() => onOpen(undefined)}
          onWritten={onWritten}
        />
      ) : isProving ? (
        <ProvingPrompt name={name} kind={isOtherOpen ? 'plain' : 'primary'} />
      ) : undefined}
    </ListRow>
  );
}

/** Without a button: what it was connected with is not known here. */
export function StrangerRow({
  stranger: { name, progress },
  isServing,
  now,
}: {
  readonly stranger: Stranger;
  readonly isServing: boolean;
  readonly now: number;
}) {
  const { state, says } = clientWords(progress, isServing, now);
  return (
    <ListRow
      icon={<StateDot state={state} />}
      title={
        <>
          <b>
            <Revealed text={name} />
          </b>
          : {says}
        </>
      }
      detail="Connected by hand: its settings are not known here."
    />
  );
}

function RowButton({
  agent: { name, progress, state },
  isNext,
  onOpen,
}: {
  readonly agent: Agent;
  readonly isNext: boolean;
  readonly onOpen: (change: Change) => void;
}) {
  const kind = isNext ? 'primary' : 'plain';
  switch (progress.stage) {
    case 'works':
    case 'seen':
    case 'waiting':
    case 'elsewhere':
      return state?.connection.state === 'absent' ? null : (
        <Button kind="quiet" aria-label={`Disconnect ${name}…`} onClick={() => onOpen('remove')}>
          Disconnect…
        </Button>
      );
    case 'cannot-work':
      return (
        <Button
          kind={kind}
          aria-label={`${progress.isMendable ? 'Show the change for' : 'By hand:'} ${name}`}
          onClick={() => onOpen('connect')}
        >
          {progress.isMendable ? 'Show the change' : 'By hand'}
        </Button>
      );
    default:
      return (
        <Button kind={kind} aria-label={`Connect ${name}`} onClick={() => onOpen('connect')}>
          Connect
        </Button>
      );
  }
}

/** A page in a browser can't write settings; a terminal can. */
function PasteLine({ agent: { id, progress } }: { readonly agent: Agent }) {
  const { state } = useService();
  if (progress.stage !== 'no-call') return null;
  return <CommandLine line={connectLine(MCP_CLIENTS[id], state, ownShell(navigator))} />;
}
