import { FolderOpen, RotateCw, ScrollText } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import type {
  AppInfo,
  DesktopBridge,
  Settings,
  SettingsChange,
  SettingsState,
} from '../../../src-main/ipc/contract.ts';
import { Icon } from '../../components/icon.tsx';
import { Mark } from '../../components/mark.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { Notice, SkeletonRows } from '../../components/states.tsx';
import { refusalSentence } from '../../desktop.ts';
import { useService } from '../../service/service-context.tsx';
import { CommitField } from './commit-field.tsx';
import { isLoopback, readOrigins, readPort } from './read-fields.ts';
import './settings.css';
import { useActivity } from '../../service/use-activity.ts';

type Change = (change: SettingsChange) => void;

const SECTIONS = [
  ['start', 'Start and quit'],
  ['service', 'Service'],
  ['registry', 'Registry'],
  ['privacy', 'Privacy'],
  ['look', 'Look'],
  ['about', 'About'],
] as const;

/** Every setting, applied at once; what needs a restart of the service says so in its row. */
export default function SettingsView({ bridge }: { readonly bridge: DesktopBridge }) {
  const [state, setState] = useState<SettingsState>();
  const [info, setInfo] = useState<AppInfo>();
  const [refused, setRefused] = useState<string>();
  const { server } = useService();
  useEffect(() => {
    void bridge.getSettings().then(setState, () => {});
    void bridge.getAppInfo().then(setInfo, () => {});
    return bridge.on('settings', setState);
  }, [bridge]);
  if (state === undefined)
    return (
      <div className="sheet full">
        <SkeletonRows rows={10} />
      </div>
    );
  const change: Change = (next) => {
    setRefused(undefined);
    bridge.changeSettings(next).then(setState, (error: unknown) => setRefused(refusalSentence(error)));
  };
  const run = (action: () => Promise<unknown>) => {
    setRefused(undefined);
    action().catch((error: unknown) => setRefused(refusalSentence(error)));
  };
  const pending = server?.state === 'ready' ? server.pending : [];
  return (
    <div className="sets">
      <nav className="filters scroll" aria-label="Settings sections">
        <ul className="toc">
          {SECTIONS.map(([id, title]) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => document.getElementById(`settings-${id}`)?.scrollIntoView({ block: 'start' })}
              >
                {title}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <section className="sheet scroll" aria-labelledby="settings-title">
        <div className="head">
          <h1 id="settings-title">Settings</h1>
          <span className="sub">Applied at once, unless a row says otherwise</span>
        </div>
        {refused !== undefined && (
          <div className="settings-notice">
            <Notice tone="bad" title={refused} />
          </div>
        )}
        {pending.length > 0 && (
          <div className="settings-notice">
            <Notice
              tone="care"
              mark="state-wait"
              title="Changes wait for a restart of the service."
              action={
                <button type="button" className="button" onClick={() => run(bridge.restartServer)}>
                  <Icon of={RotateCw} />
                  Restart now
                </button>
              }
            >
              <p>Until then it goes on as it is.</p>
            </Notice>
          </div>
        )}
        <StartSettings state={state} info={info} change={change} />
        <ServiceSettings state={state} pending={pending} change={change} />
        <RegistrySettings settings={state.settings} bridge={bridge} run={run} />
        <PrivacySettings bridge={bridge} settings={state.settings} change={change} run={run} />
        <LookSettings settings={state.settings} change={change} />
        <About info={info} bridge={bridge} run={run} />
      </section>
    </div>
  );
}

function Section({
  id,
  children,
}: {
  readonly id: (typeof SECTIONS)[number][0];
  readonly children: ReactNode;
}) {
  const title = SECTIONS.find(([section]) => section === id)?.[1];
  return (
    <section id={`settings-${id}`} aria-labelledby={`settings-${id}-title`}>
      <h2 id={`settings-${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}

/** One setting: its name, what follows from it, and the control, tied together for everyone. */
function Setting({
  name,
  note,
  waits = false,
  control,
}: {
  readonly name: string;
  readonly note?: ReactNode;
  /** True while the change waits for a restart of the service. */
  readonly waits?: boolean;
  readonly control: (ids: { readonly id: string; readonly describedBy: string | undefined }) => ReactNode;
}) {
  const id = useId();
  const described = note === undefined ? undefined : `${id}-note`;
  return (
    <div className="set">
      <div>
        <label htmlFor={id}>{name}</label>
        {note !== undefined && (
          <p className="muted" id={described}>
            {note}
          </p>
        )}
      </div>
      <div className="set-control">
        {waits && (
          <span className="pending">
            <Mark name="state-wait" tone="wait" />
            after a restart
          </span>
        )}
        {control({ id, describedBy: described })}
      </div>
    </div>
  );
}

function Switch({
  name,
  note,
  waits,
  checked,
  disabled = false,
  onChange,
}: {
  readonly name: string;
  readonly note?: ReactNode;
  readonly waits?: boolean;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  return (
    <Setting
      name={name}
      note={note}
      {...(waits === undefined ? {} : { waits })}
      control={({ id, describedBy }) => (
        <input
          id={id}
          type="checkbox"
          role="switch"
          aria-checked={checked}
          className="switch"
          aria-describedby={describedBy}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )}
    />
  );
}

function StartSettings({
  state,
  info,
  change,
}: {
  readonly state: SettingsState;
  readonly info: AppInfo | undefined;
  readonly change: Change;
}) {
  const { settings, startAtLogin } = state;
  const notes = {
    on: 'Read back from the system: it is on.',
    off: 'Off unless you turn it on. Read back from the system: it is off.',
  } as const;
  return (
    <Section id="start">
      <Switch
        name="Start when I log in"
        note={'reason' in startAtLogin ? startAtLogin.reason : notes[startAtLogin.state]}
        checked={startAtLogin.state === 'on'}
        disabled={startAtLogin.state === 'unsupported'}
        onChange={(on) => change({ startAtLogin: on })}
      />
      <Switch
        name="Start hidden in the tray"
        note="Only at login; started by hand, the window opens."
        checked={settings.startHidden}
        onChange={(startHidden) => change({ startHidden })}
      />
      <Switch
        name="Serve as soon as the app starts"
        checked={settings.serveOnStart}
        onChange={(serveOnStart) => change({ serveOnStart })}
      />
      <Setting
        name="Closing the window"
        note={
          info?.hasTray === false
            ? 'This desktop has no place for a tray icon, so closing quits, whatever is chosen here.'
            : undefined
        }
        control={({ id, describedBy }) => (
          <select
            id={id}
            className="field"
            aria-describedby={describedBy}
            value={settings.closeToTray ? 'tray' : 'quit'}
            onChange={(event) => change({ closeToTray: event.currentTarget.value === 'tray' })}
          >
            <option value="tray">keeps serving in the tray</option>
            <option value="quit">quits</option>
          </select>
        )}
      />
    </Section>
  );
}

function ServiceSettings({
  state,
  pending,
  change,
}: {
  readonly state: SettingsState;
  readonly pending: readonly string[];
  readonly change: Change;
}) {
  const { settings } = state;
  return (
    <Section id="service">
      <Setting
        name="Port"
        note="1 to 65535. Clients that are connected need the new one, too."
        waits={pending.includes('port')}
        control={({ id, describedBy }) => (
          <CommitField
            id={id}
            describedBy={describedBy}
            value={String(settings.port)}
            read={readPort}
            problem="A whole number from 1 to 65535."
            onCommit={(port) => change({ port })}
            size={6}
            numeric
          />
        )}
      />
      <Setting
        name="Address"
        note={
          isLoopback(settings.host)
            ? '127.0.0.1: this computer only.'
            : 'Other computers can reach the service. It has no password.'
        }
        waits={pending.includes('host')}
        control={({ id, describedBy }) => (
          <CommitField
            id={id}
            describedBy={describedBy}
            value={settings.host}
            read={(text) => (/^[0-9A-Za-z.:-]{1,253}$/.test(text) ? text : undefined)}
            problem="An IP address or a host name."
            onCommit={(host) => change({ host })}
            size={16}
          />
        )}
      />
      <Setting
        name="Web pages that may ask"
        note="Their origins, one in each line, such as https://tool.example. All others are refused."
        waits={pending.includes('allowedOrigins')}
        control={({ id, describedBy }) => (
          <CommitField
            id={id}
            describedBy={describedBy}
            value={settings.allowedOrigins.join('\n')}
            read={readOrigins}
            problem="Each line an origin: a scheme and a host, without a path."
            onCommit={(allowedOrigins) => change({ allowedOrigins })}
            multiline
          />
        )}
      />
      <Switch
        name="Accept new skills over HTTP"
        note="Anyone who can reach this port may add community skills. Existing ones are never overwritten."
        waits={pending.includes('allowSubmit')}
        checked={settings.allowSubmit}
        onChange={(allowSubmit) => change({ allowSubmit })}
      />
    </Section>
  );
}

function RegistrySettings({
  settings,
  bridge,
  run,
}: {
  readonly settings: Settings;
  readonly bridge: DesktopBridge;
  readonly run: (action: () => Promise<unknown>) => void;
}) {
  return (
    <Section id="registry">
      <div className="set">
        <div>
          <span className="set-name">Folder</span>
          <p className="mono path">{settings.registry ?? 'The sample that came with the app'}</p>
        </div>
        <div className="set-control">
          <a className="button" href="#/registry">
            Change…
          </a>
          {settings.registry !== null && (
            <button
              type="button"
              className="button bare"
              onClick={() => run(() => bridge.revealPath({ path: settings.registry ?? '' }))}
            >
              <Icon of={FolderOpen} />
              Reveal
            </button>
          )}
        </div>
      </div>
    </Section>
  );
}

function PrivacySettings({
  bridge,
  settings,
  change,
  run,
}: {
  readonly bridge: DesktopBridge;
  readonly settings: Settings;
  readonly change: Change;
  readonly run: (action: () => Promise<unknown>) => void;
}) {
  const activity = useActivity();
  return (
    <Section id="privacy">
      <Switch
        name="Record activity"
        note="The last 1,000 requests, in memory only."
        checked={activity?.recording ?? false}
        disabled={activity === undefined}
        onChange={(recording) => run(() => bridge.recordActivity({ recording }))}
      />
      <Setting
        name="Write to the log"
        note="Texts of skills are never logged; single requests only with everything."
        control={({ id, describedBy }) => (
          <select
            id={id}
            className="field"
            aria-describedby={describedBy}
            value={settings.logLevel}
            onChange={(event) => change({ logLevel: event.currentTarget.value as Settings['logLevel'] })}
          >
            <option value="error">errors</option>
            <option value="warn">errors and warnings</option>
            <option value="info">what happens</option>
            <option value="debug">everything</option>
          </select>
        )}
      />
    </Section>
  );
}

function LookSettings({ settings, change }: { readonly settings: Settings; readonly change: Change }) {
  return (
    <Section id="look">
      <div className="set">
        <div>
          <span className="set-name">Theme</span>
        </div>
        <div className="set-control">
          <Segmented<Settings['theme']>
            label="Theme"
            options={[
              ['system', 'System'],
              ['light', 'Light'],
              ['dark', 'Dark'],
            ]}
            value={settings.theme}
            onChange={(theme) => change({ theme })}
          />
        </div>
      </div>
    </Section>
  );
}

function About({
  info,
  bridge,
  run,
}: {
  readonly info: AppInfo | undefined;
  readonly bridge: DesktopBridge;
  readonly run: (action: () => Promise<unknown>) => void;
}) {
  if (info === undefined) return null;
  return (
    <Section id="about">
      <dl className="facts">
        <div>
          <dt>{info.name}</dt>
          <dd>
            {info.version}{' '}
            <span className="muted">
              · Electron {info.electron}, Chromium {info.chrome}, Node {info.node}
            </span>
          </dd>
        </div>
        <div>
          <dt>Settings file</dt>
          <dd>
            <span className="mono path">{info.settingsFile}</span>{' '}
            <button type="button" className="button bare" onClick={() => run(bridge.revealConfig)}>
              <Icon of={FolderOpen} />
              Reveal
            </button>
          </dd>
        </div>
        <div>
          <dt>Logs</dt>
          <dd>
            <span className="mono path">{info.logsFolder}</span>{' '}
            <button type="button" className="button bare" onClick={() => run(bridge.showLogs)}>
              <Icon of={ScrollText} />
              Show
            </button>
          </dd>
        </div>
      </dl>
    </Section>
  );
}
