import { LinkButton } from '../../components/button.tsx';
import { CommandLine } from '../../components/command-line.tsx';
import { Notice } from '../../components/states.tsx';
import { desktop } from '../../desktop.ts';
import { PendingNotice } from '../../frame/service-controls.tsx';
import { useService } from '../../stores/use-stores.tsx';
import { commandWords, ownShell, serveLine } from '../../text/command-lines.ts';
import type { ImportGate } from './import-gate.ts';

export function GateNotice({ gate }: { readonly gate: ImportGate }) {
  switch (gate) {
    case 'open':
    case 'asking':
      return null;
    case 'silent':
      return (
        <Notice tone="care" title="The service does not answer.">
          <p>A folder can be chosen now; it is checked as soon as the service is back.</p>
        </Notice>
      );
    case 'off':
      return <Off />;
    case 'off-until-restart':
      return desktop && <PendingNotice restart={desktop.restartServer} />;
    case 'no-registry':
      return (
        <Notice
          tone="care"
          title="This folder belongs to one library and takes no other skills."
          action={desktop !== undefined && <LinkButton href="#/registry">Choose a registry</LinkButton>}
        >
          <p>Choose a registry: a folder with skills/&lt;language&gt;/&lt;author&gt;/&lt;name&gt;.</p>
        </Notice>
      );
  }
}

function Off() {
  const serve = useService((service) => serveLine(service, ownShell(navigator)));
  const isAttached = useService((service) => 'attachedTo' in service && service.attachedTo !== undefined);
  const isOwn = desktop !== undefined && !isAttached;
  if (isOwn)
    return (
      <Notice
        tone="care"
        title="This registry takes no new skills yet."
        action={<LinkButton href="#/settings">Open settings</LinkButton>}
      >
        <p>Turn on “Accept new skills over HTTP” in the settings, then restart the service.</p>
      </Notice>
    );
  const command = serve === undefined ? undefined : `${serve} --allow-submit`;
  return (
    <Notice tone="care" title="This registry takes no new skills yet.">
      <p>Restart the service with:</p>
      <p>
        {command === undefined ? (
          <CommandLine line={`${commandWords()} serve --allow-submit`} isTemplate />
        ) : (
          <CommandLine line={command} />
        )}
      </p>
    </Notice>
  );
}
