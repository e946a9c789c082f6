import { ArrowRight, Copy } from 'lucide-react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import type { MatchedPackage, MatchResponse } from '../../../src-server/contract/api.ts';
import { shellWord } from '../../../src-server/contract/clients/clients.ts';
import { LIMITS } from '../../../src-server/contract/limits.ts';
import { withoutQuotes } from '../../../src-server/contract/service.ts';
import { countWords, groupDigits } from '../../../src-server/contract/words.ts';
import { askMatches, isConfirmed } from '../../../src-server/projects/match-findings.ts';
import { useQueries } from '../../data/page-queries.ts';
import { type RegistryQuery, useRegistryQuery, useService } from '../../data/registry.ts';
import { ownShell, startedWith, syncLine } from '../../domain/command-lines.ts';
import { Card, Disclosure, Page } from '../../layout/layout.tsx';
import { useIsOfApp } from '../../layout/serve-registry.tsx';
import { href } from '../../router.ts';
import { Button } from '../../ui/button.tsx';
import { CommandLine } from '../../ui/code.tsx';
import { useCopy } from '../../ui/copy.tsx';
import { Icon, Mark } from '../../ui/marks.tsx';
import { useToast } from '../../ui/notice.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Revealed, writtenOut } from '../../ui/revealed.tsx';
import styles from './project.module.css';
import type { ShownProject } from './project-files.ts';
import {
  type Block,
  type Coverage,
  driftWords,
  fileCount,
  halvesOf,
  isToldToAgents,
  type ProjectModel,
  projectModel,
  trapWords,
  type Use,
  untoldWords,
  versionWords,
} from './project-model.ts';

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
  actions,
  children,
}: {
  readonly shown: ShownProject;
  readonly matches: RegistryQuery<MatchResponse>;
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
          {model !== undefined && `: ${trapWords(model)}`}
        </span>
      }
      sub={<Origin shown={shown} />}
      actions={
        <>
          {model?.blocks.some(isToldToAgents) && <CopyDangers shown={shown} model={model} />}
          {actions}
        </>
      }
    >
      {children}
      <QueryView of={matches} name="skills for this project">
        {() =>
          model !== undefined && (
            <>
              {model.libraries > 0 && <Bar of={model.coverage} />}
              <Untold of={model.blocks} />
              <Blocks of={model.blocks} />
              <Foot model={model} shown={shown} />
            </>
          )
        }
      </QueryView>
      {project.unread.length > 0 && (
        <div className={styles.folded}>
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
        </div>
      )}
    </Page>
  );
}

function Origin({ shown: { folder, project } }: { readonly shown: ShownProject }) {
  return (
    <>
      {folder.about ?? (
        <>
          Read from {countWords(fileCount(project), 'file')}
          {folder.path !== undefined && (
            <>
              {' of '}
              <span className="mono">
                <Revealed text={folder.path} />
              </span>
            </>
          )}
          .
        </>
      )}{' '}
      Nothing was run or written.
    </>
  );
}

/** The view's next step: all of the page, and what to do instead, as one text. */
function CopyDangers({ shown, model }: { readonly shown: ShownProject; readonly model: ProjectModel }) {
  const { dangers } = useQueries();
  const copy = useCopy();
  const toast = useToast();
  const [isBusy, setIsBusy] = useState(false);
  const copyAll = async () => {
    const used = new Set(model.blocks.flatMap(({ uses }) => uses.map(({ purl }) => purl)));
    const packages = shown.project.packages.filter(({ purl }) => used.has(purl));
    setIsBusy(true);
    try {
      await copy(await dangers(packages.slice(0, LIMITS.matchedPackages)), 'Copied the dangers for an agent');
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), 'refused');
    }
    setIsBusy(false);
  };
  return (
    <Button
      kind="primary"
      icon={Copy}
      busy={isBusy}
      onClick={() => void copyAll()}
      title="What is sure on this page, with what to do instead: 2,000 tokens at most"
    >
      Copy for an agent
    </Button>
  );
}

/** Libraries of a language up to which each has a segment; more would be thinner than the gaps. */
const MOST_SEGMENTS = 40;

