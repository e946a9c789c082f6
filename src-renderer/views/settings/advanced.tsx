import type { AppInfo } from '../../../src-main/contract/app-states.ts';
import type { Settings, SettingsChange } from '../../../src-main/contract/settings.ts';
import { isLoopbackName } from '../../../src-server/contract/service.ts';
import { shortFolder } from '../../../src-server/contract/words.ts';
import { useCommand } from '../../data/use-app.ts';
import { Revealed } from '../../text/revealed.tsx';
import { TextButton } from '../../ui/controls/button.tsx';
import { CheckField, SelectField } from '../../ui/controls/fields.tsx';
import { Setting } from './setting.tsx';
import { ValueField } from './value-field.tsx';

export function Advanced({
  settings,
  info,
  change,
}: {
  readonly settings: Settings;
  readonly info: AppInfo | undefined;
  readonly change: (change: SettingsChange) => void;
}) {
  const revealConfig = useCommand('revealConfig');
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
            <TextButton onClick={() => revealConfig.mutate(null)}>
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
