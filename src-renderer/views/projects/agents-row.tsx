import { ChevronUp, FileDiff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { DesktopBridge } from '../../../src-main/contract/desktop-bridge.ts';
import type { SyncPreview } from '../../../src-server/contract/service/project-work.ts';
import { Button } from '../../components/button.tsx';
import { CommandLine } from '../../components/command-line.tsx';
import { State } from '../../components/facts.tsx';
import { Icon } from '../../components/icon.tsx';
import type { MarkName, Tone } from '../../components/mark.tsx';
import { desktop } from '../../desktop.ts';
import type { ReadState } from '../../folders/shown-project.ts';
import { formatClock } from '../../text/format.ts';
import styles from './projects.module.css';
import { SyncChanges } from './sync-changes.tsx';
import { type SyncState, useSync } from './use-sync.ts';

interface AgentsProps {
  readonly shown: ReadState;
  readonly skills: number;
  /** A new snapshot may change the sync. */
  readonly snapshot: string | undefined;
}

export function AgentsRow(props: AgentsProps) {
  return desktop === undefined ? <InATerminal /> : <InTheApp bridge={desktop} {...props} />;
}

/** A browser can't write files. */
function InATerminal() {
  return (
    <Row
      why={
        <>
          “sync” shows the change to AGENTS.md, asks, and writes it. Run it in the project’s folder:
          <CommandLine line="skills-registry sync" />
        </>
      }
    />
  );
}

function Row({
  state,
  why,
  action,
  isNext = false,
  children,
}: {
  readonly state?: ReactNode;
  readonly why: ReactNode;
  readonly action?: ReactNode;
  readonly isNext?: boolean;
  readonly children?: ReactNode;
}) {
  return (
    <section
      className={`edged ${styles.agents}`}
      aria-label="What the project’s agents are told"
      data-next={isNext || undefined}
      data-open={children ? true : undefined}
    >
      <div className={styles.agentsRow}>
        <div className={styles.agentsState}>
          <h2 className="mono">AGENTS.md</h2>
          {state}
        </div>
        <span className={styles.agentsWhy}>{why}</span>
        {action}
      </div>
      {children}
    </section>
  );
}

function InTheApp({ bridge, shown, skills, snapshot }: AgentsProps & { readonly bridge: DesktopBridge }) {
  const [isOpen, setOpen] = useState(false);
  const sync = useSync(bridge, shown.turn, snapshot);
  const { plan } = sync;
  const { tone, mark, word } = stateWords(sync, plan);
  const isBehind = plan !== undefined && !plan.isUpToDate;
  return (
    <Row
      isNext={isBehind}
      state={
        <State tone={tone} mark={mark} role="status">
          {word}
        </State>
      }
      why={whyWords(shown, sync, skills)}
      action={
        plan !== undefined && (
          <Button
            look={isBehind && !isOpen ? 'main' : 'plain'}
            aria-expanded={isOpen}
            aria-controls="sync-changes"
            onClick={() => setOpen(!isOpen)}
          >
            <Icon of={isOpen ? ChevronUp : FileDiff} />
            {isOpen ? 'Hide the change' : isBehind ? 'Show the change' : 'Details'}
          </Button>
        )
      }
    >
      {isOpen && plan !== undefined && <SyncChanges folder={shown.folder} sync={sync} plan={plan} />}
    </Row>
  );
}

function stateWords(
  { failed }: SyncState,
  plan: SyncPreview | undefined,
): { readonly tone: Tone; readonly mark: MarkName; readonly word: string } {
  if (failed !== undefined) return { tone: 'bad', mark: 'state-fail', word: 'Not known' };
  if (plan === undefined) return { tone: 'still', mark: 'state-off', word: 'Comparing…' };
  if (!plan.isUpToDate) return { tone: 'care', mark: 'state-wait', word: 'Behind' };
  const since = plan.writtenAt === null ? '' : `, since ${formatClock(plan.writtenAt, new Date())}`;
  return { tone: 'good', mark: 'state-on', word: `Level${since}` };
}

function whyWords({ trouble }: ReadState, { failed, plan }: SyncState, skills: number): string {
  // The page shows the reason above.
  if (failed !== undefined && failed === trouble) return 'not compared while the folder can’t be read';
  if (failed !== undefined) return failed;
  if (plan === undefined) return '';
  if (plan.isUpToDate) return `names ${skills === 1 ? 'the skill' : `all ${skills} skills`} of this project`;
  if (plan.writtenAt === null) return 'does not name these skills yet; nothing is written until you confirm';
  return 'skills or versions changed since it was written; nothing is written until you confirm';
}
