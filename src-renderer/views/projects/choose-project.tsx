import { FolderOpen } from 'lucide-react';
import { CommandLine } from '../../components/command-line.tsx';
import { Icon } from '../../components/icon.tsx';
import { Sheet, SheetBody, SheetHead } from '../../components/sheet.tsx';
import { Notice, useLateness } from '../../components/states.tsx';
import type { ProjectState } from '../../folders/shown-project.ts';
import { formatCount } from '../../text/format.ts';
import { Revealed } from '../../text/revealed.tsx';
import { PickButton } from './pick-button.tsx';
import styles from './projects.module.css';

export function ChooseProject({ shown }: { readonly shown: Exclude<ProjectState, { state: 'read' }> }) {
  return (
    <Sheet whole scrolls aria-labelledby="projects-title">
      <SheetHead>
        <h1 id="projects-title">Projects</h1>
        <p className="muted">which of your libraries have a skill, and which are of high risk</p>
      </SheetHead>
      <SheetBody>
        <div className={styles.choose}>
          {shown.state === 'failed' && <Notice tone="bad" title={<Revealed text={shown.message} />} />}
          {shown.state === 'reading' ? (
            <Reading key={shown.folder} folder={shown.folder} looked={shown.looked} />
          ) : (
            <section className={styles.dropLine} aria-label="Choose a project">
              <Icon of={FolderOpen} />
              <span>
                <b>Drop a project’s folder anywhere in this window</b>
                <small>
                  or choose it. Its manifests and lock files are read; nothing is run, installed or sent
                  anywhere but to your own service.
                </small>
              </span>
              <PickButton look="main">Choose a project…</PickButton>
            </section>
          )}
          <section className={styles.else}>
            <h2 className="cap">The same in a terminal</h2>
            <p>
              <CommandLine line="skills-registry match" />
            </p>
          </section>
        </div>
      </SheetBody>
    </Sheet>
  );
}

function Reading({ folder, looked }: { readonly folder: string; readonly looked: number | undefined }) {
  const late = useLateness();
  return (
    <p role="status" className="soft">
      {late && (
        <>
          Reading <Revealed text={folder} />… {looked !== undefined && `${formatCount(looked)} names read`}
        </>
      )}
    </p>
  );
}
