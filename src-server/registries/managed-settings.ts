import { readFileSync } from 'node:fs';
import { isJsonObject, type JsonObject } from '../contract/api/json-object.ts';
import type { AddedRegistry } from '../contract/service/registry-work.ts';
import { messageOf } from '../contract/words/message-of.ts';
import { addressIdentity, isRegistryName, parseAddress } from './registry-address.ts';
import { RegistryRefusal } from './registry-refusal.ts';

export interface ManagedRegistry {
  readonly address: string;
  readonly ref: string | undefined;
  readonly folder: string | undefined;
  readonly name: string | undefined;
}

/** By an administrator, for all users of a computer. */
export interface ManagedSettings {
  /** Absolute, for messages. */
  readonly file: string;
  readonly registries: readonly ManagedRegistry[];
  /** Forbids adding and updating others. */
  readonly onlyThese: boolean;
  /** Replaces the proxy variables. */
  readonly proxy: string | undefined;
  /** Between checks of the app; 0: never. */
  readonly checkHours: number | undefined;
}

const FIELDS = ['registries', 'only_these', 'proxy', 'check_hours'];
const REGISTRY_FIELDS = ['address', 'ref', 'folder', 'name'];

/** Writable by administrators only. */
export function managedSettingsFile(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  if (platform === 'darwin') return '/Library/Application Support/Skills Registry/managed.json';
  if (platform === 'win32')
    return `${env['ProgramData'] ?? 'C:\\ProgramData'}\\Skills Registry\\managed.json`;
  return '/etc/skills-registry/managed.json';
}

/**
 * Undefined if missing.
 *
 * @throws {RegistryRefusal} if damaged: must not allow forbidden registries
 */
export function readManagedSettings(file: string): ManagedSettings | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new RegistryRefusal(`The managed settings ${file} can't be read (${code}).`);
  }
  try {
    return parseSettings(file, JSON.parse(text));
  } catch (error) {
    const reason = messageOf(error);
    throw new RegistryRefusal(`The managed settings ${file} are wrong: ${reason}`);
  }
}

function parseSettings(file: string, value: unknown): ManagedSettings {
  const settings = requireFields(value, FIELDS, 'the file');
  const { registries = [], only_these = false, proxy, check_hours } = settings;
  if (!Array.isArray(registries)) throw new Error('"registries" must be a list.');
  if (typeof only_these !== 'boolean') throw new Error('"only_these" must be true or false.');
  if (proxy !== undefined && !(typeof proxy === 'string' && /^http:\/\/[^\s/]+\/?$/.test(proxy)))
    throw new Error('"proxy" must be http://<host>:<port>.');
  if (check_hours !== undefined && !(typeof check_hours === 'number' && check_hours >= 0))
    throw new Error('"check_hours" must be a number of hours, 0 for never.');
  return {
    file,
    registries: registries.map(parseRegistry),
    onlyThese: only_these,
    proxy,
    checkHours: check_hours,
  };
}

function parseRegistry(value: unknown): ManagedRegistry {
  const { address, ref, folder, name } = requireFields(value, REGISTRY_FIELDS, 'a registry');
  for (const text of [ref, folder, name])
    if (text !== undefined && typeof text !== 'string')
      throw new Error('"ref", "folder" and "name" of a registry must be texts.');
  if (typeof address !== 'string') throw new Error('a registry has no "address".');
  if (name !== undefined && !isRegistryName(name as string))
    throw new Error(`"${String(name)}" can't be the name of a registry.`);
  const { url } = parseAddress(address);
  return {
    address: url,
    ref: ref as string | undefined,
    folder: folder as string | undefined,
    name: name as string | undefined,
  };
}

function requireFields(value: unknown, fields: readonly string[], what: string): JsonObject {
  if (!isJsonObject(value)) throw new Error(`${what} must be an object.`);
  const unknown = Object.keys(value).find((name) => !fields.includes(name));
  if (unknown !== undefined)
    throw new Error(`${what} has the unknown field "${unknown}". Known: ${fields.join(', ')}.`);
  return value;
}

type Origin = Pick<AddedRegistry, 'address'> & Partial<Pick<AddedRegistry, 'ref' | 'folder'>>;

/** A missing ref or folder, on either side, matches any. */
export function findManaged(
  settings: ManagedSettings | undefined,
  { address, ref, folder }: Origin,
): ManagedRegistry | undefined {
  return settings?.registries.find(
    (one) =>
      addressIdentity(one.address) === addressIdentity(address) &&
      (one.ref === undefined || ref === undefined || one.ref === ref) &&
      (one.folder === undefined || folder === undefined || one.folder === folder),
  );
}

/** @throws {RegistryRefusal} */
export function refuseForbidden(settings: ManagedSettings | undefined, origin: Origin): void {
  if (settings?.onlyThese !== true || findManaged(settings, origin) !== undefined) return;
  const allowed = settings.registries.map(({ address }) => address).join(', ') || 'none';
  throw new RegistryRefusal(
    `The administrator of this computer does not allow ${origin.address}. Allowed are: ${allowed} (${settings.file}).`,
  );
}

export function missingManaged(
  settings: ManagedSettings | undefined,
  added: readonly AddedRegistry[],
): readonly ManagedRegistry[] {
  const present = new Set(added.map((one) => findManaged(settings, one)));
  return (settings?.registries ?? []).filter((one) => !present.has(one));
}

/** Replaces the user's proxy. */
export function withManagedProxy(
  settings: ManagedSettings | undefined,
  env: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  if (settings?.proxy === undefined) return env;
  const { https_proxy: _, all_proxy: __, ALL_PROXY: ___, ...others } = env;
  return { ...others, HTTPS_PROXY: settings.proxy };
}
