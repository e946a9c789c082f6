import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FullSkill } from '../../../src-server/contract/api.ts';
import { writtenFor } from '../../../src-server/contract/vocabulary.ts';
import { href } from '../../router.ts';
import { writtenOut } from '../../text/reveal-hidden.ts';
import { Revealed } from '../../text/revealed.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Risk } from '../../ui/marks.tsx';
import { CopyButtons, type Copying } from './copying.tsx';
import styles from './reader.module.css';

/**
 * The head of a skill in one line: where one came from, what it is, the next step. Below 900 px the files stand
 * beside the button.
 */
export function ReaderHead({
  skillKey,
  skill,
  question,
  copying,
  compact,
  files,
}: {
  readonly skillKey: string;
  readonly skill: FullSkill;
  readonly question: string | undefined;
  readonly copying: Copying;
  readonly compact: boolean;
  readonly files: ReactNode;
}) {
  const version = writtenFor(skill['version']);
  const Name = compact ? 'h2' : 'h1';
  return (
    <>
      <header className={styles.head}>
        {!compact && (
          <LinkButton
            kind="quiet"
            icon={ArrowLeft}
            href={href({ view: 'skills', ...(question && { q: question }) })}
          >
            {question === undefined ? 'All skills' : 'Answers'}
          </LinkButton>
        )}
        <Name className={styles.name} title={writtenOut(skill.name)}>
          <Revealed text={skill.name} />
        </Name>
        {version !== undefined && (
          <span className={`number muted ${styles.version}`}>
            <Revealed text={version} />
          </span>
        )}
        {!compact && (
          <span className={styles.key}>
            <Revealed text={skillKey} />
            <CopyButton text={skillKey} what="the key" />
          </span>
        )}
        <span className={styles.risk}>
          <Risk of={skill.risk_level} isWhole />
        </span>
        {files === undefined && <CopyButtons copying={copying} />}
      </header>
      {files !== undefined && (
        <div className={styles.files}>
          {files}
          <CopyButtons copying={copying} />
        </div>
      )}
    </>
  );
}
