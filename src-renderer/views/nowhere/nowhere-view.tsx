import { LinkButton } from '../../components/button.tsx';
import { Sheet } from '../../components/sheet.tsx';
import { Empty } from '../../components/states.tsx';
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

export function NowhereView({ address }: { readonly address: string }) {
  const appOnly = Object.hasOwn(APP_ONLY, address) ? APP_ONLY[address] : undefined;
  return (
    <Sheet whole>
      <Empty
        whole
        title={appOnly?.title ?? 'There is no such page.'}
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
          {appOnly?.text ?? (
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
