import type { SettingsState } from '../../../src-main/contract/desktop-bridge.ts';
import { isLoopbackName } from '../../../src-server/contract/service/service-address.ts';
import { CommitField } from './commit-field.tsx';
import { readOrigins, readPort } from './read-fields.ts';
import { type Change, Section, Setting, Switch } from './setting.tsx';

export function ServiceSettings({
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
        note="1 to 65535. Connected clients need the new port, too."
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
          isLoopbackName(settings.host)
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
