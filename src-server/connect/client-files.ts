import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MCP_CLIENTS, type McpClientId } from '../contract/clients/mcp-clients.ts';
import { expandPath, findCommand, type Machine } from './machine.ts';

/** @param project default: the user's settings */
export function settingsFile(machine: Machine, id: McpClientId, project?: string): string | undefined {
  const { files, projectFile } = MCP_CLIENTS[id];
  if (project !== undefined) return projectFile === undefined ? undefined : join(project, projectFile);
  if (isRemote(machine, id)) return undefined;
  const paths = expandAll(files, machine);
  const optional = expandAll(
    files.filter((file) => file.startsWith('?')),
    machine,
  );
  return (
    paths.find((file) => existsSync(file)) ??
    paths.find((file) => existsSync(dirname(file))) ??
    optional[0] ??
    paths[0]
  );
}

/** The client runs on another computer, as VS Code with WSL or over ssh, and was never started here. */
export function isRemote(machine: Machine, id: McpClientId): boolean {
  const { remoteFolder, files, signs = [] } = MCP_CLIENTS[id];
  if (remoteFolder === undefined || !expandAll([remoteFolder], machine).some(isTrace)) return false;
  const optional = files.filter((file) => file.startsWith('?'));
  return !expandAll([...signs, ...optional], machine).some(
    (path) => existsSync(path) || path.includes(FLATPAKS),
  );
}

const FLATPAKS = '/.var/app/';

/** Files with misplaced servers; not read by the client. */
export function otherFiles(machine: Machine, id: McpClientId): readonly string[] {
  return expandAll(MCP_CLIENTS[id].otherFiles ?? [], machine);
}

/** Ignores empty folders, left by uninstalled clients and other programs. */
export function isInstalled(machine: Machine, id: McpClientId): boolean {
  const { files, signs = [], commands = [], applications = [], remoteFolder } = MCP_CLIENTS[id];
  const traces = expandAll(
    [...files, ...signs, ...(remoteFolder === undefined ? [] : [remoteFolder])],
    machine,
  );
  const bundles = machine.applications.flatMap((folder) => applications.map((name) => join(folder, name)));
  return (
    traces.some(isTrace) ||
    bundles.some((path) => existsSync(path)) ||
    commands.some((command) => findCommand(machine, command) !== undefined)
  );
}

/** With a leading `?`, such as another version's: only if the folder, or the folder of the Flatpak, exists. */
function expandAll(templates: readonly string[], machine: Machine): readonly string[] {
  return templates.flatMap((template) => {
    const path = expandPath(template.replace(/^\?/, ''), machine);
    const isMeant = path !== undefined && (!template.startsWith('?') || existsSync(folderOf(path)));
    return isMeant ? [path] : [];
  });
}

function isTrace(path: string): boolean {
  try {
    return !statSync(path).isDirectory() || readdirSync(path).length > 0;
  } catch {
    return false;
  }
}

/** `~/.var/app/com.visualstudio.code` of a file anywhere below. */
function folderOf(path: string): string {
  return /^.*\/\.var\/app\/[^/]+/.exec(path)?.[0] ?? dirname(path);
}
