import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { McpClientKind } from '../contract/clients/mcp-clients.ts';
import { expandPath, findCommand, type Machine } from './machine.ts';

const FLATPAK = /^.*[\\/]\.var[\\/]app[\\/][^\\/]+/;

/** @param project default: the user's settings */
export function settingsFile(machine: Machine, kind: McpClientKind, project?: string): string | undefined {
  const { files, projectFile } = kind;
  if (project !== undefined) return projectFile === undefined ? undefined : join(project, projectFile);
  if (isRemote(machine, kind)) return undefined;
  const paths = expandAll(files, machine);
  return (
    paths.find((file) => existsSync(file)) ??
    paths.find((file) => existsSync(dirname(file))) ??
    expandAll(files.filter(isOptional), machine)[0] ??
    paths[0]
  );
}

/** The client runs on another computer, as VS Code with WSL or over ssh, and was never started here. */
export function isRemote(machine: Machine, { remoteFolder, files, signs = [] }: McpClientKind): boolean {
  if (remoteFolder === undefined || !expandAll([remoteFolder], machine).some(isTrace)) return false;
  const here = expandAll([...signs, ...files.filter(isOptional)], machine);
  return !here.some((path) => existsSync(path) || FLATPAK.test(path));
}

/** Ignores empty folders, left by uninstalled clients and other programs. */
export function isInstalled(machine: Machine, kind: McpClientKind): boolean {
  const { files, signs = [], commands = [], applications = [], remoteFolder } = kind;
  const traces = [...files, ...signs, ...(remoteFolder === undefined ? [] : [remoteFolder])];
  const bundles = machine.applications.flatMap((folder) => applications.map((name) => join(folder, name)));
  return (
    expandAll(traces, machine).some(isTrace) ||
    bundles.some((path) => existsSync(path)) ||
    commands.some((command) => findCommand(machine, command) !== undefined)
  );
}

/** Files with misplaced servers; not read by the client. */
export function otherFiles(machine: Machine, { otherFiles: files = [] }: McpClientKind): readonly string[] {
  return expandAll(files, machine);
}

function isOptional(template: string): boolean {
  return template.startsWith('?');
}

/** Optional paths only if the folder, or the folder of the Flatpak, exists. */
function expandAll(templates: readonly string[], machine: Machine): readonly string[] {
  return templates.flatMap((template) => {
    const path = expandPath(template.replace(/^\?/, ''), machine);
    if (path === undefined) return [];
    const isMeant = !isOptional(template) || existsSync(FLATPAK.exec(path)?.[0] ?? dirname(path));
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
