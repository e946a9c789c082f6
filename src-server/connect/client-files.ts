import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
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

/** Files where people put servers by mistake; the client doesn't read them. */
export function otherFiles(machine: Machine, id: McpClientId): readonly string[] {
  return expandAll(MCP_CLIENTS[id].otherFiles ?? [], machine);
}

/**
 * Whether a client seems to be installed. Empty folders don't count: uninstalled clients leave them, and
 * other programs create them.
 *
 * @param own files written by us; not counted
 */
export function isInstalled(machine: Machine, id: McpClientId, own: ReadonlySet<string>): boolean {
  const { files, signs = [], commands = [], applications = [] } = MCP_CLIENTS[id];
  const traces = expandAll([...files, ...signs], machine);
  const bundles = machine.applications.flatMap((folder) => applications.map((name) => join(folder, name)));
  return (
    traces.some((path) => isTrace(path, own)) ||
    bundles.some((path) => existsSync(path)) ||
    commands.some((command) => findCommand(machine, command) !== undefined)
  );
}

/** Templates with a leading `?`, such as another version's, count only if the folder exists. */
function expandAll(templates: readonly string[], machine: Machine): readonly string[] {
  return templates.flatMap((template) => {
    const path = expandPath(template.replace(/^\?/, ''), machine);
    const isMeant = path !== undefined && (!template.startsWith('?') || existsSync(dirname(path)));
    return isMeant ? [path] : [];
  });
}

function isTrace(path: string, own: ReadonlySet<string>): boolean {
  if (own.has(path)) return false;
  try {
    if (!statSync(path).isDirectory()) return true;
    const holdsOwn = (folder: string) => [...own].some((file) => file.startsWith(folder + sep));
    return readdirSync(path)
      .map((name) => join(path, name))
      .some((inside) => (holdsOwn(inside) ? isTrace(inside, own) : !own.has(inside)));
  } catch {
    return false;
  }
}
