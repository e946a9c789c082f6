import { DEFAULT_SETTINGS, type Settings, settingsFault } from '../contract/settings.ts';

/** Migrated to the current version. */
export type ParsedSettings =
  | { readonly ok: true; readonly settings: Settings }
  /** Clause for the user and the log. */
  | { readonly ok: false; readonly reason: string };

/** By old version. */
const MIGRATIONS: Readonly<Record<number, (old: Record<string, unknown>) => Record<string, unknown>>> = {
  // Before versions existed, the port was `serverPort`.
  0: ({ serverPort, ...rest }) => ({
    ...rest,
    ...(serverPort !== undefined && { port: serverPort }),
    schemaVersion: 1,
  }),
};

/**
 * Adds defaults, drops unknown keys. An invalid value invalidates the file: guessing could serve the wrong
 * folder.
 */
export function parseSettings(text: string): ParsedSettings {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return { ok: false, reason: 'it is not JSON' };
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    return { ok: false, reason: 'it is not a JSON object' };
  const migrated = migrate(data as Record<string, unknown>);
  if (migrated === undefined) return { ok: false, reason: 'it is from a newer version of the app' };
  const known = Object.fromEntries(Object.entries(migrated).filter(([key]) => key in DEFAULT_SETTINGS));
  const settings = { ...DEFAULT_SETTINGS, ...known };
  const reason = settingsFault(settings);
  return reason === undefined ? { ok: true, settings: settings as Settings } : { ok: false, reason };
}

/** Omits defaults. */
export function formatSettings(settings: Settings): string {
  const changed = Object.entries(settings).filter(
    ([key, value]) =>
      key === 'schemaVersion' ||
      JSON.stringify(value) !== JSON.stringify(DEFAULT_SETTINGS[key as keyof Settings]),
  );
  return `${JSON.stringify(Object.fromEntries(changed), null, 2)}\n`;
}

function migrate(data: Record<string, unknown>): Record<string, unknown> | undefined {
  let current = data;
  let version = typeof data['schemaVersion'] === 'number' ? data['schemaVersion'] : 0;
  if (version > DEFAULT_SETTINGS.schemaVersion) return undefined;
  while (version < DEFAULT_SETTINGS.schemaVersion) {
    const lift = MIGRATIONS[version];
    if (lift === undefined) return undefined;
    current = lift(current);
    version += 1;
  }
  return current;
}
