import type { ServiceState } from '../../src-main/contract/service-state.ts';
import { ownShell, serveLine } from '../text/command-lines.ts';
import { CommandLine } from '../ui/show/code.tsx';

/** In a browser: the line that starts the service which ended. */
export function ServeAgain({ service }: { readonly service: ServiceState }) {
  return (
    <>
      This starts it again, in a terminal:{' '}
      <CommandLine line={serveLine(servedBy(service), ownShell(navigator))} />
    </>
  );
}

function servedBy({ folder, port, status }: ServiceState) {
  return { folder, port, isSample: status?.registry.sample };
}
