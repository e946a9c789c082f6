import { FileDiff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { PRIORITIES } from '../../../src-server/contract/skill-format.ts';
import { countWords } from '../../../src-server/contract/words.ts';
import {
  areCounted,
  filesToReadFirst,
  groupTitle,
  type MissingFile,
  type SkillFile,
  type SkillFiles,
  sumTokens,
} from '../../domain/skill-files.ts';
import { SelectField } from '../../ui/fields.tsx';
import { Icon, Mark } from '../../ui/marks.tsx';
import { Revealed, writtenOut } from '../../ui/revealed.tsx';
import styles from './file-rail.module.css';
import type { OutlineEntry } from './page-tree.ts';
import type { Address } from './skill-link.tsx';

/** The name of the first stop of skills with a pair. */
export const PAIR_NAME = 'Before and after';

/** What stands before the files: nothing, a pair of programs, or the open pair. */
export type FirstStop = 'none' | 'pair' | 'open-pair';

interface RailProps {
  readonly found: SkillFiles;
  /** The open file; undefined where the pair is open. */
  readonly file: SkillFile | undefined;
  readonly first: FirstStop;
  readonly outline: readonly OutlineEntry[];
  /** The id of the heading that is being read. */
  readonly reading: string | undefined;
  readonly address: Address;
}

/** The files in reading order, with the headings of the open one. */
export function FileRail(props: RailProps) {
  const { found, file, first, address } = props;
  const rail = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open file is what moves the rail
  useEffect(() => {
    rail.current?.querySelector('[aria-current=page]')?.scrollIntoView?.({ block: 'nearest' });
  }, [file?.path]);
  return (
    <nav ref={rail} className={styles.rail} aria-label="Files in reading order">
      {first !== 'none' && (
        <a
          className={styles.pair}
          href={address({ pair: true })}
          {...(first === 'open-pair' && { 'aria-current': 'page' })}
        >
          <Icon of={FileDiff} />
          {PAIR_NAME}
        </a>
      )}
      {groupsOf(found).map(({ priority, title, files, missing }) => (
        <section key={priority} aria-label={title} data-priority={priority}>
          <p className={styles.leg}>
            {title}
            {priority === 'P0' && areCounted(found.files) && (
              <span className="number muted">
                {countWords(sumTokens(filesToReadFirst(found.files)), 'token')}
              </span>
            )}
          </p>
          <ol>
            {files.map((each) => (
              <FileStop key={each.path} {...props} stop={each} />
            ))}
            {missing.map(({ path, reason }) => (
              <li key={path} className={styles.stop} data-missing title={writtenOut(reason)}>
                <span>
                  <Mark name="error" tone="bad" />
                  <span className={styles.name}>
                    <Revealed text={path} />
                  </span>
                  <span className="muted">missing</span>
                </span>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </nav>
  );
}

function groupsOf({ files, missing }: SkillFiles) {
  return PRIORITIES.map((priority) => {
    const own = files.filter((file) => file.priority === priority);
    const gone: readonly MissingFile[] = missing.filter((file) => file.priority === priority);
    const paths = [...own, ...gone].map(({ path }) => path);
    return {
      priority,
      title: groupTitle(priority, paths),
      files: own,
      missing: gone,
      isEmpty: paths.length === 0,
    };
  }).filter(({ isEmpty }) => !isEmpty);
}

function FileStop({
  stop,
  found,
  file,
  outline,
  reading,
  address,
}: RailProps & { readonly stop: SkillFile }) {
  const isHere = stop === file;
  return (
    <>
      <li
        className={styles.stop}
        data-here={isHere || undefined}
        data-last={stop === found.files.at(-1) || undefined}
      >
        <a
          href={address({ file: stop.path })}
          title={writtenOut(stop.path)}
          {...(isHere && { 'aria-current': 'page' })}
        >
          <Mark name={stop.priority} />
          <span className={styles.name}>
            <Revealed text={stop.path} />
          </span>
        </a>
      </li>
      {isHere && outline.length > 1 && (
        <li className={styles.outline}>
          <ol aria-label="Headings of this file">
            {outline.map(({ id, text, number }) => (
              <li key={id}>
                <a
                  href={address({ file: stop.path, at: id.replace(/^at-/, '') })}
                  {...(reading === id && { 'aria-current': 'location' })}
                >
                  {number !== '' && <span className="number">{number}</span>}
                  <span className={styles.heading}>
                    <Revealed text={text} />
                  </span>
                </a>
              </li>
            ))}
          </ol>
        </li>
      )}
    </>
  );
}

/** The select's value for *Before and after*: no file has this name. */
const PAIR_VALUE = '';

/** What stands for the rail below 900 px. */
export function FileSelect({
  files,
  file,
  first,
  onOpen,
}: {
  readonly files: readonly SkillFile[];
  readonly file: SkillFile | undefined;
  readonly first: FirstStop;
  readonly onOpen: (file: SkillFile | 'pair' | undefined) => void;
}) {
  return (
    <SelectField
      label="File"
      isLabelHidden
      value={file?.path ?? PAIR_VALUE}
      onChange={({ currentTarget: { value } }) =>
        onOpen(value === PAIR_VALUE ? 'pair' : files.find(({ path }) => path === value))
      }
    >
      {first !== 'none' && <option value={PAIR_VALUE}>{PAIR_NAME}</option>}
      {groupsOf({ files, missing: [] }).map(({ priority, title, files: own }) => (
        <optgroup key={priority} label={title}>
          {own.map((each) => (
            <option key={each.path} value={each.path}>
              {writtenOut(each.path)}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}
