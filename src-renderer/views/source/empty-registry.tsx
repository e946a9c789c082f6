import { FolderOpen, Link } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ServiceState } from '../../../src-main/contract/service-state.ts';
import { shellWord } from '../../../src-server/contract/clients/clients.ts';
import { shortFolder } from '../../../src-server/contract/words.ts';
import { desktop } from '../../data/host.ts';
import { Page } from '../../layout/layout.tsx';
import { RefusedFolder, ServeInstead, useRegistryChoice } from '../../layout/serve-registry.tsx';
import { commandWords, ownShell } from '../../text/command-lines.ts';
import { Revealed } from '../../text/revealed.tsx';
import { Button } from '../../ui/button.tsx';
import { CommandLine } from '../../ui/code.tsx';
import { StateDot } from '../../ui/marks.tsx';
import { AddedRegistries } from './added-registries.tsx';
import styles from './source.module.css';

/** Whether the served folder has nothing in it yet. */
export function isEmptyRegistry(service: ServiceState): boolean {
  if (service.phase !== 'serving') return false;
  const { skills, folders = skills } = service.status.counts;
  return folders === 0;
}

/** Source for a folder without a skill: three ways on. */
export function EmptyRegistry({
  folder,
  onOpen,
}: {
  readonly folder: string | undefined;
  readonly onOpen: (dialog: 'change-folder' | 'add-from-git') => void;
}) {
  const words = folder === undefined ? 'the folder' : shortFolder(folder);
  const quoted = (folder !== undefined && shellWord(folder, ownShell(navigator))) || '<folder>';
  return (
    <Page
      title={
        <>
          <StateDot state="off" />
          <span>
            There is no skill in <Revealed text={words} /> yet.
          </span>
        </>
      }
      sub="The folder is watched: what is written there is served at once."
    >
      <div className={styles.steps}>
        <Step
          title="Begin a skill"
          text="Name a library. Its files are made from a template, with what to fill in. In a terminal:"
        >
          <CommandLine line={`${commandWords()} init -r ${quoted} <language>/<author>/<name>`} isTemplate />
        </Step>
        <Step
          title="Choose another folder"
          text={
            desktop === undefined
              ? 'A folder of skills on this computer. This page shows it as soon as it is served:'
              : 'A folder of skills on this computer, or your team’s registry from Git. You read it before it is added.'
          }
        >
          {desktop === undefined ? (
            <ServeInstead what="-r <folder>" />
          ) : (
            <>
              <Button kind="primary" icon={FolderOpen} onClick={() => onOpen('change-folder')}>
                Change folder…
              </Button>
              <Button icon={Link} onClick={() => onOpen('add-from-git')}>
                Add from Git…
              </Button>
            </>
          )}
        </Step>
        <Step title="Take the sample" text="Complete skills, to read and to copy from.">
          {desktop === undefined ? <ServeInstead what="--sample" /> : <TakeSample />}
        </Step>
      </div>
      <AddedRegistries />
    </Page>
  );
}

function Step({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <section>
      <h2>{title}</h2>
      <p>{text}</p>
      <div>{children}</div>
    </section>
  );
}

function TakeSample() {
  const choice = useRegistryChoice();
  return (
    <>
      <Button busy={choice.busy} onClick={choice.openSample}>
        Open the sample
      </Button>
      <RefusedFolder choice={choice} />
    </>
  );
}
