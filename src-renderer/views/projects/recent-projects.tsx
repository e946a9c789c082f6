import type { DesktopBridge } from '../../../src-main/contract/desktop-bridge.ts';
import { RecentList } from '../../components/recent-list.tsx';
import { useAttempt } from '../../components/use-attempt.ts';
import { takeFromApp } from '../../folders/shown-project.ts';
import { useSettings, useStores } from '../../stores/use-stores.tsx';

export function RecentProjects({
  bridge,
  except,
}: {
  readonly bridge: DesktopBridge;
  readonly except?: string;
}) {
  const { settings } = useStores();
  const attempt = useAttempt();
  const recent = (useSettings().value?.recentProjects ?? []).filter(({ path }) => path !== except);
  return (
    <RecentList
      recent={recent.map((entry) => ({ ...entry, words: entry.reachable ? '' : 'not reachable now' }))}
      onOpen={(path) => void takeFromApp(() => bridge.openRecentProject({ path }), path)}
      onForget={(path) => attempt(() => bridge.forgetProject({ path }).then(settings.take))}
    />
  );
}
