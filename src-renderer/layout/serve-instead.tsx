import { useService } from '../data/use-service.ts';
import { serveInsteadLine } from '../text/command-lines.ts';
import { CommandLine } from '../ui/show/code.tsx';

/** The app ends and starts its own service: no command does. */
export function useIsOfApp(): boolean {
  return useService().state.status?.startedBy === 'tray';
}

/** In a browser: what serves another registry in place of the one that the page shows. */
export function ServeInstead({ what }: { readonly what: '-r <folder>' | '--sample' }) {
  const { port } = useService().state;
  const isOfApp = useIsOfApp();
  if (isOfApp) return <span className="soft">In the app, under Source.</span>;
  return <CommandLine line={serveInsteadLine(what, port)} isTemplate={what === '-r <folder>'} />;
}
