import { LinkButton } from '../../components/button.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { Empty } from '../../components/states.tsx';
import { hasService, offersView } from '../../host.ts';
import { parseRoute } from '../../route/route.ts';
import { Revealed } from '../../text/revealed.tsx';

const APP_ONLY: Readonly<Record<string, { readonly title: string; readonly text: string }>> = {
  settings: {
    title: 'Settings are part of the desktop app.',
    text: 'This service was started from a terminal: its options are those of skills-registry serve.',
  },
  activity: {
    title: 'Activity is part of the desktop app.',
    text: 'The app keeps the list of requests. Home shows which programs have called this service.',
  },
};

const NEEDS_SERVICE = {
  title: 'This page is a read-only copy.',
  text: 'Connections, projects and settings need Skills Registry on your computer. Home has the command.',
};

/** Addresses of older versions. */
const GONE: typeof APP_ONLY = {
  import: {
    title: 'Skills are not imported here any more.',
    text: 'Copy the skill’s folder into the registry: it appears as soon as it is there.',
  },
};

/** Of a view that another host has. */
function elsewhereWords(address: string): typeof NEEDS_SERVICE | undefined {
  if (Object.hasOwn(GONE, address)) return GONE[address];
  if (!hasService) return offersView(parseRoute(address).view) ? undefined : NEEDS_SERVICE;
  return Object.hasOwn(APP_ONLY, address) ? APP_ONLY[address] : undefined;
}

export function NowhereView({ address }: { readonly address: string }) {
  const elsewhere = elsewhereWords(address);
  return (
    <Sheet whole>
      <Empty
        whole
        title={elsewhere?.title ?? 'There is no such page.'}
        actions={
          <>
            <LinkButton look="main" href="#/">
              Go to Home
            </LinkButton>
            <LinkButton href="#/browse">Browse all skills</LinkButton>
          </>
        }
      >
        <p role="alert">
          {elsewhere?.text ?? (
            <>
              The address{' '}
              <span className="mono">
                #/
                <Revealed text={address} />
              </span>{' '}
              leads nowhere.
            </>
          )}
        </p>
      </Empty>
    </Sheet>
  );
}
