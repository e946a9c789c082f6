import type { SyncPreview } from '../../../src-server/contract/service/project-work.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { FileChange, Promises } from '../../components/diff-box.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { ResultNotice } from '../../components/states.tsx';
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
  const { result, isRunning, choose, write } = sync;
  const kept = plan.changes.filter(({ action }) => action === 'keep');
  const others = otherPaths(plan);
  const block = blockLines(plan);
  return (
    <div id="sync-changes" className={styles.changes}>
      <ResultNotice of={result} />
      <Segmented
        label="What is written"
        options={WHAT}
        value={plan.indexOnly ? 'list' : 'skills'}
        onChange={(what) => choose(what === 'list')}
      />
      {plan.changes
        .filter(({ diff }) => diff.length > 0)
        .map(({ path, diff, more, action }) => (
          <FileChange
            key={path}
            file={`${folder}/${path}`}
            words={action === 'create' ? 'is made' : action === 'remove' ? 'goes' : 'changes'}
            label={`The change to ${path}`}
            diff={diff}
          >
            {more !== undefined && <p className="muted">and {plural(more, 'more line')}</p>}
          </FileChange>
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
      {plan.isUpToDate ? (
        <p className="soft">There is nothing to write.</p>
      ) : (
        <>
          <Promises of={PROMISES} />
          <p className="actions">
            <Button look="main" aria-disabled={isRunning} onClick={write}>
              {isRunning ? 'Writing…' : 'Write this change'}
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

const PROMISES = [
  'only between the two marks; the rest of the file stays',
  'guesses are left out',
  'what somebody changed is kept',
] as const;
