import { useState } from 'react';
import type { RegistryPreview } from '../../../src-server/contract/service.ts';
import { shortCommit } from '../../../src-server/contract/words.ts';
import { useCommand } from '../../data/use-app.ts';
import { useSkills } from '../../data/use-registry.ts';
import { Stack } from '../../layout/layout.tsx';
import { formatBytes, formatDay, plural } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { Disclosure } from '../../ui/controls/disclosure.tsx';
import { Loading } from '../../ui/lists/query-view.tsx';
import { Risk } from '../../ui/show/marks.tsx';
import { Notice } from '../../ui/show/notice.tsx';
import { addressWords, holdsWords } from './registry-words.ts';
import { SkillChanges } from './skill-changes.tsx';
import styles from './source.module.css';

const MOST_SKIPPED = 50;

/** What is at an address, and each of its texts, before anything is added. */
export function Preview({ preview }: { readonly preview: RegistryPreview }) {
  const { skills, files, bytes, date, commit, skipped } = preview;
  const served = useSkills().data?.skills ?? [];
  const known = new Set(served.map(({ key }) => key));
  const shadowed = skills.filter(({ key }) => known.has(key)).length;
  return (
    <section aria-label={`What is in ${preview.address}`}>
      <Stack gap={3}>
        <p>
          <b>
            <Revealed text={holdsWords(preview)} />
          </b>{' '}
          <span className="soft">
            {plural(files, 'file')}, {formatBytes(bytes)}. <Revealed text={addressWords(preview)} />,{' '}
            {shortCommit(commit)}
            {date !== null && ` of ${formatDay(date, new Date())}`}.
          </span>
        </p>
        <p className="soft">
          {shadowed > 0 &&
            `${plural(shadowed, 'skill is', 'skills are')} here already, and would stay as they are.`}{' '}
          Its authors write what your agents read: read it before you add it.
        </p>
        {skipped.length > 0 && (
          <Disclosure summary={`${plural(skipped.length, 'file was', 'files were')} left out`}>
            <ul className={styles.places}>
              {skipped.slice(0, MOST_SKIPPED).map((sentence) => (
                <li key={sentence}>
                  <Revealed text={sentence} />
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
        <ul className={styles.kinds} aria-label="Its skills">
          {skills.map(({ key, risk }) => (
            <PreviewedSkill key={key} skillKey={key} risk={risk} />
          ))}
        </ul>
      </Stack>
    </section>
  );
}

/** Its texts are read when it is opened. */
function PreviewedSkill({ skillKey, risk }: { readonly skillKey: string; readonly risk: string | null }) {
  const read = useCommand('readPreviewedSkill');
  const [isOpen, setIsOpen] = useState(false);
  const onToggle = (opens: boolean) => {
    setIsOpen(opens);
    if (opens && read.data === undefined) read.mutate({ key: skillKey });
  };
  return (
    <li>
      <Disclosure
        isOpen={isOpen}
        onToggle={onToggle}
        summary={
          <>
            <span className="mono path">
              <Revealed text={skillKey} />
            </span>{' '}
            <Risk of={risk ?? undefined} />
          </>
        }
      >
        {read.error !== null ? (
          <Notice kind="error" title={<Revealed text={read.error.message} />} />
        ) : read.data === undefined ? (
          <Loading />
        ) : (
          <SkillChanges skill={read.data} />
        )}
      </Disclosure>
    </li>
  );
}
