import type { SubmissionCheck } from '../../../src-server/contract/api/api.ts';
import { Button } from '../../components/button.tsx';
import { Mark } from '../../components/mark.tsx';
import { formatRoute } from '../../route/route.ts';
import type { Resource } from '../../stores/resource.ts';
import { plural } from '../../text/format.ts';
import { FindingList } from './finding-list.tsx';
import styles from './import.module.css';
import { arrangeFindings } from './import-findings.ts';
import { failureWords } from './import-words.ts';
import { Obstacle } from './obstacle.tsx';
import type { Addition } from './use-skill-import.ts';

export function ImportVerdict({
  check,
  addition,
  isServed,
  onAdd,
  onRecheck,
}: {
  /** `undefined` while the service can't check. */
  readonly check: Resource<SubmissionCheck> | undefined;
  readonly addition: Addition;
  /** The key already exists. */
  readonly isServed: boolean;
  readonly onAdd: () => void;
  readonly onRecheck: () => void;
}) {
  const checked = check?.state === 'failed' ? undefined : check?.value;
  const failed = failureOf(check, addition);
  const canAdd = checked?.accepted === true && addition.state === 'idle';
  const findings = checked === undefined ? undefined : arrangeFindings(checked);
  return (
    <div className={styles.verdict}>
      <div className={styles.verdictLine}>
        <div role="status">
          <h2>
            <Verdict check={check} blocking={findings?.blockingCount ?? 0} />
          </h2>
        </div>
        <Button look="main" aria-disabled={!canAdd} onClick={() => canAdd && onAdd()}>
          {addition.state === 'adding' ? 'Adding…' : 'Add to the registry'}
        </Button>
      </div>
      {failed !== undefined && (
        <Obstacle words={failed}>
          <p className="actions">
            <Button onClick={onRecheck}>Check again</Button>
          </p>
        </Obstacle>
      )}
      {isServed && checked?.key != null && (
        <p>
          Existing skills are never overwritten.{' '}
          <a className="link" href={formatRoute({ view: 'skill', key: checked.key })}>
            Open the existing skill
          </a>
          , or give this one another “repo” or “language”.
        </p>
      )}
      {checked?.accepted && checked.diagnostics.length === 0 && (
        <p className="soft">It follows every rule of the format, and is served as soon as you add it.</p>
      )}
      {findings !== undefined && (
        <>
          <FindingList title="Errors" severity="error" groups={findings.blocking} />
          <FindingList title="Warnings" severity="warning" groups={findings.warnings} />
          <FindingList title="Notes" severity="info" groups={findings.notes} />
        </>
      )}
    </div>
  );
}

function failureOf(check: Resource<SubmissionCheck> | undefined, addition: Addition) {
  if (addition.state === 'failed') return failureWords(addition.failure, 'add');
  return check?.state === 'failed' ? failureWords(check.failure, 'check') : undefined;
}

function Verdict({
  check,
  blocking,
}: {
  readonly check: Resource<SubmissionCheck> | undefined;
  readonly blocking: number;
}) {
  if (check === undefined)
    return (
      <>
        <Mark name="todo" /> Not checked yet
      </>
    );
  switch (check.state) {
    case 'loading':
      return (
        <>
          <Mark name="todo" /> Checking every rule…
        </>
      );
    case 'failed':
      return (
        <>
          <Mark name="todo" /> Could not be checked
        </>
      );
    case 'ready':
    case 'stale':
      return check.value.accepted ? (
        <>
          <Mark name="done" tone="good" /> It can be added
        </>
      ) : (
        <>
          <Mark name="cut" tone="bad" /> {plural(blocking, 'thing')} {blocking === 1 ? 'keeps' : 'keep'} it
          out
        </>
      );
  }
}
