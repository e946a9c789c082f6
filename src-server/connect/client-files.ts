import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MCP_CLIENTS, type McpClientId } from '../contract/clients/mcp-clients.ts';
import { expandPath, findCommand, type Machine } from './machine.ts';

/** @param project default: the user's settings */
export function settingsFile(machine: Machine, id: McpClientId, project?: string): string | undefined {
  const { files, projectFile } = MCP_CLIENTS[id];
  if (project !== undefined) return projectFile === undefined ? undefined : join(project, projectFile);
  const paths = expandAll(files, machine);
  return (
    paths.find((file) => existsSync(file)) ?? paths.find((file) => existsSync(dirname(file))) ?? paths[0]
  );
}

/** Files with misplaced servers; not read by the client. */
export function otherFiles(machine: Machine, id: McpClientId): readonly string[] {
  return expandAll(MCP_CLIENTS[id].otherFiles ?? [], machine);
}

/** Ignores empty folders, left by uninstalled clients and other programs. */
export function isInstalled(machine: Machine, id: McpClientId): boolean {
  const { files, signs = [], commands = [], applications = [] } = MCP_CLIENTS[id];
  const traces = expandAll([...files, ...signs], machine);
  const bundles = machine.applications.flatMap((folder) => applications.map((name) => join(folder, name)));
  return (
    traces.some(isTrace) ||
    bundles.some((path) => existsSync(path)) ||
    commands.some((command) => findCommand(machine, command) !== undefined)
  );
}

/** With a leading `?`, such as another version's: only if the folder exists. */
function expandAll(templates: readonly string[], machine: Machine): readonly string[] {
  return templates.flatMap((template) => {
    const path = expandPath(template.replace(/^\?/, ''), machine);
    const isMeant = path !== undefined && (!template.startsWith('?') || existsSync(dirname(path)));
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
