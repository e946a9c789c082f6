import type { IndexEntry } from '../../../src-server/contract/api.ts';
import { MCP_CLIENTS } from '../../../src-server/contract/clients/clients.ts';
import { agoWords, shortFolder } from '../../../src-server/contract/words.ts';
import { desktop } from '../../data/host.ts';
import { useService, useSkill, useSkills } from '../../data/registry.ts';
import { connectLine, ownShell } from '../../domain/command-lines.ts';
import { nameInKey } from '../../domain/skill-rows.ts';
import { ListRow } from '../../layout/layout.tsx';
import { Button } from '../../ui/button.tsx';
import { CommandLine } from '../../ui/code.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { type State, StateDot } from '../../ui/marks.tsx';
import { Revealed } from '../../ui/revealed.tsx';
import { WeekBars } from './agent-reads.tsx';
import styles from './agents.module.css';
import type { Agent, ClientProgress, Stranger, Week } from './agents.ts';
import { ChangePreview } from './change-preview.tsx';

/** `tell` and `untell` are about the hook, by which the model is told unasked. */
export type Change = 'connect' | 'remove' | 'tell' | 'untell';

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
  /** Whether its button is the view's black one. */
  readonly isNext: boolean;
  /** Whether it shows the prompt that proves it. */
  readonly isProving: boolean;
  /** The change that this row shows before it is written. */
  readonly change: Change | undefined;
  /** Whether the black button is in another row. */
  readonly isOtherOpen: boolean;
  readonly now: number;
  readonly onOpen: (change: Change | undefined) => void;
  readonly onWritten: () => void;
}) {
  const { name, progress, week } = agent;
  const { state, says, detail } = clientWords(progress, isServing, { now, week });
  return (
    <ListRow
      icon={<StateDot state={state} />}
      title={
        <>
          <b>{name}</b>: <Revealed text={says} />
        </>
      }
      detail={detail && <Revealed text={detail} />}
      isNext={change !== undefined || (isNext && !isOtherOpen)}
      actions={
        change === undefined ? (
          <>
            {week !== undefined && <WeekBars week={week} />}
            {desktop === undefined ? (
              <PasteLine agent={agent} />
            ) : (
              <>
                <HookSwitch agent={agent} onOpen={onOpen} />
                <RowButton agent={agent} isNext={isNext && !isProving && !isOtherOpen} onOpen={onOpen} />
              </>
            )}
          </>
        ) : undefined
      }
    >
      {change !== undefined ? (
        <ChangePreview
          agent={agent}
          isRemoval={change === 'remove' || change === 'untell'}
          isHook={change === 'tell' || change === 'untell'}
          onClose={() => onOpen(undefined)}
          onWritten={onWritten}
        />
      ) : isProving ? (
        <ProvingPrompt name={name} kind={isOtherOpen ? 'plain' : 'primary'} />
      ) : undefined}
    </ListRow>
  );
}

/** A program of nobody's list. It has no button: what it was connected with is not known here. */
export function StrangerRow({
  stranger: { name, progress, week },
  isServing,
  now,
}: {
  readonly stranger: Stranger;
  readonly isServing: boolean;
  readonly now: number;
}) {
  const { state, says, detail } = clientWords(progress, isServing, { now, week });
  const isScript = progress.stage === 'reads';
  const whence = isScript
    ? 'a script, or connected by hand'
    : 'connected by hand: its settings are not known here';
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
      detail={<Revealed text={detail === undefined ? whence : `${detail}; ${whence}`} />}
      actions={week && <WeekBars week={week} />}
    />
  );
}

