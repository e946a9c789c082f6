import { type ReactNode, useMemo, useState } from 'react';
import type {
  MatchedPackage,
  MatchResponse,
  ReadProject,
  SkillMatch,
} from '../../../src-server/contract/api.ts';
import { writtenFor } from '../../../src-server/contract/vocabulary.ts';
import { countWords, groupDigits } from '../../../src-server/contract/words.ts';
import {
  askMatches,
  compareRows,
  isConfirmed,
  isDrifting,
  missingNames,
} from '../../../src-server/projects/match-findings.ts';
import { type RegistryQuery, useRegistryQuery } from '../../data/registry.ts';
import { Card, Page } from '../../layout/layout.tsx';
import { href } from '../../router.ts';
import { writtenOut } from '../../text/reveal-hidden.ts';
import { Revealed } from '../../text/revealed.tsx';
import { Button } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Mark, Risk } from '../../ui/marks.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import styles from './project.module.css';
import type { ShownProject } from './project-files.ts';

/** Matches the project's libraries, again for each generation of the registry. */
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
          {model !== undefined && driftWords(model)}Read from {countWords(fileCount(project), 'file')}.{' '}
          {promise}
        </>
      }
      actions={actions}
    >
      {children}
      <QueryView of={matches} name="skills for this project">
        {() => model !== undefined && <Rows model={model} />}
      </QueryView>
      {project.unread.length > 0 && (
        <Disclosure summary={`${countWords(project.unread.length, 'file')} not read`}>
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
        <Button onClick={() => setIsWhole(true)}>Show all {groupDigits(rows.length)}</Button>
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
    <li className={styles.match}>
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
      {skill.dangers !== undefined && <Dangers skill={skill} of={skill.dangers} />}
    </li>
  );
}

/** What the skill warns of first, each line a link to the entry. */
function Dangers({
  skill: { key },
  of,
}: {
  readonly skill: SkillMatch;
  readonly of: NonNullable<SkillMatch['dangers']>;
}) {
  return (
    <div className={styles.dangers}>
      {of.map(({ danger, file, line_start: line }) => (
        <a key={`${file}:${line}`} href={href({ view: 'skill', key, file, line })}>
          <Mark name="warning" tone="care" /> <Revealed text={danger} />
        </a>
      ))}
    </div>
  );
}

const FIRST_NAMES = 12;

/** Names libraries on one line, and the rest as a number. */
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
      {more > 0 && ` and ${groupDigits(more)} more`}.
    </>
  );
}

type MatchedLibrary = MatchedPackage & { readonly skill: SkillMatch };

interface ProjectModel {
  /** The libraries with a skill: direct ones first, then by risk, drift and name. */
  readonly rows: readonly MatchedLibrary[];
  /** The number of libraries in the project, by their names. */
  readonly libraries: number;
  readonly drifting: number;
  /** The libraries without a skill: direct ones first, then by the number of files that name them. */
  readonly missing: readonly MatchedPackage[];
}

export function projectModel({ packages }: Pick<MatchResponse, 'packages'>): ProjectModel {
  const rows = packages.filter(hasSkill).sort(compareRows);
  return {
    rows,
    libraries: new Set(packages.map(nameOf)).size,
    drifting: rows.filter(isDrifting).length,
    missing: missingNames(packages),
  };
}

function hasSkill(row: MatchedPackage): row is MatchedLibrary {
  return row.skill !== null;
}

function nameOf({ ecosystem, name }: MatchedPackage): string {
  return `${ecosystem}/${name}`;
}

/**
 * Says how many libraries are covered, such as `payments: 7 of its 10 libraries have a skill, 1 by its name alone.`
 */
export function coverWords({ rows, libraries }: ProjectModel): string {
  const covered = new Set(rows.map(nameOf)).size;
  if (libraries === 0) return 'no library is used here.';
  const named = covered - new Set(rows.filter(isConfirmed).map(nameOf)).size;
  const byName = named === 0 ? '' : `, ${named} by ${named === 1 ? 'its name' : 'their names'} alone`;
  if (libraries === 1)
    return `its one library has ${covered === 0 ? 'no skill' : `a skill${named === 0 ? '' : ', by its name alone'}`}.`;
  if (covered === 0) return `none of its ${groupDigits(libraries)} libraries has a skill.`;
  return `${groupDigits(covered)} of its ${groupDigits(libraries)} libraries ${covered === 1 ? 'has' : 'have'} a skill${byName}.`;
}

export function driftWords({ drifting }: ProjectModel): string {
  if (drifting === 0) return '';
  return drifting === 1
    ? '1 of these skills is about another major version than the one in use. '
    : `${drifting} of these skills are about another major version than the one in use. `;
}

/** Compares the versions, such as `you use 1.4.54, the skill is for 2.1.1: check what it says`. */
export function versionWords(row: MatchedLibrary): string {
  const { version: used, skill } = row;
  const about = writtenFor(skill.version);
  if (used !== null && used === about) return `${used}, the same as the skill`;
  const yours = used === null ? 'your version is not fixed' : `you use ${used}`;
  const its = about === undefined ? 'the skill names no version' : `the skill is for ${about}`;
  return `${yours}, ${its}${isDrifting(row) ? ': check what it says' : ''}`;
}

function fileCount({ packages }: Pick<ReadProject, 'packages'>): number {
  return new Set(packages.flatMap(({ from }) => from)).size;
}
