import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import type { DesktopBridge } from '../../../src-main/contract/desktop-bridge.ts';
import { POINTER_LINES } from '../../../src-server/contract/clients/pointer.ts';
import { Button } from '../../components/button.tsx';
import { CodeBox } from '../../components/code-box.tsx';
import { CommandLine } from '../../components/command-line.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { Disclosure } from '../../components/disclosure.tsx';
import { Icon } from '../../components/icon.tsx';
import { ResultNotice } from '../../components/states.tsx';
import { useAction } from '../../components/use-action.ts';
import { desktop } from '../../desktop.ts';
import { commandWords } from '../../text/command-lines.ts';
import styles from './connect.module.css';
import { PointerChange } from './pointer-change.tsx';

export function PointerSection() {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.else} aria-labelledby="pointer-title">
      <header>
        <h2 id="pointer-title">Optional: tell a project’s agents to ask</h2>
        <Disclosure
          className="push"
          isOpen={isOpen}
          controls="pointer-block"
          onToggle={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide the lines' : 'Show the lines'}
        </Disclosure>
      </header>
      <p className={styles.words}>
        Agents decide by themselves when to ask. A few lines in a project’s <code>AGENTS.md</code> tell them
        to ask before they use a library.
      </p>
      {isOpen && <Block />}
    </section>
  );
}

function Block() {
  return (
    <div id="pointer-block" className={styles.change}>
      <CodeBox label="The block for AGENTS.md" className={`${styles.lines} ${styles.wrapped}`}>
        {POINTER_LINES.join('\n')}
      </CodeBox>
      <p className={styles.words}>
        The lines go to the end of <code>AGENTS.md</code>, or of <code>CLAUDE.md</code> if the project has
        only that file. Two marks around them let you update or remove them.
      </p>
      {desktop === undefined ? (
        <>
          <CommandLine line={`${commandWords()} connect --pointer --scope project --write`} />
          <p className="actions">
            <CopyBlock />
          </p>
        </>
      ) : (
        <Project bridge={desktop} />
      )}
    </div>
  );
}

function CopyBlock() {
  return (
    <CopyButton text={`${POINTER_LINES.join('\n')}\n`} said="Copied the block">
      Copy the block
    </CopyButton>
  );
}

function Project({ bridge }: { readonly bridge: DesktopBridge }) {
  const [folder, setFolder] = useState<string>();
  const { result, run } = useAction();
  const choose = () =>
    run(async () => {
      const chosen = await bridge.chooseProject();
      if (chosen !== null) setFolder(chosen);
      return undefined;
    });
  return (
    <>
      <p className="actions">
        <Button look={folder === undefined ? 'main' : 'plain'} onClick={choose}>
          <Icon of={FolderOpen} />
          {folder === undefined ? 'Choose a project…' : 'Choose another project…'}
        </Button>
        <CopyBlock />
      </p>
      <ResultNotice of={result} />
      {folder !== undefined && (
        <PointerChange
          key={folder}
          bridge={bridge}
          target={{ scope: 'project', folder }}
          name="the project"
        />
      )}
    </>
  );
}
