/** Reads, plans and removes our hook in a client's settings. */

import { isDeepStrictEqual } from 'node:util';
import { getNodeValue } from 'jsonc-parser';
import { isJsonObject, type JsonObject } from '../contract/api.ts';
import type { ConnectRequest, ConnectTarget, HookState, McpClientKind } from '../contract/clients/clients.ts';
import {
  type HookRow,
  hookGroup,
  hookRow,
  hookUrl,
  isPlainUrl,
  ownHookFile,
} from '../contract/clients/hook-rows.ts';
import { type EditResult, editItem, editJson, parseObject } from './edit-settings.ts';
import { expandPath, type Machine } from './machine.ts';
import {
  linkObstacle,
  type PlannedChange,
  plannedChange,
  plannedRemoval,
  readSettings,
} from './settings-file.ts';

/** Says how the client's hook stands; undefined if the client has none that we know. */
export async function readHook(
  machine: Machine,
  { id }: McpClientKind,
  { mcpUrl }: ConnectTarget,
): Promise<HookState | undefined> {
  const place = placeOf(machine, id);
  if (place === undefined) return undefined;
  const { row, file } = place;
  const url = hookUrl(mcpUrl);
  const isWindows = machine.platform === 'win32';
  const snippet = snippetOf(row, url, isWindows);
  const shared = { settingsFile: file, url, snippet, ...(row.note !== undefined && { note: row.note }) };
  const read = await readSettings(file);
  if (!read.ok) return { ...shared, state: 'unreadable', says: read.reason };
  const { text } = read.text;
  if (row.form === 'plugin')
    return { ...shared, state: text === '' ? 'absent' : text === snippet ? 'connected' : 'outdated' };
  const found = ownGroups(row, text);
  if (!found.ok) return { ...shared, state: 'unreadable', says: `${file}: ${found.reason}` };
  const { own } = found;
  const isRight = own.some(({ group }) => isSame(group, hookGroup(row, url, isWindows)));
  return { ...shared, state: own.length === 0 ? 'absent' : isRight ? 'connected' : 'outdated' };
}

/** Plans to write our hook, or to take it out. */
export async function planHook(
  machine: Machine,
  kind: McpClientKind,
  { mcpUrl }: ConnectTarget,
  { project, remove: isRemoval = false }: ConnectRequest,
): Promise<PlannedChange> {
  if (project !== undefined)
    return { ok: false, reason: 'Hooks stand in your own settings: leave --scope project out.' };
  const place = placeOf(machine, kind.id);
  if (place === undefined)
    return { ok: false, reason: `${kind.name} has no hook whose answer its model was seen to get.` };
  const { row, file } = place;
  const url = hookUrl(mcpUrl);
  if (!isPlainUrl(url)) return { ok: false, reason: `${url} can’t stand in a hook: use a plain address.` };
  const read = await readSettings(file);
  if (!read.ok) return read;
  const before = read.text;
  const obstacle = await linkObstacle(before, machine.home, undefined);
  if (obstacle !== undefined) return { ok: false, reason: obstacle };
  const isWindows = machine.platform === 'win32';
  const whole = row.form === 'plugin' || (row.isOwnFile && before.text.trim() === '');
  if (whole && !isRemoval) return plannedChange(before, ownHookFile(row, url, isWindows));
  if (row.form === 'plugin') return plannedRemoval(before, before.text === '' ? before.text : '');
  const planned = isRemoval
    ? withoutHook(row, before.text)
    : withHook(row, before.text, hookGroup(row, url, isWindows));
  if (!planned.ok) return { ok: false, reason: `${file} is left as it is. ${planned.reason}` };
  if (!isRemoval) return plannedChange(before, planned.text);
  return plannedRemoval(before, row.isOwnFile && saysVersionOnly(planned.text) ? '' : planned.text);
}

function placeOf(
  machine: Machine,
  id: McpClientKind['id'],
): { readonly row: HookRow; readonly file: string } | undefined {
  const row = hookRow(id);
  const file = row && expandPath(row.file, machine);
  return row === undefined || file === undefined ? undefined : { row, file };
}

function snippetOf(row: HookRow, url: string, isWindows: boolean): string {
  if (row.isOwnFile) return ownHookFile(row, url, isWindows);
  return JSON.stringify({ hooks: { [row.event]: [hookGroup(row, url, isWindows)] } }, undefined, 2);
}

/** Compares without prototypes, which parsed objects lack. */
function isSame(found: unknown, wanted: unknown): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(found)), JSON.parse(JSON.stringify(wanted)));
}

interface OwnGroup {
  /** Its place in the list of the event. */
  readonly at: number;
  readonly group: JsonObject;
  /** Places of hooks of ours within a group that holds others, too; empty if the whole group is ours. */
  readonly inside: readonly number[];
}

