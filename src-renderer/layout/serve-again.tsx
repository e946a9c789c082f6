import type { ServiceState } from '../../src-main/contract/service-state.ts';
import { ownShell, serveLine, startedWith } from '../text/command-lines.ts';
import { CommandLine } from '../ui/show/code.tsx';

/** In a browser: what starts the service which ended. Only the app starts its own. */
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
