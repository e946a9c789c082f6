import { ExternalLink, FolderOpen, Link, Play, RotateCw, ScrollText, Settings, Square } from 'lucide-react';
import type { ServiceState } from '../../../src-main/contract/service-state.ts';
import type { ServiceAction, ServiceWords } from '../../../src-main/contract/service-words.ts';
import { useCommand } from '../../data/use-app.ts';
import { navigate } from '../../router/use-route.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useToast } from '../../ui/over/toast.tsx';

const LOOKS = {
  start: ['Start', Play],
  stop: ['Stop', Square],
  restart: ['Restart', RotateCw],
  'try-again': ['Try again', RotateCw],
  'change-folder': ['Change folder…', FolderOpen],
  'add-from-git': ['Add from Git…', Link],
  'open-its-page': ['Open its page', ExternalLink],
  'other-port': ['Use another port', undefined],
  'change-address': ['Change the address', Settings],
  'show-log': ['Show the log', ScrollText],
} as const satisfies Readonly<Record<ServiceAction, readonly [string, unknown]>>;

const QUIET: ReadonlySet<ServiceAction> = new Set(['stop', 'restart', 'show-log']);

/** The next step is black; what stops something is quiet. */
export function ServiceActions({
  service,
  words: { next, actions },
  onOpen,
}: {
  readonly service: ServiceState;
  readonly words: ServiceWords;
  readonly onOpen: (dialog: 'change-folder' | 'add-from-git') => void;
}) {
  const toast = useToast();
  const start = useCommand('startServer');
  const stop = useCommand('stopServer');
  const restart = useCommand('restartServer');
  const usePort = useCommand('usePort');
  const openExternal = useCommand('openExternal');
  const showLogs = useCommand('showLogs');
  const busy = [start, stop, restart, usePort].some(({ isPending }) => isPending);
  const refused = { onError: ({ message }: Error) => toast(message, 'refused') };
  const failure = service.phase === 'failed' ? service.failure : undefined;
  const act = (action: ServiceAction) => {
    switch (action) {
      case 'start':
      case 'try-again':
        return start.mutate(null, refused);
      case 'stop':
        return stop.mutate(null, refused);
      case 'restart':
        return restart.mutate(null, refused);
      case 'change-folder':
      case 'add-from-git':
        return onOpen(action);
      case 'open-its-page':
        return openExternal.mutate({ url: failure?.servedAt ?? '' }, refused);
      case 'other-port':
        return usePort.mutate({ port: failure?.nextFreePort ?? 0 }, refused);
      case 'change-address':
        return navigate({ view: 'settings' });
      case 'show-log':
        return showLogs.mutate(null, refused);
    }
  };
  return [...(next === undefined ? [] : [next]), ...actions].map((action) => {
    const [label, icon] = LOOKS[action];
    return (
      <Button
        key={action}
        kind={action === next ? 'primary' : QUIET.has(action) ? 'quiet' : 'plain'}
        icon={icon}
        busy={busy}
        onClick={() => act(action)}
      >
        {action === 'other-port' ? `Use ${failure?.nextFreePort}` : label}
      </Button>
    );
  });
}