type FoundGroups =
  | {
      readonly ok: true;
      readonly path: readonly string[];
      readonly count: number;
      readonly own: readonly OwnGroup[];
    }
  | { readonly ok: false; readonly reason: string };

const OUR_ROUTE = /https?:\/\/([\w.:[\]-]+)\/v1\/hook(?![\w./-])/;
const THIS_COMPUTER =
  /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|host\.docker\.internal)(?::\d+)?$/i;

/** Whether a hook calls our route: on this computer, or as we write it for another one. Others may call theirs so, too. */
function isOurs(row: HookRow, hook: unknown): boolean {
  if (!isJsonObject(hook)) return false;
  const { url, command, bash, powershell } = hook;
  return [url, command, bash, powershell].some((each) => {
    const [address, host = ''] = (typeof each === 'string' && OUR_ROUTE.exec(each)) || [];
    if (address === undefined) return false;
    return (
      THIS_COMPUTER.test(host) || [false, true].some((isWindows) => isWritten(row, hook, address, isWindows))
    );
  });
}

function isWritten(row: HookRow, hook: JsonObject, url: string, isWindows: boolean): boolean {
  const group = hookGroup(row, url, isWindows);
  const { hooks } = group;
  return isSame(hook, Array.isArray(hooks) ? hooks[0] : group);
}

function ownGroups(row: HookRow, text: string): FoundGroups {
  const { event } = row;
  const parsed = parseObject(text.replace(/^\uFEFF/, ''));
  if (!parsed.ok) return parsed;
  const root: unknown = parsed.root === undefined ? {} : getNodeValue(parsed.root);
  const { hooks = {} } = root as JsonObject;
  if (!isJsonObject(hooks)) return { ok: false, reason: 'Its "hooks" is not an object.' };
  const { [event]: list = [] } = hooks;
  if (!Array.isArray(list)) return { ok: false, reason: `Its "${event}" is not a list.` };
  const own = list.flatMap((group: unknown, at): OwnGroup[] => {
    if (!isJsonObject(group)) return [];
    if (isOurs(row, group)) return [{ at, group, inside: [] }];
    const inner = Array.isArray(group['hooks']) ? group['hooks'] : [];
    const inside = inner.flatMap((hook, place) => (isOurs(row, hook) ? [place] : []));
    if (inside.length === 0) return [];
    return [{ at, group, inside: inside.length === inner.length ? [] : inside }];
  });
  return { ok: true, path: ['hooks', event], count: list.length, own };
}

function withHook(row: HookRow, text: string, group: JsonObject): EditResult {
  const found = ownGroups(row, text);
  if (!found.ok) return found;
  const { path, count, own } = found;
  const kept = own.find((one) => isSame(one.group, group));
  const cleared = withoutGroups(
    text,
    path,
    own.filter((one) => one !== kept),
  );
  if (!cleared.ok || kept !== undefined) return cleared;
  // An empty list is written anew, since nothing shows how its items are indented.
  const left = count - own.filter(({ inside }) => inside.length === 0).length;
  return left === 0 ? editJson(cleared.text, path, [group]) : editItem(cleared.text, path, -1, group);
}

function withoutHook(row: HookRow, text: string): EditResult {
  const found = ownGroups(row, text);
  if (!found.ok || found.own.length === 0) return found.ok ? { ok: true, text } : found;
  const cleared = withoutGroups(text, found.path, found.own);
  if (!cleared.ok) return cleared;
  const left = ownGroups(row, cleared.text);
  if (!left.ok || left.count > 0) return cleared;
  const withoutEvent = editJson(cleared.text, found.path, undefined);
  if (!withoutEvent.ok) return withoutEvent;
  const parsed = parseObject(withoutEvent.text.replace(/^\uFEFF/, ''));
  const root: unknown = parsed.ok && parsed.root !== undefined ? getNodeValue(parsed.root) : {};
  const hooks = isJsonObject(root) ? root['hooks'] : undefined;
  const isEmpty = isJsonObject(hooks) && Object.keys(hooks).length === 0;
  return isEmpty ? editJson(withoutEvent.text, ['hooks'], undefined) : withoutEvent;
}

/** Takes out from behind, so that the places before stay. */
function withoutGroups(text: string, path: readonly string[], own: readonly OwnGroup[]): EditResult {
  const places = own.flatMap(
    ({ at, inside }): (readonly [list: readonly (string | number)[], at: number])[] =>
      inside.length === 0 ? [[path, at]] : inside.map((place) => [[...path, at, 'hooks'], place]),
  );
  return places
    .toReversed()
    .reduce<EditResult>(
      (result, [list, at]) => (result.ok ? editItem(result.text, list, at, undefined) : result),
      { ok: true, text },
    );
}

function saysVersionOnly(text: string): boolean {
  const parsed = parseObject(text);
  const root: unknown = parsed.ok && parsed.root !== undefined ? getNodeValue(parsed.root) : {};
  return isJsonObject(root) && Object.keys(root).every((key) => key === 'version');
}