/** Which part of the libraries has dangers, by language. */
function Bar({ of }: { readonly of: readonly Coverage[] }) {
  return (
    <dl className={styles.coverage} aria-label="Libraries with known traps">
      {of.map(({ language, covered, all }) => (
        <div key={language} style={{ flexGrow: Math.min(all, MOST_SEGMENTS) }}>
          <dt>{language}</dt>
          <dd>
            {groupDigits(covered)} of {groupDigits(all)}
            <span className="hidden-text"> libraries have known traps</span>
          </dd>
          <dd className={styles.meter} aria-hidden="true">
            {all <= MOST_SEGMENTS ? (
              Array.from({ length: all }, (_, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: segments never move
                <i key={at} data-on={at < covered || undefined} />
              ))
            ) : (
              <>
                {covered > 0 && <i data-on style={{ flexGrow: covered }} />}
                {covered < all && <i style={{ flexGrow: all - covered }} />}
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Untold({ of }: { readonly of: readonly Block[] }) {
  const words = untoldWords(of);
  if (words === undefined) return null;
  return (
    <p className={styles.others}>
      <Revealed text={words} />
    </p>
  );
}

const FIRST_BLOCKS = 40;

function Blocks({ of }: { readonly of: readonly Block[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? of : of.slice(0, FIRST_BLOCKS);
  if (shown.length === 0) return null;
  return (
    <>
      <Card as="section" aria-label="Libraries with a skill">
        {shown.map((block) => (
          <SkillBlock key={block.key} block={block} />
        ))}
      </Card>
      {of.length > shown.length && (
        <div className={styles.folded}>
          <Button onClick={() => setIsWhole(true)}>Show all {groupDigits(of.length)}</Button>
        </div>
      )}
    </>
  );
}

const MOST_USES = 3;

/** A library: its name and versions, and what goes wrong with it. */
function SkillBlock({ block }: { readonly block: Block }) {
  const { key, name, alsoNames, skill, uses } = block;
  const id = useId();
  const dangers = skill.dangers ?? [];
  return (
    <article className={styles.block} aria-labelledby={id}>
      <div>
        <h2 id={id}>
          <a href={href({ view: 'skill', key })} title={writtenOut(key)}>
            <Revealed text={name} />
          </a>
        </h2>
        {uses.slice(0, MOST_USES).map((use, at) => (
          <UseLine
            key={use.purl}
            use={use}
            name={use.name === name ? undefined : use.name}
            hasFile={use.from[0] !== uses[at - 1]?.from[0]}
          />
        ))}
        {uses.length > MOST_USES && (
          <p className={styles.use} title={writtenOut(alsoNames.slice(0, 20).join('\n'))}>
            and in{' '}
            {countWords(uses.length - MOST_USES, 'more version or package', 'more versions or packages')}
          </p>
        )}
        {!uses.some(isConfirmed) && (
          <p className={styles.use}>same name; the skill does not name its package</p>
        )}
      </div>
      {skill.withheld !== undefined ? (
        <p className={styles.silent}>
          Agents don’t get this skill: <Revealed text={withoutQuotes(skill.withheld)} />.
        </p>
      ) : dangers.length === 0 ? (
        <p className={styles.silent}>Its skill names no danger.</p>
      ) : (
        <ul>
          {dangers.map(({ danger, file, line_start: line }) => (
            <li key={`${file}:${line}`}>
              <DangerLink danger={danger} address={href({ view: 'skill', key, file, line })} />
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}

interface UseLineProps {
  readonly use: Use;
  /** The package's name, where it is another than the skill's. */
  readonly name: string | undefined;
  /** Whether the file stands in front: the line above is of another one. */
  readonly hasFile: boolean;
}

function UseLine({ use, name, hasFile }: UseLineProps) {
  const { from, direct, skill } = use;
  const drift = driftWords(use);
  return (
    <p className={styles.use} title={writtenOut(from.slice(0, 20).join('\n'))}>
      {hasFile && from[0] !== undefined && (
        <code>
          <Revealed text={from[0]} />
        </code>
      )}{' '}
      <span>
        {name !== undefined && (
          <>
            <Revealed text={name} />:{' '}
          </>
        )}
        <Revealed text={versionWords(use)} />
        {!direct && '; another package needs it'}
      </span>{' '}
      {drift !== undefined && (
        <span className={styles.drift} data-major={skill.drift === 'major' || undefined}>
          {drift}
        </span>
      )}
    </p>
  );
}

/** The whole line opens the entry. */
function DangerLink({ danger, address }: { readonly danger: string; readonly address: string }) {
  const [mistake, cost] = halvesOf(danger);
  return (
    <a href={address}>
      <Mark name="warning" tone="care" />
      <span>
        <b>
          <Revealed text={mistake} />
        </b>
        {cost !== '' && <Revealed text={cost} />}
      </span>
      <Icon of={ArrowRight} />
    </a>
  );
}

/** Libraries without a skill up to which all names stand in a line; more are folded. */
const MOST_NAMED = 12;

function Foot({
  model: { missing, blocks },
  shown: { folder },
}: {
  readonly model: ProjectModel;
  readonly shown: ShownProject;
}) {
  return (
    <>
      {missing.length > 0 && missing.length <= MOST_NAMED && (
        <p className={styles.others}>
          No skill yet: <Names of={missing} />
        </p>
      )}
      {missing.length > MOST_NAMED && (
        <div className={styles.folded}>
          <Disclosure summary={`No skill yet: ${countWords(missing.length, 'library', 'libraries')}`}>
            <p className={styles.others}>
              <Names of={missing} />
            </p>
          </Disclosure>
        </div>
      )}
      {folder.about === undefined && blocks.some(isToldToAgents) && <WriteDown folder={folder} />}
    </>
  );
}

function Names({ of }: { readonly of: readonly MatchedPackage[] }) {
  return of.map(({ purl, name }, at) => (
    <span key={purl}>
      {at > 0 && ', '}
      <b>
        <Revealed text={name} />
      </b>
    </span>
  ));
}

/** How these dangers come into the project's AGENTS.md. A page in a browser doesn't know where the folder lies. */
function WriteDown({ folder: { name, path } }: { readonly folder: ShownProject['folder'] }) {
  const { folder, address } = useService().state;
  const isOfApp = useIsOfApp();
  const shell = ownShell(navigator);
  const line = syncLine(path, { folder, address, isOfApp }, shell, startedWith());
  if (line === undefined) return null;
  const isNamed = path !== undefined && shellWord(path, shell) !== undefined;
  return (
    <div className={styles.write}>
      <p>
        Write into AGENTS.md
        {!isNamed && (
          <>
            , in a terminal in the folder of <Revealed text={name} />
          </>
        )}
        :
      </p>
      <CommandLine line={line} />
    </div>
  );
}