/** Switches the hook, which may be there without a connection. */
function HookSwitch({
  agent: { name, progress, state },
  onOpen,
}: {
  readonly agent: Agent;
  readonly onOpen: (change: Change) => void;
}) {
  const hook = state?.hook?.state;
  const isConnected = ['works', 'seen', 'waiting'].includes(progress.stage);
  if (hook === undefined || hook === 'unreadable' || (hook === 'absent' && !isConnected)) return null;
  const isOn = hook === 'connected';
  return (
    <Button
      kind="quiet"
      role="switch"
      aria-checked={isOn}
      aria-label={`Told unasked: ${isOn ? 'on' : 'off'}, ${name}`}
      onClick={() => onOpen(isOn ? 'untell' : 'tell')}
    >
      {isOn ? 'Told unasked: on' : 'Told unasked: off'}
    </Button>
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

/** The line to paste in a terminal: a page in a browser can't write settings. */
function PasteLine({ agent: { id, progress } }: { readonly agent: Agent }) {
  const { state } = useService();
  if (progress.stage !== 'no-call') return null;
  return <CommandLine line={connectLine(MCP_CLIENTS[id], state, ownShell(navigator))} />;
}

interface ClientWords {
  readonly state: State;
  /** What stands after the name and a colon. */
  readonly says: string;
  /** What it did last, and which skill it reads most. */
  readonly detail?: string;
}

/**
 * Returns the words of a row.
 * @param isServing whether the service runs; without it no program gets an answer
 */
export function clientWords(
  progress: ClientProgress,
  isServing: boolean,
  { now, week }: { readonly now: number; readonly week?: Week | undefined },
): ClientWords {
  switch (progress.stage) {
    case 'works': {
      const { calls, lastCall } = progress;
      const detail = didWords(calls.lastRead, lastCall, { now, week });
      return isServing ? { state: 'on', says: 'works', detail } : { state: 'off', says: detail };
    }
    case 'seen': {
      const says = `started ${agoWords(progress.calls.lastAt, now)}, has read nothing yet`;
      return { state: isServing ? 'seen' : 'off', says };
    }
    case 'waiting':
      if (!isServing) return { state: 'off', says: 'connected; it can ask once the service runs' };
      return { state: 'wait', says: `connected, has not asked ${sinceWords(progress.hasRead)}` };
    case 'elsewhere':
      return {
        state: 'wait',
        says: `gets the skills of ${shortFolder(progress.folder)}, from a program of its own`,
      };
    case 'cannot-work':
      return { state: 'fail', says: progress.fault };
    case 'not-set-up':
      return { state: 'off', says: 'not connected' };
    case 'no-call':
      return { state: 'none', says: `no call ${sinceWords(progress.hasRead)}` };
    case 'reads': {
      const { read } = progress;
      if (read === undefined) return { state: 'none', says: 'no call since the service started' };
      const detail = didWords(read, read.at, { now, week });
      return { state: isServing ? 'on' : 'off', says: 'reads over HTTP', detail };
    }
    case 'not-here':
      return { state: 'none', says: 'not found on this computer' };
  }
}

function sinceWords(hasRead: boolean): string {
  return hasRead ? 'since the service started' : 'yet';
}

function didWords(
  lastRead: { readonly at: string; readonly skillKey: string } | undefined,
  lastCall: string,
  { now, week }: { readonly now: number; readonly week?: Week | undefined },
): string {
  if (lastRead === undefined) return `asked ${agoWords(lastCall, now)}`;
  const did = `read ${nameInKey(lastRead.skillKey)} ${agoWords(lastRead.at, now)}`;
  const most = week?.most;
  return most === undefined || most === lastRead.skillKey ? did : `${did}, most often ${nameInKey(most)}`;
}

/**
 * The keys that stand in the prompt as they are. Agents take the prompt for their user's words, so no key may bring
 * words of its own.
 */
const PLAIN_KEY = /^[\w+-]+\/[\w.+-]+\/[\w.+-]+$/;
const PLAIN_FILE = /^[\w.+-]+\.md$/;
const LONGEST_KEY = 80;

const RISKS = ['low', 'medium', 'high'];

/** Returns the skill of the highest risk; the first of several by key. */
export function provingSkill(skills: readonly Pick<IndexEntry, 'key' | 'risk_level'>[]): string | undefined {
  const plain = skills.filter(({ key }) => PLAIN_KEY.test(key) && key.length <= LONGEST_KEY);
  const riskOf = ({ risk_level: risk }: Pick<IndexEntry, 'risk_level'>) => RISKS.indexOf(String(risk));
  const [best] = plain.toSorted((a, b) => riskOf(b) - riskOf(a) || (a.key < b.key ? -1 : 1));
  return best?.key;
}

const PROVING_QUESTIONS: ReadonlyArray<readonly [file: string, question: (name: string) => string]> = [
  ['safety.md', (name) => `What must never be done with ${name}, and what instead?`],
  ['pitfalls.md', (name) => `What goes wrong with ${name} most often, and why?`],
  ['lifecycle.md', (name) => `In which order is ${name} started and shut down?`],
];

/**
 * Returns a question that only reading the served skill answers.
 *
 * @param files the served files, in reading order
 */
export function provingPrompt(key: string, files: readonly string[]): string | undefined {
  const name = nameInKey(key);
  const known = PROVING_QUESTIONS.find(([file]) => files.includes(file));
  const file = known?.[0] ?? files.find((path) => PLAIN_FILE.test(path));
  if (!PLAIN_KEY.test(key) || file === undefined) return undefined;
  const question = known?.[1](name) ?? `What does ${file} say about ${name}, in one sentence?`;
  return `${question} Look it up with the tools of skills-registry, and name the file that you read.`;
}

interface Prompted {
  readonly name: string;
  readonly kind: 'primary' | 'plain';
}

/** The prompt that proves a connection: the agent's first read turns its row green. */
function ProvingPrompt({ name, kind }: Prompted) {
  const key = provingSkill(useSkills().data?.skills ?? []);
  if (key === undefined) return <p className="soft">Restart {name}. It asks once a skill is served.</p>;
  return <PromptOf skillKey={key} name={name} kind={kind} />;
}

function PromptOf({ skillKey, name, kind }: Prompted & { readonly skillKey: string }) {
  const files = useSkill(skillKey).data?._contents;
  // The usual one, until the skill's files are known: nothing moves.
  const prompt = provingPrompt(skillKey, files === undefined ? ['safety.md'] : Object.keys(files));
  if (prompt === undefined) return null;
  return (
    <div className={styles.inside}>
      <p>
        Restart {name}, and paste this there. With its first read this row says <b>works</b>.
      </p>
      <p className={styles.prompt}>
        {prompt.split(' ').map((word, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the words of one sentence never move
          <span key={at}>{`${word} `}</span>
        ))}
      </p>
      <CopyButton kind={kind} text={prompt} what="the prompt">
        Copy the prompt
      </CopyButton>
    </div>
  );
}
