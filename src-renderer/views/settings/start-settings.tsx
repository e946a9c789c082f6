import type { AppInfo, SettingsState } from '../../../src-main/contract/desktop-bridge.ts';
import { SelectField } from '../../components/fields.tsx';
import { type Change, Section, Setting, Switch } from './setting.tsx';

export function StartSettings({
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
    on: 'On, as reported by your system.',
    off: 'Off, as reported by your system.',
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
        note="Only at login. If you start the app yourself, the window opens."
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
            ? 'This desktop shows no tray icons, so closing the window quits the app.'
            : undefined
        }
        control={({ id, describedBy }) => (
          <SelectField
            id={id}
            aria-describedby={describedBy}
            value={settings.closeToTray ? 'tray' : 'quit'}
            onChange={(event) => change({ closeToTray: event.currentTarget.value === 'tray' })}
          >
            <option value="tray">keeps serving in the tray</option>
            <option value="quit">quits</option>
          </SelectField>
        )}
      />
    </Section>
  );
}
