/** How another registry comes to be served: in the app by a choice, in a browser by a command to paste. */
import { useIsMutating } from '@tanstack/react-query';
import { useState } from 'react';
import type { SetRegistryResult } from '../../src-main/contract/app-states.ts';
import type { ServiceState } from '../../src-main/contract/service-state.ts';
import { shortFolder } from '../../src-server/contract/words.ts';
import { useCommand } from '../data/bridge.ts';
import { useService } from '../data/registry.ts';
import { ownShell, serveInsteadLine, serveLine, startedWith } from '../domain/command-lines.ts';
import { Button } from '../ui/button.tsx';
import { CommandLine } from '../ui/code.tsx';
import { useIsMounted } from '../ui/hooks.ts';
import { Notice, useToast } from '../ui/notice.tsx';
import { Revealed } from '../ui/revealed.tsx';

type Refusal = Extract<SetRegistryResult, { outcome: 'refused' }>;

interface RegistryChoice {
  /** Whether a choice is pending, also one that was made before this view was opened. */
  readonly busy: boolean;
  /** Why the folder was not taken, and what would do. */
  readonly refusal: Refusal | undefined;
  /** Why the request failed, as a sentence. */
  readonly failed: string | undefined;
  choose(): void;
  open(path: string): void;
  openSample(): void;
}

/** The commands of a choice, whichever view has made it. */
const CHOICE_COMMANDS: ReadonlySet<unknown> = new Set(['chooseRegistry', 'setRegistry', 'serveSample']);

/**
 * Has the app serve another folder: by its dialog, by a path, or the sample. An answer that comes after the view was
 * closed is said in a message.
 *
 * @param onChosen called only while the view is open
 */
export function useRegistryChoice(onChosen: () => void = () => {}): RegistryChoice {
  const toast = useToast();
  const isMounted = useIsMounted();
  const [refusal, setRefusal] = useState<Refusal>();
  const choose = useCommand('chooseRegistry');
  const set = useCommand('setRegistry');
  const sample = useCommand('serveSample');
  const pending = useIsMutating({
    predicate: ({ options }) => CHOICE_COMMANDS.has(options.mutationKey?.[0]),
  });
  const take = (result: SetRegistryResult) => {
    if (result.outcome === 'cancelled') return;
    setRefusal(result.outcome === 'refused' ? result : undefined);
    if (result.outcome === 'ok') toast(`Serving ${result.path}`);
    if (result.outcome === 'not-serving') toast(result.message, 'refused');
    if (result.outcome === 'refused' && !isMounted())
      toast(`${result.message} ${result.nextStep}`, 'refused');
    if (result.outcome !== 'refused' && isMounted()) onChosen();
  };
  // A failed command has said so by itself, or its error is shown.
  const settle = (answer: Promise<SetRegistryResult>) => void answer.then(take, () => {});
  return {
    busy: pending > 0,
    refusal,
    failed: [choose, set, sample].find(({ error }) => error !== null)?.error?.message,
    choose: () => settle(choose.mutateAsync(null)),
    open: (path) => settle(set.mutateAsync({ path })),
    openSample: () => settle(sample.mutateAsync(null)),
  };
}

/** Says why a folder was not taken, with folders near it that would be. */
export function RefusedFolder({
  choice: { refusal, failed, busy, open },
}: {
  readonly choice: Pick<RegistryChoice, 'refusal' | 'failed' | 'busy' | 'open'>;
}) {
  if (failed !== undefined) return <Notice kind="error" title={<Revealed text={failed} />} />;
  if (refusal === undefined) return null;
  return (
    <Notice
      kind="error"
      title={<Revealed text={refusal.message} />}
      actions={
        refusal.candidates.length > 0 &&
        refusal.candidates.map(({ path }) => (
          <Button key={path} busy={busy} title={path} onClick={() => open(path)}>
            Serve <Revealed text={shortFolder(path)} />
          </Button>
        ))
      }
    >
      <Revealed text={refusal.nextStep} />
    </Notice>
  );
}

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
