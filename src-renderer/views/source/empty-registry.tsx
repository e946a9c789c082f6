import { FolderOpen, Link } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ServiceState } from '../../../src-main/contract/service-state.ts';
import { shortFolder } from '../../../src-server/contract/words.ts';
import { desktop } from '../../data/host.ts';
import { beginSkill, ownShell } from '../../domain/command-lines.ts';
import { Page } from '../../layout/layout.tsx';
import { RefusedFolder, ServeInstead, useRegistryChoice } from '../../layout/serve-registry.tsx';
import { Button } from '../../ui/button.tsx';
import { CommandLine } from '../../ui/code.tsx';
import { StateDot } from '../../ui/marks.tsx';
import { Revealed } from '../../ui/revealed.tsx';
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
  service,
  onOpen,
}: {
  readonly service: ServiceState;
  readonly onOpen: (dialog: 'change-folder' | 'add-from-git') => void;
}) {
  const { folder } = service;
  const words = folder === undefined ? 'the folder' : shortFolder(folder);
  const { line, notHere } = beginSkill(service, ownShell(navigator));
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
          text={
            notHere === undefined
              ? 'Name a library. Its files are made from a template, with what to fill in. In a terminal:'
              : `${notHere} Begin a registry of your own, which says how to go on. In a terminal:`
          }
        >
          <CommandLine line={line} isTemplate />
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
