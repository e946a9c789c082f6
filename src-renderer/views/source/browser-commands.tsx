import { useService } from '../../data/use-service.ts';
import { Section } from '../../layout/layout.tsx';
import { ServeInstead, useIsOfApp } from '../../layout/serve-instead.tsx';
import { commandWords, stopLine } from '../../text/command-lines.ts';
import { CommandLine } from '../../ui/show/code.tsx';
import styles from './source.module.css';

/** A page in a browser changes nothing: the commands that do, and what only the app does with its own service. */
export function BrowserCommands({ hasAdded }: { readonly hasAdded: boolean }) {
  const { port, phase } = useService().state;
  const command = commandWords();
  const isOfApp = useIsOfApp();
  return (
    <Section
      title={isOfApp ? 'In the app and in a terminal' : 'In a terminal'}
      aside="a page in a browser changes nothing"
    >
      <dl className={styles.commands}>
        <dt>Serve another folder</dt>
        <dd>
          <ServeInstead what="-r <folder>" />
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
        {phase !== 'silent' && <StopLine port={port} isOfApp={isOfApp} />}
        <dt>Settings, such as port and submissions</dt>
        <dd>
          {isOfApp ? (
            <span className="soft">In the app: Settings.</span>
          ) : (
            <CommandLine line={`${command} serve --help`} />
          )}
        </dd>
        <dt>Theme</dt>
        <dd className="soft">Light or dark, as your system says.</dd>
      </dl>
    </Section>
  );
}

/** Of a service that ended nothing is left to stop. */
function StopLine({ port, isOfApp }: { readonly port: number | undefined; readonly isOfApp: boolean }) {
  return (
    <>
      <dt>Stop</dt>
      <dd>
        {isOfApp ? (
          <span className="soft">In the app, under Source, or by quitting it.</span>
        ) : (
          <CommandLine line={stopLine(port)} />
        )}
      </dd>
    </>
  );
}
