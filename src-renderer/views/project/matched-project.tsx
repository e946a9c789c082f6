import { type ReactNode, useMemo, useState } from 'react';
import type { MatchedPackage, MatchResponse } from '../../../src-server/contract/api.ts';
import { isConfirmed, isDrifting } from '../../../src-server/projects/match/match-findings.ts';
import { askMatches } from '../../../src-server/projects/match/match-packages.ts';
import { type RegistryQuery, useRegistryQuery } from '../../data/use-registry.ts';
import { Card, Page } from '../../layout/layout.tsx';
import { href } from '../../router/route.ts';
import { formatCount, plural } from '../../text/format.ts';
import { writtenOut } from '../../text/reveal-hidden.ts';
import { Revealed } from '../../text/revealed.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Disclosure } from '../../ui/controls/disclosure.tsx';
import { QueryView } from '../../ui/lists/query-view.tsx';
import { Risk } from '../../ui/show/marks.tsx';
import styles from './project.module.css';
import type { ShownProject } from './project-files.ts';
import {
  coverWords,
  driftWords,
  fileCount,
  type MatchedLibrary,
  type ProjectModel,
  projectModel,
  versionWords,
} from './project-model.ts';

/** Asked again for each generation of the registry. */
export function useMatches(shown: ShownProject | undefined): RegistryQuery<MatchResponse> {
  return useRegistryQuery(
    ['match', shown?.readAt],
    ({ match }, signal) => askMatches(shown?.project.packages ?? [], (part) => match(part, signal)),
    { enabled: shown !== undefined },
  );
}

export function MatchedProject({
  shown,
  matches,
  promise,
  actions,
  children,
}: {
  readonly shown: ShownProject;
  readonly matches: RegistryQuery<MatchResponse>;
  readonly promise: ReactNode;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}) {
  const { folder, project } = shown;
  const { data } = matches;
  const model = useMemo(() => data && projectModel(data), [data]);
  return (
    <Page
      title={
        <span>
          <Revealed text={folder.name} />
          {model !== undefined && `: ${coverWords(model)}`}
        </span>
      }
      sub={
        <>
          {model !== undefined && driftWords(model)}Read from {plural(fileCount(project), 'file')}. {promise}
        </>
      }
      actions={actions}
    >
      {children}
      <QueryView of={matches} name="skills for this project">
        {() => model !== undefined && <Rows model={model} />}
      </QueryView>
      {project.unread.length > 0 && (
        <Disclosure summary={`${plural(project.unread.length, 'file')} not read`}>
          <ul className={styles.unread}>
            {project.unread.map(({ file, reason }) => (
              <li key={`${file} ${reason}`}>
                <span className="mono">
                  <Revealed text={file} />
                </span>{' '}
                <Revealed text={reason} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </Page>
  );
}

const FIRST_ROWS = 40;

function Rows({ model: { rows, missing } }: { readonly model: ProjectModel }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS);
  return (
    <>
      {shown.length > 0 && (
        <Card as="ul" aria-label="Libraries with a skill">
          {shown.map((row) => (
            <Row key={row.purl} row={row} />
          ))}
        </Card>
      )}
      {rows.length > shown.length && (
        <Button onClick={() => setIsWhole(true)}>Show all {formatCount(rows.length)}</Button>
      )}
      {missing.length > 0 && (
        <p className={styles.others}>
          No skill yet: <Names of={missing} />
        </p>
      )}
    </>
  );
}

function Row({ row }: { readonly row: MatchedLibrary }) {
  const { name, from, direct, skill } = row;
  return (
    <li>
      <a className={styles.row} href={href({ view: 'skill', key: skill.key })} title={writtenOut(skill.key)}>
        <span className={styles.library}>
          <b>
            <Revealed text={name} />
          </b>
          <span className={styles.from} title={writtenOut(from.slice(0, 20).join('\n'))}>
            <Revealed text={from[0] ?? ''} />
            {!direct && ', indirect'}
          </span>
        </span>
        <span className={styles.version} data-drift={isDrifting(row) || undefined}>
          <Revealed text={versionWords(row)} />
          {!isConfirmed(row) && (
            <span className={styles.remark}>same name; the skill does not name its package</span>
          )}
        </span>
        <Risk of={skill.risk ?? undefined} />
      </a>
    </li>
  );
}

const FIRST_NAMES = 12;

/** On one line; the rest as a number. */
function Names({ of }: { readonly of: readonly MatchedPackage[] }) {
  const shown = of.slice(0, FIRST_NAMES);
  const more = of.length - shown.length;
  return (
    <>
      {shown.map(({ purl, name }, at) => (
        <span key={purl}>
          {at > 0 && ', '}
          <b>
            <Revealed text={name} />
          </b>
        </span>
      ))}
      {more > 0 && ` and ${formatCount(more)} more`}.
    </>
  );
}
