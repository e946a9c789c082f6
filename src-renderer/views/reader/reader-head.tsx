import { ArrowLeft, ChevronDown, Copy } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import type { FullSkill } from '../../../src-server/contract/api.ts';
import { writtenFor } from '../../../src-server/contract/skill-format.ts';
import { countWords } from '../../../src-server/contract/words.ts';
import { useService } from '../../data/registry.ts';
import {
  agentText,
  areCounted,
  filesToReadFirst,
  fitBudget,
  type SkillFile,
  sumTokens,
} from '../../domain/skill-files.ts';
import { href } from '../../router.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { CopyButton, useCopy } from '../../ui/copy.tsx';
import { Popover } from '../../ui/dialog.tsx';
import { Risk } from '../../ui/marks.tsx';
import { Revealed, writtenOut } from '../../ui/revealed.tsx';
import { type OutlineEntry, unwrapWholeFence } from './page-tree.ts';
import styles from './reader.module.css';
import type { Address } from './skill-link.tsx';

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
          <Risk of={skill.risk_level} />
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

/** The numbers of tokens that agents commonly spare for a skill. */
const BUDGETS = [2_000, 4_000, 8_000, 16_000];

interface CopyChoice {
  readonly name: ReactNode;
  readonly detail: string;
  copy(): void;
}

interface Copying {
  /** Copies the files to read first. */
  copyFirst(): void;
  /** Whether agents don't get the skill by themselves: copying it is not the view's next step. */
  readonly isWithheld: boolean;
  readonly choices: readonly CopyChoice[];
}

export function useCopying({
  skillKey,
  skill,
  files,
  file,
  section,
  address,
  isWithheld,
}: {
  readonly skillKey: string;
  readonly skill: FullSkill;
  readonly files: readonly SkillFile[];
  /** The open file; undefined where none is. */
  readonly file: SkillFile | undefined;
  /** The section that is being read. */
  readonly section: OutlineEntry | undefined;
  readonly address: Address;
  readonly isWithheld: boolean;
}): Copying {
  const copy = useCopy();
  const served = useService().state.address;
  const copyFiles = (chosen: readonly SkillFile[]) =>
    void copy(agentText(skillKey, skill, chosen, files.length), `Copied ${filesWords(chosen)}`);
  const copyLink = (headingId?: string) => {
    const at = headingId?.replace(/^at-/, '');
    // Browsers can't open the app's own address. An exported site may lie in a folder of its host.
    const page = served === undefined ? new URL('.', location.href).href : `${served}/`;
    void copy(
      `${page}${address(file === undefined ? { pair: true } : { file: file.path, ...(at && { at }) })}`,
      'Copied the link',
    );
  };
  const first = filesToReadFirst(files);
  const total = sumTokens(files);
  const fitting = BUDGETS.filter((budget) => budget < total).flatMap((budget) => {
    const chosen = fitBudget(files, budget);
    return chosen.length === 0 ? [] : [{ budget, chosen }];
  });
  return {
    isWithheld,
    copyFirst: () => copyFiles(first),
    choices: [
      ...(section === undefined || file === undefined
        ? []
        : [
            {
              name: 'This section',
              detail: section.text,
              copy: () =>
                void copy(
                  agentText(skillKey, skill, [{ ...file, text: linesOf(file.text, section) }], files.length),
                  'Copied this section',
                ),
            },
          ]),
      ...(file === undefined
        ? []
        : [{ name: 'This file', detail: filesWords([file]), copy: () => copyFiles([file]) }]),
      { name: 'Files to read first', detail: filesWords(first), copy: () => copyFiles(first) },
      ...fitting.map(({ budget, chosen }) => ({
        name: `What fits into ${countWords(budget, 'token')}`,
        detail: filesWords(chosen),
        copy: () => copyFiles(chosen),
      })),
      { name: 'The whole skill', detail: filesWords(files), copy: () => copyFiles(files) },
      {
        name: `A link to this ${file === undefined ? 'pair' : section === undefined ? 'file' : 'section'}`,
        detail: 'for people',
        copy: () => copyLink(section?.id),
      },
    ],
  };
}

function linesOf(text: string, { lines: [first, last] }: OutlineEntry): string {
  return unwrapWholeFence(text)
    .split(/\r?\n/)
    .slice(first - 1, last)
    .join('\n');
}

function filesWords(files: readonly SkillFile[]): string {
  const words = countWords(files.length, 'file');
  return areCounted(files) ? `${words}, ${countWords(sumTokens(files), 'token')}` : words;
}

/** The black button, and beside it what else can be copied. */
function CopyButtons({ copying }: { readonly copying: Copying }) {
  const choose = (choice: CopyChoice) => (event: MouseEvent<HTMLElement>) => {
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
    choice.copy();
  };
  return (
    <div className={styles.copying}>
      <Button kind={copying.isWithheld ? 'plain' : 'primary'} icon={Copy} onClick={copying.copyFirst}>
        Copy for an agent
      </Button>
      <Popover name="Choose what to copy" icon={ChevronDown} isNameShown={false}>
        <ul className={styles.choices}>
          {copying.choices.map((choice, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a fixed order
            <li key={at}>
              <button type="button" onClick={choose(choice)}>
                {choice.name}
                <small>
                  <Revealed text={choice.detail} />
                </small>
              </button>
            </li>
          ))}
        </ul>
      </Popover>
    </div>
  );
}
