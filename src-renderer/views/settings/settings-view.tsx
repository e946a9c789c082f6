import { FolderOpen, ScrollText } from 'lucide-react';
import { useState } from 'react';
import type {
  AppInfo,
  DesktopBridge,
  Settings,
  SettingsState,
} from '../../../src-main/contract/desktop-bridge.ts';
import { Button, LinkButton } from '../../components/button.tsx';
import { Fact, FactList } from '../../components/fact-list.tsx';
import { SelectField } from '../../components/fields.tsx';
import { Icon } from '../../components/icon.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { Sheet, SheetHead } from '../../components/sheet.tsx';
import { singleKeys, turnSingleKeys } from '../../components/single-keys.ts';
import { Notice } from '../../components/states.tsx';
import { useQuery } from '../../components/use-query.ts';
import { refusalSentence } from '../../desktop.ts';
import { PendingNotice } from '../../frame/service-controls.tsx';
import { ViewFrame } from '../../frame/view-frame.tsx';
import { isSameData } from '../../stores/same-data.ts';
import { useStore } from '../../stores/use-store.ts';
import { useActivity, useService, useSettings, useStores } from '../../stores/use-stores.tsx';
import { Revealed } from '../../text/revealed.tsx';
import { ServiceSettings } from './service-settings.tsx';
import { type Change, SECTIONS, Section, Setting, Switch } from './setting.tsx';
import styles from './settings.module.css';
import { StartSettings } from './start-settings.tsx';

const NONE: readonly string[] = [];

type Run = (action: () => Promise<unknown>) => void;

export default function SettingsView({ bridge }: { readonly bridge: DesktopBridge }) {
  return (
    <ViewFrame of={useSettings()} whole>
      {(state) => <Listing bridge={bridge} state={state} />}
    </ViewFrame>
  );
}

function Sections() {
  return (
    <nav className={`${styles.sections} scroll`} aria-label="Settings sections">
      <ul className={styles.toc}>
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
  );
}

function Listing({ bridge, state }: { readonly bridge: DesktopBridge; readonly state: SettingsState }) {
  const info = useQuery(bridge.getAppInfo, '').value;
  const [refused, setRefused] = useState<string>();
  const { settings } = useStores();
  const pending = useService((service) => ('pending' in service ? service.pending : NONE), isSameData);
  const run: Run = (action) => {
    setRefused(undefined);
    action().catch((error: unknown) => setRefused(refusalSentence(error)));
  };
  const change: Change = (next) => run(() => settings.change(next));
  return (
    <div className={styles.sets}>
      <Sections />
      <Sheet scrolls className={styles.paper} aria-labelledby="settings-title">
        <SheetHead>
          <h1 id="settings-title">Settings</h1>
          <span className="muted number">Applied at once, unless a row says otherwise</span>
        </SheetHead>
        {refused !== undefined && (
          <div className={styles.settingsNotice}>
            <Notice tone="bad" title={refused} />
          </div>
        )}
        {pending.length > 0 && (
          <div className={styles.settingsNotice}>
            <PendingNotice restart={bridge.restartServer} />
          </div>
        )}
        <StartSettings state={state} info={info} change={change} />
        <ServiceSettings state={state} pending={pending} change={change} />
        <RegistrySettings settings={state.settings} bridge={bridge} run={run} />
        <PrivacySettings bridge={bridge} settings={state.settings} change={change} run={run} />
        <LookSettings settings={state.settings} change={change} />
        <About info={info} bridge={bridge} run={run} />
      </Sheet>
    </div>
  );
}

function RegistrySettings({
  settings,
  bridge,
  run,
}: {
  readonly settings: Settings;
  readonly bridge: DesktopBridge;
  readonly run: Run;
}) {
  return (
    <Section id="registry">
      <div className={styles.set}>
        <div>
          <span className={styles.setName}>Folder</span>
          <p className="mono path">
            <Revealed text={settings.registry ?? 'The sample that came with the app'} />
          </p>
        </div>
        <div className={styles.setControl}>
          <LinkButton href="#/registry">Change…</LinkButton>
          {settings.registry !== null && (
            <Button
              look="bare"
              onClick={() => run(() => bridge.revealPath({ path: settings.registry ?? '' }))}
            >
              <Icon of={FolderOpen} />
              Reveal
            </Button>
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
  readonly run: Run;
}) {
  const activity = useActivity().value;
  return (
    <Section id="privacy">
      <Switch
        name="Record activity"
        note="The last 1,000 requests, in memory only."
        checked={activity?.recording ?? false}
        disabled={activity === undefined}
        onChange={(recording) => run(() => bridge.recordActivity({ recording }))}
      />
      <Switch
        name="Look for updates of registries once a day"
        note="Asks only the addresses that you added. It reports what is new; only a registry that you follow takes it."
        checked={settings.checkRegistries}
        onChange={(checkRegistries) => change({ checkRegistries })}
      />
      <Setting
        name="Write to the log"
        note="Texts of skills are never logged. “Everything” also logs each request."
        control={({ id, describedBy }) => (
          <SelectField
            id={id}
            aria-describedby={describedBy}
            value={settings.logLevel}
            onChange={(event) => change({ logLevel: event.currentTarget.value as Settings['logLevel'] })}
          >
            <option value="error">errors</option>
            <option value="warn">errors and warnings</option>
            <option value="info">what happens</option>
            <option value="debug">everything</option>
          </SelectField>
        )}
      />
    </Section>
  );
}

function LookSettings({ settings, change }: { readonly settings: Settings; readonly change: Change }) {
  const hasSingleKeys = useStore(singleKeys);
  return (
    <Section id="look">
      <div className={styles.set}>
        <div>
          <span className={styles.setName}>Theme</span>
        </div>
        <div className={styles.setControl}>
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
      <Switch
        name="Single keys"
        note="Letters and signs without a modifier do things, such as J for the next row. Arrows, Enter and Esc always work."
        checked={hasSingleKeys}
        onChange={turnSingleKeys}
      />
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
  readonly run: Run;
}) {
  if (info === undefined) return null;
  return (
    <Section id="about">
      <FactList>
        <Fact name={info.name}>
          {info.version}{' '}
          <span className="muted">
            · Electron {info.electron}, Chromium {info.chrome}, Node {info.node}
          </span>
        </Fact>
        <Fact name="Settings file" className={styles.place}>
          <span className="mono path">
            <Revealed text={info.settingsFile} />
          </span>{' '}
          <Button look="bare" size="small" onClick={() => run(bridge.revealConfig)}>
            <Icon of={FolderOpen} />
            Reveal
          </Button>
        </Fact>
        <Fact name="Logs" className={styles.place}>
          <span className="mono path">
            <Revealed text={info.logsFolder} />
          </span>{' '}
          <Button look="bare" size="small" onClick={() => run(bridge.showLogs)}>
            <Icon of={ScrollText} />
            Show
          </Button>
        </Fact>
      </FactList>
    </Section>
  );
}
