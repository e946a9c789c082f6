import { useService } from '../../data/use-service.ts';
import { Section } from '../../layout/layout.tsx';
import { commandWords, serveInsteadLine, stopLine } from '../../text/command-lines.ts';
import { CommandLine } from '../../ui/show/code.tsx';
import styles from './source.module.css';

/** A page in a browser changes nothing: the commands that do. */
export function BrowserCommands({ hasAdded }: { readonly hasAdded: boolean }) {
  const { port } = useService().state;
  const command = commandWords();
  return (
    <Section title="In a terminal" aside="a page in a browser changes nothing">
      <dl className={styles.commands}>
        <dt>Serve another folder</dt>
        <dd>
          <CommandLine line={serveInsteadLine('-r <folder>', port)} isTemplate />
        </dd>
        <dt>Add a registry from Git</dt>
        <dd>
          <CommandLine line={`${command} registry add <address>`} isTemplate />
        </dd>
        {hasAdded && (
          <>
            <dt>Look for updates, and take them</dt>
            <dd>
              <CommandLine line={`${command} registry update`} />
            </dd>
          </>
        )}
        <dt>Stop</dt>
        <dd>
          <CommandLine line={stopLine(port)} />
        </dd>
        <dt>Settings, such as port and submissions</dt>
        <dd>
          <CommandLine line={`${command} serve --help`} />
        </dd>
        <dt>Theme</dt>
        <dd className="soft">Light or dark, as your system says.</dd>
      </dl>
    </Section>
  );
}
