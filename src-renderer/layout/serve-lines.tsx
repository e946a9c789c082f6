import type { ServiceState } from '../../src-main/contract/service-state.ts';
import { useService } from '../data/registry.ts';
import { ownShell, serveInsteadLine, serveLine, startedWith } from '../text/command-lines.ts';
import { CommandLine } from '../ui/code.tsx';

/** What starts a service again that has ended, for a page in a browser: only the app starts its own. */
export function ServeAgain({ service }: { readonly service: ServiceState }) {
  if (service.status?.startedBy === 'tray')
    return 'The app starts it again: open Skills Registry, or press Start in it.';
  const known = startedWith();
  return (
    <>
      {known === undefined
        ? 'This starts it again, in a terminal, with the options that it had before: '
        : 'This starts it again, in a terminal: '}
      <CommandLine line={serveLine(servedBy(service), ownShell(navigator), known)} />
    </>
  );
}

function servedBy({ folder, port, status }: ServiceState) {
  return { folder, port, isSample: status?.registry.sample };
}

/** Whether the app serves this page. It ends and starts its own service; no command does. */
export function useIsOfApp(): boolean {
  return useService().state.status?.startedBy === 'tray';
}

/** What serves another registry in place of the one that the page shows, for a page in a browser. */
export function ServeInstead({ what }: { readonly what: '-r <folder>' | '--sample' }) {
  const { port } = useService().state;
  const isOfApp = useIsOfApp();
  if (isOfApp) return <span className="soft">In the app, under Source.</span>;
  return <CommandLine line={serveInsteadLine(what, port)} isTemplate={what === '-r <folder>'} />;
}
