import { useState } from 'react';
import type { SettingsState } from '../../../src-main/contract/app-states.ts';
import type { SettingsChange } from '../../../src-main/contract/settings.ts';
import { shortFolder } from '../../../src-server/contract/words.ts';
import { useAppInfo, useCommand, useSettings } from '../../data/use-app.ts';
import { useService } from '../../data/use-service.ts';
import { desktop } from '../../desktop.ts';
import { useIsOfApp } from '../../layout/serve-instead.tsx';
import { href } from '../../router/route.ts';
import { Revealed } from '../../text/revealed.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Disclosure } from '../../ui/controls/disclosure.tsx';
import { CheckField, SelectField } from '../../ui/controls/fields.tsx';
import { TextLink } from '../../ui/controls/text-link.tsx';
import { Dialog } from '../../ui/over/dialog.tsx';
import { Notice } from '../../ui/show/notice.tsx';
import { Advanced } from './advanced.tsx';
import { Setting } from './setting.tsx';
import styles from './settings.module.css';
import { ValueField } from './value-field.tsx';

interface Closing {
  readonly onClose: () => void;
}

export default function SettingsDialog(props: Closing) {
  return desktop === undefined ? <InABrowser {...props} /> : <AppSettings {...props} />;
}

function InABrowser({ onClose }: Closing) {
  const isOfApp = useIsOfApp();
  return (
    <Dialog title={isOfApp ? 'Settings are in the app' : 'Settings are in the terminal'} onClose={onClose}>
      <p className="soft">
        A page in a browser changes nothing.{' '}
        {isOfApp ? (
          'The app serves this page: its settings have port, address and submissions.'
        ) : (
          <>
            Port, address and submissions are options of the command that serves;{' '}
            <TextLink to={href({ view: 'source' })}>Source</TextLink> has the commands.
          </>
        )}{' '}
        The theme is light or dark as your system says.
      </p>
    </Dialog>
  );
}

function AppSettings({ onClose }: Closing) {
  const { data } = useSettings();
  const change = useCommand('changeSettings');
  if (data === undefined) return null;
  return (
    <Dialog
      title="Settings"
      onClose={onClose}
      footer={
        <>
          <span className="muted">Applied at once.</span>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {change.error !== null && <Notice kind="error" title={<Revealed text={change.error.message} />} />}
      <Pending />
      <Settings state={data} change={change.mutate} />
    </Dialog>
  );
}

/** Settings of the service that are asked for, and wait. */
function Pending() {
  const { state } = useService();
  const restart = useCommand('restartServer');
  if (!('pending' in state) || state.pending.length === 0) return null;
  return (
    <Notice
      kind="warning"
      title="Changed settings wait for a restart."
      actions={
        <Button busy={restart.isPending} onClick={() => restart.mutate(null)}>
          Restart now
        </Button>
      }
    />
  );
}

const LARGEST_PORT = 65_535;

function Settings({
  state: { settings, startAtLogin },
  change,
}: {
  readonly state: SettingsState;
  readonly change: (change: SettingsChange) => void;
}) {
  const info = useAppInfo().data;
  const showLogs = useCommand('showLogs');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Setting detail="Connected agents need the new port, too.">
        <ValueField
          label="Port"
          value={String(settings.port)}
          read={(text) => (/^\d{1,5}$/.test(text) ? inRange(Number(text)) : undefined)}
          fault="A whole number from 1 to 65535."
          onCommit={(port) => change({ port })}
        />
      </Setting>
      <Setting>
        <CheckField
          label="Start at login"
          detail={'reason' in startAtLogin ? startAtLogin.reason : 'Hidden in the tray.'}
          checked={startAtLogin.state === 'on'}
          disabled={startAtLogin.state === 'unsupported'}
          onChange={({ currentTarget }) => change({ startAtLogin: currentTarget.checked })}
        />
      </Setting>
      <Setting>
        <CheckField
          label="Let agents submit skills"
          detail="Any program that reaches this port may add some. Existing ones are never overwritten."
          checked={settings.allowSubmit}
          onChange={({ currentTarget }) => change({ allowSubmit: currentTarget.checked })}
        />
      </Setting>
      <Setting>
        <CheckField
          label="Look for updates once a day"
          detail="Asks only the addresses of added registries. You read an update before it is taken."
          checked={settings.checkRegistries}
          onChange={({ currentTarget }) => change({ checkRegistries: currentTarget.checked })}
        />
      </Setting>
      <Setting detail={info && <Revealed text={shortFolder(info.logsFolder)} />}>
        <div className={styles.log}>
          Log
          <Button onClick={() => showLogs.mutate(null)}>Open the folder</Button>
        </div>
      </Setting>
      <Setting>
        <SelectField
          label="Theme"
          value={settings.theme}
          onChange={({ currentTarget }) =>
            change({ theme: currentTarget.value as SettingsState['settings']['theme'] })
          }
        >
          <option value="system">As the system</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </SelectField>
      </Setting>
      <Setting>
        <Disclosure summary="Advanced" isOpen={isOpen} onToggle={setIsOpen}>
          <Advanced settings={settings} info={info} change={change} />
        </Disclosure>
      </Setting>
    </>
  );
}

function inRange(port: number): number | undefined {
  return 1 <= port && port <= LARGEST_PORT ? port : undefined;
}
