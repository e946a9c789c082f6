import { useMemo, useState } from 'react';
import { shellWord } from '../../../src-server/contract/clients/clients.ts';
import { site } from '../../data/site.ts';
import { useDiagnostics } from '../../data/use-registry.ts';
import { useService } from '../../data/use-service.ts';
import { type SkillFault, unservedIn } from '../../domain/skill-fault.ts';
import type { SkillRow } from '../../domain/skill-row.ts';
import { commandWords, ownShell } from '../../text/command-lines.ts';
import { plural } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { LinkButton, TextButton } from '../../ui/controls/button.tsx';
import { CommandLine } from '../../ui/show/code.tsx';
import { Empty } from '../../ui/show/notice.tsx';
import type { AnswerList } from './answer-list.ts';
import { AnswerRows } from './answer-rows.tsx';
import styles from './skills.module.css';

/** One line that says so, and the next step. */
export function NoAnswer({
  list: { verdict, missing, weaker },
  asked,
  rows,
  isCurrent,
}: {
  readonly list: AnswerList;
  readonly asked: string;
  readonly rows: readonly SkillRow[];
  readonly isCurrent: boolean;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const { state } = useService();
  const diagnostics = useDiagnostics().data?.diagnostics;
  const unserved = useMemo(() => unservedIn(asked, diagnostics ?? [], rows), [asked, diagnostics, rows]);
  if (unserved !== undefined) return <Unserved fault={unserved} />;
  const [word] = missing;
  const covers = /^No skill covers .*?\./.exec(verdict ?? '')?.[0];
  const shell = ownShell(navigator);
  const folder = shellWord(state.folder ?? '<folder>', shell) ?? '<folder>';
  return (
    <div className={styles.sheet} aria-live="polite" aria-busy={!isCurrent}>
      <div className={styles.column}>
        <Empty
          as="h1"
          title={
            covers ??
            (word === undefined ? (
              'No skill here answers this.'
            ) : (
              <>
                No skill here has the word “<Revealed text={word} />
                ”.
              </>
            ))
          }
          actions={<LinkButton href="#/">All {plural(rows.length, 'skill')}</LinkButton>}
        >
          {site === undefined && (
            <>
              <p>
                If your agents need it, begin a skill: this makes its files from a template, and you write
                what goes wrong.
              </p>
              <CommandLine
                line={`${commandWords()} init -r ${folder} <language>/<author>/<name>`}
                isTemplate
              />
            </>
          )}
          {weaker.length > 0 && !isOpen && (
            <TextButton onClick={() => setIsOpen(true)}>
              {plural(weaker.length, 'skill shares', 'skills share')} a few words
            </TextButton>
          )}
        </Empty>
        {isOpen && <AnswerRows rows={weaker} asked={asked} label="Share a few words" />}
      </div>
    </div>
  );
}

/** What was asked about is here: to begin a skill about it would be bad advice. */
function Unserved({ fault: { key, why } }: { readonly fault: SkillFault }) {
  return (
    <div className={styles.sheet} aria-live="polite">
      <div className={styles.column}>
        <Empty
          as="h1"
          title={
            <>
              <Revealed text={key} /> is here, and is not served.
            </>
          }
          actions={
            <>
              <LinkButton kind="primary" href="#/source">
                What needs repair
              </LinkButton>
              <LinkButton href="#/">All skills</LinkButton>
            </>
          }
        >
          <p>
            <Revealed text={why} />
          </p>
        </Empty>
      </div>
    </div>
  );
}
