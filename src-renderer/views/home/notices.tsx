import { X } from 'lucide-react';
import { Button, LinkButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Notice } from '../../components/states.tsx';
import { WebLink } from '../../components/web-link.tsx';
import { useNotices, useStores } from '../../stores/use-stores.tsx';

export function Notices() {
  const { notices } = useStores();
  const notice = useNotices().at(-1);
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
          {notice.link?.url.startsWith('#') && (
            <LinkButton href={notice.link.url}>{notice.link.label}</LinkButton>
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
      <p>
        {notice.text}{' '}
        {notice.link !== undefined && !notice.link.url.startsWith('#') && (
          <WebLink url={notice.link.url}>{notice.link.label}</WebLink>
        )}
      </p>
    </Notice>
  );
}
