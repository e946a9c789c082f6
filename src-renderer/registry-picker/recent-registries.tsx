import type { DesktopBridge } from '../../src-main/contract/desktop-bridge.ts';
import { RecentList } from '../components/recent-list.tsx';
import { useAttempt } from '../components/use-attempt.ts';
import { useSettings, useStores } from '../stores/use-stores.tsx';
import { recentWords } from './recent-words.ts';

export function RecentRegistries({
  bridge,
  onOpen,
}: {
  readonly bridge: DesktopBridge;
  readonly onOpen: (path: string) => void;
}) {
  const { settings } = useStores();
  const attempt = useAttempt();
  const recent = useSettings().value?.recentRegistries ?? [];
  return (
    <RecentList
      recent={recent.map((registry) => ({
        ...registry,
        words: recentWords(registry, new Date()),
        isKept: registry.current,
      }))}
      onOpen={onOpen}
      onForget={(path) => attempt(() => bridge.forgetRegistry({ path }).then(settings.take))}
    />
  );
}
