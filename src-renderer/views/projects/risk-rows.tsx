import { useState } from 'react';
import type { MatchLevel } from '../../../src-server/contract/api/match.ts';
import type { ConfirmedMatch } from '../../../src-server/projects/match/match-findings.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Risk } from '../../components/facts.tsx';
import { ListSection } from '../../components/list-section.tsx';
import { Mark, type MarkName } from '../../components/mark.tsx';
import { moveAmongRows } from '../../components/move-among-rows.ts';
import { formatRoute } from '../../route/route.ts';
import { formatCount, plural } from '../../text/format.ts';
import { writtenOut } from '../../text/reveal-hidden.ts';
import { Revealed } from '../../text/revealed.tsx';
import type { RiskGroup } from './project-model.ts';
import { riskAdvice } from './project-words.ts';
import styles from './projects.module.css';
import { VersionLine } from './version-line.tsx';

const SHOWN = 40;

export function RiskRows({
  group: { risk, rows },
  redLines,
  isFirst,
}: {
  readonly group: RiskGroup;
  readonly redLines: ReadonlyMap<string, number>;
  readonly isFirst: boolean;
}) {
  const [everything, setEverything] = useState(false);
  const shown = everything ? rows : rows.slice(0, SHOWN);
  return (
    <ListSection
      title={risk === null ? 'Risk not given' : <Risk level={risk} />}
      note={riskAdvice(risk)}
      count={plural(rows.length, 'package')}
    >
      {isFirst && <Columns />}
      <ol onKeyDown={moveAmongRows}>
        {shown.map((row) => (
          <PackageRow key={row.purl} row={row} redLines={redLines.get(row.skill.key)} />
        ))}
      </ol>
      {rows.length > shown.length && (
        <p className={styles.more}>
          <Button onClick={() => setEverything(true)}>Show all {formatCount(rows.length)}</Button>
        </p>
      )}
    </ListSection>
  );
}

function Columns() {
  return (
    <div className={styles.columns} aria-hidden="true">
      <span>Library</span>
      <span>You use ○ the skill is for ■</span>
      <span>Match</span>
      <span className={styles.right}>Red lines</span>
      <span />
    </div>
  );
}

function PackageRow({
  row: { name, version, direct, dev, from, skill },
  redLines,
}: {
  readonly row: ConfirmedMatch;
  readonly redLines: number | undefined;
}) {
  const file = from[0] ?? '';
  const more = from.length > 1 ? ` +${from.length - 1}` : '';
  return (
    <li className={styles.row}>
      <span className={styles.library}>
        <b title={writtenOut(name)}>
          <Revealed text={name} />
        </b>
        <span className={styles.from} title={writtenOut(from.slice(0, 20).join('\n'))}>
          <Revealed text={`${file}${more}`} />
          {!direct && <span className="muted"> indirect</span>}
          {dev && <span className="muted"> dev</span>}
        </span>
      </span>
      <VersionLine version={version} skill={skill} />
      <Level level={skill.level} />
      <span className={`number ${styles.lines}`}>
        {redLines !== undefined && (
          <>
            {redLines}
            <span className="hidden-text"> {redLines === 1 ? 'red line' : 'red lines'}</span>
          </>
        )}
      </span>
      <LinkButton
        look="bare"
        className={styles.read}
        href={formatRoute({ view: 'skill', key: skill.key })}
        title={writtenOut(skill.key)}
        aria-label={`Read ${writtenOut(skill.key)}`}
      >
        Read
      </LinkButton>
    </li>
  );
}

const LEVELS: Readonly<Record<MatchLevel, readonly [mark: MarkName, word: string, meaning: string]>> = {
  exact: ['strength-3', 'Exact', 'The skill names this package.'],
  repository: ['strength-2', 'Repository', 'The skill and the package name the same repository.'],
  guess: ['strength-1', 'Name only', 'Same language and name, and nothing that proves it. Not counted.'],
};

export function Level({ level }: { readonly level: MatchLevel }) {
  const [mark, word, meaning] = LEVELS[level];
  return (
    <span className={styles.level} title={meaning}>
      <Mark name={mark} />
      {word}
    </span>
  );
}
