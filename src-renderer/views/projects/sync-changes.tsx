import type { SyncChange, SyncPreview } from '../../../src-server/contract/service/project-work.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { DiffBox } from '../../components/diff-box.tsx';
import { Mark } from '../../components/mark.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { Notice } from '../../components/states.tsx';
import { plural } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import styles from './projects.module.css';
import { blockLines, otherPaths } from './sync-words.ts';
import type { SyncState } from './use-sync.ts';

export function SyncChanges({
  folder,
  sync,
  plan,
}: {
  readonly folder: string;
  readonly sync: SyncState;
  readonly plan: SyncPreview;
}) {
  const { result, isWriting, choose, write } = sync;
  const kept = plan.changes.filter(({ action }) => action === 'keep');
  const others = otherPaths(plan);
  const block = blockLines(plan);
  return (
    <div id="sync-changes" className={styles.changes}>
      {result !== undefined && (
        <Notice
          tone={result.ok ? 'good' : 'bad'}
          mark={result.ok ? 'done' : 'severity-error'}
          title={<Revealed text={result.message} />}
        />
      )}
      <Segmented
        label="What is written"
        options={WHAT}
        value={plan.indexOnly ? 'list' : 'skills'}
        onChange={(what) => choose(what === 'list')}
      />
      {plan.changes
        .filter(({ diff }) => diff.length > 0)
        .map((change) => (
          <ShownChange key={change.path} folder={folder} change={change} />
        ))}
      {others.length > 0 && (
        <details className={styles.others}>
          <summary>{plural(others.length, 'more file')}</summary>
          <ul className="mono">
            {others.map(({ path, action }) => (
              <li key={path}>
                {SIGNS[action]} <Revealed text={path} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {kept.map(({ path, reason }) => (
        <p key={path}>
          <span className="mono path">
            <Revealed text={path} />
          </span>{' '}
          is kept: it <Revealed text={reason ?? ''} />.
        </p>
      ))}
      {plan.isLevel ? (
        <p className="soft">There is nothing to write.</p>
      ) : (
        <>
          <Promises />
          <p className="actions">
            <Button look="main" aria-disabled={isWriting} onClick={write}>
              {isWriting ? 'Writing…' : 'Write this change'}
            </Button>
            {block !== '' && (
              <CopyButton text={block} said="Copied the block">
                Copy the block
              </CopyButton>
            )}
          </p>
        </>
      )}
    </div>
  );
}

const WHAT = [
  ['skills', 'List and skills'],
  ['list', 'The list alone'],
] as const;

const SIGNS = { create: '+', replace: '~', remove: '−', keep: '=' } as const;

function ShownChange({ folder, change }: { readonly folder: string; readonly change: SyncChange }) {
  const { path, diff, more, action } = change;
  return (
    <div className={styles.change}>
      <p>
        <span className="mono path">
          <Revealed text={`${folder}/${path}`} />
        </span>{' '}
        <span className="muted">
          {action === 'create' ? 'is made' : action === 'remove' ? 'goes' : 'changes'}
        </span>
      </p>
      <DiffBox label={`The change to ${path}`} diff={diff} />
      {more !== undefined && <p className="muted">and {plural(more, 'more line')}</p>}
    </div>
  );
}

function Promises() {
  return (
    <ul className={styles.sure}>
      {[
        'only between the two marks; the rest of the file stays',
        'guesses are left out',
        'what somebody changed is kept',
      ].map((promise) => (
        <li key={promise}>
          <Mark name="done" tone="good" />
          {promise}
        </li>
      ))}
    </ul>
  );
}
