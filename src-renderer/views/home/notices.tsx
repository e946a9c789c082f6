import { X } from 'lucide-react';
import { useEffect } from 'react';
import { Button, LinkButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Notice } from '../../components/states.tsx';
import { desktop } from '../../desktop.ts';
import { navigate } from '../../route/use-route.ts';
import { readStored, store } from '../../stored.ts';
import { useNotices, useWorld } from '../../world/use-world.tsx';

/** What the desktop app has to say once; the oldest first, one at a time. */
export function Notices() {
  const { notices } = useWorld();
  const [notice] = useNotices();
  if (notice === undefined) return null;
  return (
    <Notice
      tone="care"
      mark="severity-info"
      title={notice.title}
      action={
        <span className="actions">
          {(notice.id === 'sample-registry' || notice.id === 'registry-gone') && (
            <LinkButton href="#/registry">Choose a folder</LinkButton>
          )}
          <Button
            look="bare"
            iconOnly
            aria-label="Close this notice"
            onClick={() => notices.dismiss(notice.id)}
          >
            <Icon of={X} />
          </Button>
        </span>
      }
    >
      <p>{notice.text}</p>
    </Notice>
  );
}

const ASKED = 'skills-registry.asked-for-a-folder';

/** The very first window asks which folder to serve, once; until then the sample is there. */
export function FirstStart() {
  useEffect(() => {
    if (desktop === undefined || readStored(ASKED) !== undefined) return;
    void desktop.getAppInfo().then(
      ({ firstStart }) => {
        store(ASKED, 'yes');
        if (firstStart) navigate({ view: 'registry' }, 'replace');
      },
      () => {},
    );
  }, []);
  return null;
}
