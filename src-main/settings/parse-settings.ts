import { DEFAULT_SETTINGS, SETTING_NAMES, type Settings, settingsFault } from '../contract/settings.ts';

export type ParsedSettings =
  /** `fault`: clause about the values that were reset. */
  | { readonly ok: true; readonly settings: Settings; readonly fault?: string }
  /** Clause for the user and the log. */
  | { readonly ok: false; readonly reason: string };

/** Adds defaults, drops unknown keys, resets invalid values. */
export function parseSettings(text: string): ParsedSettings {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return { ok: false, reason: 'it is not JSON' };
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    return { ok: false, reason: 'it is not a JSON object' };
  const { schemaVersion } = data as Record<string, unknown>;
  if (typeof schemaVersion === 'number' && schemaVersion > DEFAULT_SETTINGS.schemaVersion)
    return { ok: false, reason: 'it is from a newer version of the app' };
  const known: Record<string, unknown> = Object.fromEntries(
    Object.entries(data).filter(([key]) => key in DEFAULT_SETTINGS),
  );
  const faults = new Map(
    SETTING_NAMES.flatMap((name) => {
      const fault = name in known ? settingsFault({ ...DEFAULT_SETTINGS, [name]: known[name] }) : undefined;
      return fault === undefined ? [] : [[name as string, fault] as const];
    }),
  );
  const fitting = Object.entries(known).filter(([name]) => !faults.has(name));
  const settings = { ...DEFAULT_SETTINGS, ...Object.fromEntries(fitting) } as Settings;
  return faults.size === 0
    ? { ok: true, settings }
    : { ok: true, settings, fault: [...faults.values()].join(', ') };
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
