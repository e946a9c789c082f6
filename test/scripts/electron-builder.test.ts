import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const config = parse(readFileSync('electron-builder.yml', 'utf8')) as {
  readonly appId: string;
  readonly electronFuses: Readonly<Record<string, boolean>>;
  readonly mac: { readonly extendInfo: Readonly<Record<string, unknown>> };
};

describe('how the app is packed', () => {
  it('names it as it names itself: login entries, notifications and upgrades hang on that', () => {
    expect(readFileSync('src-main/main.ts', 'utf8')).toContain(`const APP_ID = '${config.appId}';`);
  });

  it('lets nothing run in the signed binary but the archive', () => {
    const { resetAdHocDarwinSignature: _signature, ...fuses } = config.electronFuses;
    const on = Object.entries(fuses).flatMap(([name, state]) => (state ? [name] : []));
    expect(on).toEqual(['enableEmbeddedAsarIntegrityValidation', 'onlyLoadAppFromAsar']);
  });

  it('asks macOS for no camera, microphone or Bluetooth, and says why for folders', () => {
    const { extendInfo } = config.mac;
    const taken = Object.entries(extendInfo).flatMap(([key, value]) => (value === null ? [key] : []));
    expect(taken.join()).toMatch(/Audio.*Bluetooth.*Camera.*Microphone/);
    for (const [key, value] of Object.entries(extendInfo))
      if (/Folder|Volumes/.test(key)) expect(value, key).toMatch(/registry/);
  });

  it('cleans up after itself on Windows when it is uninstalled, and not when it is upgraded', () => {
    const script = readFileSync('assets/installer.nsh', 'utf8');
    const [, kept = '', guarded = ''] =
      /!macro customUnInstall\n([\s\S]*?)\$\{ifNot\} \$\{isUpdated\}\n([\s\S]*?)\$\{endIf\}/.exec(script) ??
      [];
    expect(kept).not.toContain('Delete');
    expect(guarded).toContain('CurrentVersion\\Run" "');
    expect(guarded).toContain('StartupApproved\\Run');
    // What Electron writes so that a click on a notification finds the app.
    const [, activator] =
      /TOAST_ACTIVATOR = '(\{[0-9a-f-]{36}\})'/.exec(readFileSync('src-main/main.ts', 'utf8')) ?? [];
    expect(guarded).toContain(`DeleteRegKey HKCU "Software\\Classes\\CLSID\\${activator}"`);
    expect(script.match(/Delete/g)).toHaveLength(guarded.match(/Delete/g)?.length ?? 0);
  });
});
