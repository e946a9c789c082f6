import { GripVertical } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import type { DesktopBridge } from '../../../src-main/contract/desktop-bridge.ts';
import type { ServedLayer } from '../../../src-server/contract/api/api.ts';
import type { RegistryChange, ShownRegistry } from '../../../src-server/contract/service/registry-work.ts';
import { changedSkills } from '../../../src-server/contract/words/changed-count.ts';
import { shortCommit } from '../../../src-server/contract/words/short-commit.ts';
import { Age } from '../../components/age.tsx';
import { Button, LinkButton } from '../../components/button.tsx';
import { Disclosure } from '../../components/disclosure.tsx';
import { SeverityLabel } from '../../components/facts.tsx';
import { Icon } from '../../components/icon.tsx';
import { Mark } from '../../components/mark.tsx';
import { useAttempt } from '../../components/use-attempt.ts';
import { formatRoute } from '../../route/route.ts';
import { useStores } from '../../stores/use-stores.tsx';
import { formatDay } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import styles from './registries.module.css';
import { addressWords, updateWarnings, updateWords } from './registries-words.ts';
import { RegistryDetails } from './registry-details.tsx';
import { SkillCount } from './skill-count.tsx';
import { squareAt } from './square-at.ts';
import type { RowDrag } from './use-order.ts';

export function RegistryRow({
  bridge,
  registry,
  layer,
  isNext,
  isChecking,
  at,
  drag,
  onMove,
}: {
  readonly bridge: DesktopBridge;
  readonly registry: ShownRegistry;
  readonly layer: ServedLayer | undefined;
  /** First with an update. */
  readonly isNext: boolean;
  readonly isChecking: boolean;
  /** From 0; from 1 below an own folder. */
  readonly at: number;
  readonly drag: RowDrag;
  readonly onMove: (by: number) => void;
}) {
  const { name, skills } = registry;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { addedRegistries } = useStores();
  const attempt = useAttempt();
  const change = (wanted: RegistryChange) =>
    attempt(() => bridge.changeRegistry(wanted).then(addedRegistries.take));
  const { isOver, onDragStart, ...zone } = drag;
  return (
    <li
      className={`edged ${styles.layer}`}
      data-next={isNext || undefined}
      data-over={isOver || undefined}
      aria-labelledby={`${id}-name`}
      {...zone}
    >
      <div className={styles.row}>
        <span className={styles.place}>
          <Mark name={squareAt(at)} />
        </span>
        <div className={styles.name}>
          <h2 id={`${id}-name`}>
            <Revealed text={name} />
          </h2>
          <p className="mono path">
            <Revealed text={addressWords(registry)} />
          </p>
        </div>
        <SkillCount
          skills={layer?.skills ?? skills}
          shadowed={layer?.shadowed ?? 0}
          isServed={layer !== undefined}
        />
        <StateWords registry={registry} isChecking={isChecking} />
        <span className={styles.buttons}>
          <MoveButton name={name} at={at} onDragStart={onDragStart} onMove={onMove} />
          <Disclosure
            look="bare"
            iconOnly
            aria-label={`${isOpen ? 'Hide' : 'Show'} actions for ${name}`}
            isOpen={isOpen}
            controls={`${id}-details`}
            onToggle={() => setOpen(!isOpen)}
          />
        </span>
      </div>
      {registry.update !== null && <WaitingUpdate registry={registry} onChange={change} />}
      {isOpen && (
        <div id={`${id}-details`}>
          <RegistryDetails bridge={bridge} registry={registry} isChecking={isChecking} onChange={change} />
        </div>
      )}
    </li>
  );
}
function MoveButton({
  name,
  at,
  onDragStart,
  onMove,
}: {
  readonly name: string;
  readonly at: number;
  readonly onDragStart: RowDrag['onDragStart'];
  readonly onMove: (by: number) => void;
}) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onMove(by);
  };
  return (
    <button
      type="button"
      className={styles.grip}
      draggable
      title="Drag, or press the arrow keys"
      aria-label={`Move ${name}: place ${at + 1}. Arrow keys move it.`}
      onDragStart={onDragStart}
      onKeyDown={onKeyDown}
    >
      <Icon of={GripVertical} />
    </button>
  );
}

function StateWords({
  registry: { commit, date, checked_at: checkedAt, error, pinned, follow },
  isChecking,
}: {
  readonly registry: ShownRegistry;
  readonly isChecking: boolean;
}) {
  return (
    <div className={styles.state}>
      <p>
        <span className="mono">{shortCommit(commit)}</span>
        {date !== null && <span className="muted"> of {formatDay(date, new Date())}</span>}
      </p>
      {error !== null ? (
        <p className={styles.error}>
          <Mark name="severity-warning" tone="care" />
          <Revealed text={error} />
        </p>
      ) : (
        <p className="muted" role="status">
          {isChecking ? (
            'asking its address…'
          ) : pinned ? (
            'pinned: its address is not asked'
          ) : checkedAt === null ? (
            'not asked yet'
          ) : (
            <>
              {follow ? 'follows, ' : ''}asked <Age since={checkedAt} /> ago
            </>
          )}
        </p>
      )}
    </div>
  );
}

function WaitingUpdate({
  registry: { name, commit, update },
  onChange,
}: {
  readonly registry: ShownRegistry;
  readonly onChange: (change: RegistryChange) => void;
}) {
  if (update === null) return null;
  const skills = changedSkills(update);
  const warnings = updateWarnings(update);
  return (
    <div className={styles.waits}>
      <div>
        <p>
          <b>{skills === undefined ? 'A new commit' : `${skills} changed`}</b> in{' '}
          <span className="mono">{shortCommit(update.commit)}</span>. {updateWords(update)} Agents get{' '}
          <span className="mono">{shortCommit(commit)}</span> until you take it.
        </p>
        {warnings.length > 0 && (
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>
                <SeverityLabel severity="warning">{warning}</SeverityLabel>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="actions">
        <Button look="bare" onClick={() => onChange({ do: 'skip', name, commit: update.commit })}>
          Skip it
        </Button>
        <LinkButton look="main" href={formatRoute({ view: 'registries', name })}>
          Read the update
        </LinkButton>
      </div>
    </div>
  );
}
