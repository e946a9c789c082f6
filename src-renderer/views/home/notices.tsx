import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Notice as DesktopNotice } from '../../../src-main/ipc/contract.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Notice } from '../../components/states.tsx';
import { desktop } from '../../desktop.ts';
import { navigate } from '../../route/use-route.ts';

/** What the desktop app has to say once; the oldest first, one at a time. */
export function Notices() {
  const [notices, setNotices] = useState<readonly DesktopNotice[]>([]);
  useEffect(() => {
    if (desktop === undefined) return;
    void desktop.getNotices().then(setNotices, () => {});
    return desktop.on('notices', setNotices);
  }, []);
  const [notice] = notices;
  if (desktop === undefined || notice === undefined) return null;
  const bridge = desktop;
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
            onClick={() => void bridge.dismissNotice({ id: notice.id }).then(setNotices, () => {})}
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
    if (desktop === undefined || localStorage.getItem(ASKED) !== null) return;
    void desktop.getAppInfo().then(
      ({ firstStart }) => {
        localStorage.setItem(ASKED, 'yes');
        if (firstStart) navigate({ view: 'registry' }, 'replace');
      },
      () => {},
    );
  }, []);
  return null;
}
