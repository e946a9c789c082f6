import type { Help } from '../../src-main/contract/describe-service.ts';
import type { DesktopBridge } from '../../src-main/contract/desktop-bridge.ts';
import { Button, LinkButton } from '../components/button.tsx';
import { useAttempt } from '../components/use-attempt.ts';
import { desktop } from '../desktop.ts';
import type { Resource } from '../stores/resource.ts';
import type { Reason } from './view-reason.ts';

const PLACES: Readonly<Partial<Record<Help, string>>> = {
  'Choose another folder': '#/registry',
  'Change the address': '#/settings',
  'See Home': '#/',
};

const REQUESTS: Readonly<Partial<Record<Help, 'startServer' | 'restartServer' | 'showLogs'>>> = {
  Start: 'startServer',
  'Try again': 'startServer',
  Restart: 'restartServer',
  'Show the log': 'showLogs',
} satisfies Partial<Record<Help, keyof DesktopBridge>>;

/** A browser lacks the app's actions. */
export function HelpButtons({
  reason,
  resources,
}: {
  readonly reason: Reason;
  readonly resources: readonly Resource<unknown>[];
}) {
  const attempt = useAttempt();
  return reason.help.map((help, index) => {
    const look = index === 0 ? 'main' : 'plain';
    const place = PLACES[help];
    if (place !== undefined)
      return (
        <LinkButton key={help} look={look} href={place}>
          {help}
        </LinkButton>
      );
    const request = REQUESTS[help];
    const ask = request && desktop?.[request];
    if (request !== undefined && ask === undefined) return null;
    const onClick = () => {
      if (ask === undefined) for (const resource of resources) resource.retry();
      else attempt(ask);
    };
    return (
      <Button key={help} look={look} onClick={onClick}>
        {help === 'Ask again' ? 'Try again' : help}
      </Button>
    );
  });
}
