import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { AppInfo, SettingsState } from '../../../src-main/contract/app-states.ts';
import type { Settings, SettingsChange } from '../../../src-main/contract/settings.ts';
import { isLoopbackName } from '../../../src-server/contract/service.ts';
import { shortFolder } from '../../../src-server/contract/words.ts';
import { useAppInfo, useCommand, useSettings } from '../../data/bridge.ts';
import { desktop } from '../../data/host.ts';
import { useService } from '../../data/registry.ts';
import { Disclosure } from '../../layout/layout.tsx';
import { useIsOfApp } from '../../layout/serve-registry.tsx';
import { href } from '../../router.ts';
import { Button, TextButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField, SelectField, TextField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Revealed } from '../../ui/revealed.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import styles from './settings.module.css';

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
      <CommonSettings state={data} change={change.mutate} />
    </Dialog>
  );
}

/** Says that settings of the service were changed and wait. */
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

function CommonSettings({
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

/** A row of the dialog, with a detail below it. */
function Setting({
  detail,
  isWide = false,
  children,
}: {
  readonly detail?: ReactNode;
  /** Whether the field stands below its label, over the whole width. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.setting} data-wide={isWide || undefined}>
      {children}
      {detail !== undefined && <p className={styles.detail}>{detail}</p>}
    </div>
  );
}

/** A field that applies what was typed at Enter, and when it is left. It keeps what can't be used, and says why. */
function ValueField<T>({
  label,
  value,
  read,
  fault,
  onCommit,
}: {
  readonly label: string;
  readonly value: string;
  /** Returns the value of a text; undefined if it can't be used. */
  readonly read: (text: string) => T | undefined;
  readonly fault: string;
  readonly onCommit: (value: T) => void;
}) {
  const [draft, setDraft] = useState<string>();
  const [isFaulty, setIsFaulty] = useState(false);
  const commit = () => {
    if (draft === undefined || draft.trim() === value) return setDraft(undefined);
    const wanted = read(draft.trim());
    setIsFaulty(wanted === undefined);
    if (wanted === undefined) return;
    setDraft(undefined);
    onCommit(wanted);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') commit();
  };
  return (
    <TextField
      label={label}
      value={draft ?? value}
      fault={isFaulty ? fault : undefined}
      onChange={({ currentTarget }) => setDraft(currentTarget.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
    />
  );
}

function Advanced({
  settings,
  info,
  change,
}: {
  readonly settings: Settings;
  readonly info: AppInfo | undefined;
  readonly change: (change: SettingsChange) => void;
}) {
  const revealSettings = useCommand('revealSettings');
  return (
    <>
      <Setting
        detail={
          isLoopbackName(settings.host)
            ? '127.0.0.1: this computer only.'
            : 'Other computers can reach the service. It has no password.'
        }
      >
        <ValueField
          label="Address"
          value={settings.host}
          read={(text) => (/^[0-9A-Za-z.:-]{1,253}$/.test(text) ? text : undefined)}
          fault="An IP address or a host name."
          onCommit={(host) => change({ host })}
        />
      </Setting>
      <Setting
        isWide
        detail="Their origins with spaces between, such as https://tool.example. All others are refused."
      >
        <ValueField
          label="Web pages that may ask"
          value={settings.allowedOrigins.join(' ')}
          read={readOrigins}
          fault="Origins: a scheme and a host, without a path."
          onCommit={(allowedOrigins) => change({ allowedOrigins })}
        />
      </Setting>
      <Setting>
        <CheckField
          label="Start hidden in the tray"
          detail="Only at login. If you start the app yourself, the window opens."
          checked={settings.startHidden}
          onChange={({ currentTarget }) => change({ startHidden: currentTarget.checked })}
        />
      </Setting>
      <Setting>
        <CheckField
          label="Serve as soon as the app starts"
          checked={settings.serveOnStart}
          onChange={({ currentTarget }) => change({ serveOnStart: currentTarget.checked })}
        />
      </Setting>
      <Setting>
        <CheckField
          label="Closing the window keeps serving"
          detail={
            info?.hasTray === false
              ? 'This desktop shows no tray icons: closing the window quits.'
              : 'In the tray, where Quit is, too.'
          }
          checked={settings.closeToTray}
          onChange={({ currentTarget }) => change({ closeToTray: currentTarget.checked })}
        />
      </Setting>
      <Setting>
        <CheckField
          label="Show what agents ask"
          detail="In Agents. The last reads and what was not found, in memory only."
          checked={settings.recordActivity}
          onChange={({ currentTarget }) => change({ recordActivity: currentTarget.checked })}
        />
      </Setting>
      <Setting>
        <CheckField
          label="Count reads per day"
          detail="By client and skill, for seven days, in a file of names and numbers. Off removes it."
          checked={settings.recordActivity && settings.countReads}
          disabled={!settings.recordActivity}
          onChange={({ currentTarget }) => change({ countReads: currentTarget.checked })}
        />
      </Setting>
      <Setting detail="Texts of skills are never logged.">
        <SelectField
          label="Write to the log"
          value={settings.logLevel}
          onChange={({ currentTarget }) => change({ logLevel: currentTarget.value as Settings['logLevel'] })}
        >
          <option value="error">errors</option>
          <option value="warn">errors and warnings</option>
          <option value="info">what happens</option>
          <option value="debug">everything, also each request</option>
        </SelectField>
      </Setting>
      {info !== undefined && (
        <Setting detail={`Electron ${info.electron}, Chromium ${info.chrome}, Node ${info.node}`}>
          <p>
            {info.name} {info.version}, settings in{' '}
            <TextButton onClick={() => revealSettings.mutate(null)}>
              <Revealed text={shortFolder(info.settingsFile)} />
            </TextButton>
          </p>
        </Setting>
      )}
    </>
  );
}

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/\s]+$/;

function readOrigins(text: string): readonly string[] | undefined {
  const origins = text.split(/[\s,]+/).filter((word) => word !== '');
  return origins.every((origin) => ORIGIN.test(origin)) ? origins : undefined;
}
