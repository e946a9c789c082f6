import { ArrowRight } from 'lucide-react';
import { Icon } from '../../components/icon.tsx';
import { Mark } from '../../components/mark.tsx';
import { formatRoute } from '../../route/route.ts';
import { placeInWords } from '../../skill/priority-words.ts';
import { readFirst } from '../../skill/read-first.ts';
import type { SkillFile } from '../../skill/skill-model.ts';
import { plural } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import styles from './next-file.module.css';

export function NextFile({
  skillKey,
  file,
  files,
}: {
  readonly skillKey: string;
  readonly file: SkillFile;
  readonly files: readonly SkillFile[];
}) {
  const next = files[files.findIndex(({ path }) => path === file.path) + 1];
  const first = readFirst(files);
  const doneWithFirst = file.priority === 'P0' && next?.priority !== 'P0';
  return (
    <footer className={styles.end}>
      {doneWithFirst && (
        <p className={styles.done}>
          <Mark name="done" tone="good" />
          <span>
            <b>End of the files to read first.</b>{' '}
            <span className="muted number">
              {plural(first.files.length, 'file')}, {plural(first.tokens, 'token')}.
              {next !== undefined && ' The rest is for when you use it.'}
            </span>
          </span>
        </p>
      )}
      {next !== undefined && (
        <a className={styles.next} href={formatRoute({ view: 'skill', key: skillKey, file: next.path })}>
          <span className="muted">Next</span>
          <span className="mono clip">
            <Revealed text={next.path} />
          </span>
          <span className={`muted number ${styles.place}`}>
            {next.tokens !== undefined && `${plural(next.tokens, 'token')}, `}
            {placeInWords(files, next)}
          </span>
          <Icon of={ArrowRight} />
        </a>
      )}
    </footer>
  );
}
