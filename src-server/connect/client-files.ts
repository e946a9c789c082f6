import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { MCP_CLIENTS, type McpClientId } from '../contract/clients/mcp-clients.ts';
import { expandPath, findCommand, type Place } from './place.ts';

/**
 * The settings file of a client, whether or not it exists; undefined where it has none.
 *
 * @param project the folder of a project whose own settings are meant; default: the user's
 */
export function settingsFile(place: Place, id: McpClientId, project?: string): string | undefined {
  const { files, projectFile } = MCP_CLIENTS[id];
  if (project !== undefined) return projectFile === undefined ? undefined : join(project, projectFile);
  const paths = expandAll(files, place);
  return (
    paths.find((file) => existsSync(file)) ?? paths.find((file) => existsSync(dirname(file))) ?? paths[0]
  );
}

/** Files in which people put servers and where the client doesn't look for them; absolute, whether or not they exist. */
export function otherFiles(place: Place, id: McpClientId): readonly string[] {
  return expandAll(MCP_CLIENTS[id].otherFiles ?? [], place);
}

/**
 * Whether a client seems to be installed: settings or other traces of its own, an application, or a command. An empty
 * folder is none: it stays behind, and others make it.
 *
 * @param own files that are of our making alone, which are no traces of anybody
 */
export function isInstalled(place: Place, id: McpClientId, own: ReadonlySet<string> = new Set()): boolean {
  const { files, signs = [], commands = [], applications = [] } = MCP_CLIENTS[id];
  const traces = expandAll([...files, ...signs], place);
  const bundles = place.applications.flatMap((folder) => applications.map((name) => join(folder, name)));
  return (
    traces.some((path) => isTrace(path, own)) ||
    bundles.some((path) => existsSync(path)) ||
    commands.some((command) => findCommand(place, command) !== undefined)
  );
}

/** Places that are only meant where they are there already, such as another version's, begin with `?`. */
function expandAll(templates: readonly string[], place: Place): readonly string[] {
  return templates.flatMap((template) => {
    const path = expandPath(template.replace(/^\?/, ''), place);
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
