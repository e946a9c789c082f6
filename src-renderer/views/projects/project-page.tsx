import { RotateCw } from 'lucide-react';
import { useMemo } from 'react';
import type { MatchResponse } from '../../../src-server/contract/api/match.ts';
import { Age } from '../../components/age.tsx';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { SheetHead } from '../../components/sheet.tsx';
import { WithAside } from '../../components/view-aside.tsx';
import { droppedEntry, type ReadState, takeEntry } from '../../folders/shown-project.ts';
import { ViewFrame } from '../../frame/view-frame.tsx';
import { snapshotOf } from '../../stores/service.ts';
import { useStore } from '../../stores/use-store.ts';
import { useService } from '../../stores/use-stores.tsx';
import { plural } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { AgentsRow } from './agents-row.tsx';
import { GuessRows, MissingRows, UnreadRows } from './other-rows.tsx';
import { PickButton } from './pick-button.tsx';
import { ProjectAside } from './project-aside.tsx';
import { projectModel } from './project-model.ts';
import { coverLabel, coverWords, fileCount } from './project-words.ts';
import styles from './projects.module.css';
import { RiskRows } from './risk-rows.tsx';
import { useMatches } from './use-matches.ts';
import { useRedLines } from './use-red-lines.ts';
import { WithoutSkills } from './without-skills.tsx';

export function ProjectPage({ shown }: { readonly shown: ReadState }) {
  const matches = useMatches(shown);
  return (
    <WithAside aside={matches.value !== undefined && <ProjectAside found={matches.value} />}>
      <section aria-labelledby="project-title">
        <Head folder={shown.folder} />
        <ViewFrame of={matches} rows={8}>
          {(found) => <Matched shown={shown} found={found} />}
        </ViewFrame>
      </section>
    </WithAside>
  );
}

function Head({ folder }: { readonly folder: string }) {
  const entry = useStore(droppedEntry);
  return (
    <SheetHead>
      <h1 id="project-title" className="path">
        <Revealed text={folder} />
      </h1>
      <span className={`push actions ${styles.headActions}`}>
        <PickButton look="bare">Another project…</PickButton>
        {/* Only a dropped folder can be read again. */}
        {entry !== undefined && (
          <Button onClick={() => void takeEntry(entry)}>
            <Icon of={RotateCw} />
            Read again
          </Button>
        )}
      </span>
    </SheetHead>
  );
}

function Matched({ shown, found }: { readonly shown: ReadState; readonly found: MatchResponse }) {
  const model = useMemo(() => projectModel(found), [found]);
  const snapshot = useService(snapshotOf);
  const redLines = useRedLines(model.keys, snapshot);
  return (
    <>
      <CoverLine shown={shown} found={found} />
      {model.keys.length > 0 ? <AgentsRow /> : <WithoutSkills shown={shown} model={model} />}
      {model.groups.map((group, index) => (
        <RiskRows key={String(group.risk)} group={group} redLines={redLines} isFirst={index === 0} />
      ))}
      <GuessRows rows={model.guesses} />
      <MissingRows model={model} />
      <UnreadRows unread={shown.project.unread} />
    </>
  );
}

function CoverLine({
  shown,
  found: { counts },
}: {
  readonly shown: ReadState;
  readonly found: MatchResponse;
}) {
  const { lead, rest } = coverWords(counts);
  const parts = [
    ['exact', counts.exact],
    ['repository', counts.repository],
    ['guess', counts.guess],
    ['none', counts.none],
  ] as const;
  return (
    <div className={styles.cover}>
      {counts.packages > 0 && (
        <svg
          className={styles.coverBar}
          viewBox="0 0 240 10"
          preserveAspectRatio="none"
          role="img"
          aria-label={coverLabel(counts)}
        >
          <pattern id="guess" width="4" height="4" patternUnits="userSpaceOnUse">
            <path d="m-1 1 2-2M0 4l4-4M3 5l2-2" />
          </pattern>
          {coverParts(parts).map(({ kind, x, width }) => (
            <rect key={kind} data-kind={kind} x={x + 0.5} y="0.5" width={Math.max(width - 1, 1)} height="9" />
          ))}
        </svg>
      )}
      <p>
        <b>{lead}</b>
        {rest}
      </p>
      <p className={`muted number ${styles.when}`}>
        {plural(fileCount(shown.project), 'file')} read <Age since={shown.readAt} /> ago; nothing was run
      </p>
    </div>
  );
}

const BAR = 240;
/** Small counts stay visible. */
const NARROWEST = 4;

function coverParts(parts: ReadonlyArray<readonly [kind: string, count: number]>) {
  const some = parts.filter(([, count]) => count > 0);
  const total = some.reduce((sum, [, count]) => sum + count, 0);
  const free = BAR - NARROWEST * some.length;
  let x = 0;
  return some.map(([kind, count]) => {
    const width = NARROWEST + (free * count) / total;
    const part = { kind, x, width };
    x += width;
    return part;
  });
}
