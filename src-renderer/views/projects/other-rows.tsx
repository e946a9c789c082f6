import { useState } from 'react';
import type { MatchedPackage } from '../../../src-server/contract/api/match.ts';
import type { UnreadFile } from '../../../src-server/contract/api/project.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { ListSection } from '../../components/list-section.tsx';
import { formatRoute } from '../../route/route.ts';
import { formatCount, plural } from '../../text/format.ts';
import { writtenOut } from '../../text/reveal-hidden.ts';
import { Revealed } from '../../text/revealed.tsx';
import type { ProjectModel } from './project-model.ts';
import { missingText } from './project-words.ts';
import styles from './projects.module.css';
import { Level } from './risk-rows.tsx';

const FIRST_GUESSES = 20;
export function GuessRows({ rows }: { readonly rows: readonly MatchedPackage[] }) {
  if (rows.length === 0) return null;
  return (
    <ListSection title="Guesses" note="same name, nothing that proves it; never counted, never written">
      <ul>
        {rows.slice(0, FIRST_GUESSES).map(({ purl, name, version, skill }) => (
          <li key={purl} className={styles.row} data-kind="guess">
            <span className={styles.library}>
              <b title={writtenOut(name)}>
                <Revealed text={name} />
              </b>
              <span className={styles.from}>
                <Revealed text={version ?? ''} />
              </span>
            </span>
            <span className={styles.maybe}>
              maybe{' '}
              <a className="link mono" href={formatRoute({ view: 'skill', key: skill?.key ?? '' })}>
                <Revealed text={skill?.key ?? ''} />
              </a>
            </span>
            <Level level="guess" />
          </li>
        ))}
      </ul>
      {rows.length > FIRST_GUESSES && (
        <p className={styles.more}>and {formatCount(rows.length - FIRST_GUESSES)} more</p>
      )}
    </ListSection>
  );
}

const FIRST_NAMES = 12;
/** For speed. The copied list is complete. */
const MOST_NAMES = 1_000;

export function MissingRows({ model }: { readonly model: ProjectModel }) {
  const [isOpen, setOpen] = useState(false);
  const { missing } = model;
  if (missing.length === 0) return null;
  const shown = missing.slice(0, isOpen ? MOST_NAMES : FIRST_NAMES);
  return (
    <ListSection
      title="Without a skill"
      note="your agents go by memory here; the most used first"
      count={plural(missing.length, 'library', 'libraries')}
    >
      <ul className={styles.names}>
        {shown.map(({ purl, name, direct }) => (
          <li key={purl} className="mono" data-indirect={!direct || undefined}>
            <Revealed text={name} />
          </li>
        ))}
        {missing.length > shown.length && (
          <li className="muted">and {formatCount(missing.length - shown.length)} more</li>
        )}
      </ul>
      <p className={`actions ${styles.more}`}>
        {missing.length > FIRST_NAMES && (
          <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show fewer' : `Show all ${formatCount(missing.length)}`}
          </Button>
        )}
        <CopyButton look="bare" text={missingText(model)} said={`Copied ${plural(missing.length, 'name')}`}>
          Copy the list
        </CopyButton>
      </p>
    </ListSection>
  );
}

export function UnreadRows({ unread }: { readonly unread: readonly UnreadFile[] }) {
  if (unread.length === 0) return null;
  return (
    <ListSection
      title="Not read"
      note="what these files would add is missing above"
      count={plural(unread.length, 'file')}
    >
      <ul className={styles.unread}>
        {unread.map(({ file, reason }) => (
          <li key={`${file} ${reason}`}>
            <span className="mono path">
              <Revealed text={file} />
            </span>{' '}
            <Revealed text={reason} />
          </li>
        ))}
      </ul>
    </ListSection>
  );
}
