import { randomUUID } from 'node:crypto';
import { basename, dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { version } from '../../built-files.ts';
import { clientEntry, MCP_CLIENTS, SERVER_NAME } from '../../contract/clients/clients.ts';
import { HOOK_ROWS, hookGroup, hookUrl, isPlainUrl } from '../../contract/clients/hook-rows.ts';
import { messageOf } from '../../contract/errors.ts';
import { printable } from '../../contract/outside-text.ts';
import { parseSkillKey } from '../../contract/skill-format.ts';
import { placeFolder } from '../../platform/files.ts';
import { fetchSkills } from '../../projects/installed-skill.ts';
import { type AskingOptions, addAskingOptions, askRegistry } from '../choose-registry.ts';
import { CliError, type CliIo, EXIT_CODES, examples } from '../cli-io.ts';
import { ownConnector } from '../own-connector.ts';
import { parseUrl } from './connect.ts';

interface ExportOptions extends AskingOptions {
  readonly to: string;
}

export function registerExport(program: Command, io: CliIo): void {
  const command = program
    .command('export')
    .description('write skills as agent skills: folders with a SKILL.md')
    .argument('<key...>', 'language/author/name')
    .requiredOption(
      '--to <folder>',
      'parent folder; every skill gets a new folder, an existing folder is refused',
    );
  addAskingOptions(command).action((keys: readonly string[], options: ExportOptions) =>
    exportSkills(keys, options, io),
  );
  examples(command, io, {
    'Write a skill for an agent to install': ['export', 'cpp/gabime/spdlog', '--to', 'my-skills'],
  });
}

async function exportSkills(keys: readonly string[], options: ExportOptions, io: CliIo): Promise<void> {
  const folder = resolve(io.cwd, options.to);
  const wanted = [...new Set(keys)];
  // Malformed keys would address other paths.
  const malformed = wanted.find((key) => parseSkillKey(key) === undefined);
  if (malformed !== undefined)
    throw new CliError(
      EXIT_CODES.usage,
      `${malformed} is not a key: a key has three parts, language/author/name, as in cpp/gabime/spdlog.`,
    );
  const skills = await askRegistry(options, io, ({ queries, registry }) =>
    fetchSkills(wanted, queries, registry),
  );
  for (const { name, files } of skills) {
    const written = placeFolder(folder, name, `.${name}.${randomUUID()}.tmp`, [...files]);
    io.out(printable(`Wrote ${await written.catch(failed)}.`));
  }
}

function failed(error: unknown): never {
  throw new CliError(EXIT_CODES.failed, messageOf(error), { cause: error });
}

export function registerExportPlugin(program: Command, io: CliIo): void {
  const command = program
    .command('export-plugin')
    .description('write a plugin for Claude Code: its hook and the MCP server together')
    .argument('<folder>', 'new folder; an existing folder is refused')
    .option(
      '--url <url>',
      'address of the service; default, in this order: running service, usual address',
      parseUrl,
    )
    .action((folder: string, { url }: { readonly url?: string }) => exportPlugin(folder, url, io));
  examples(command, io, { 'Write the plugin, then try it': ['export-plugin', 'my-plugin'] });
}

/** The three files of the plugin, by path. */
export function pluginFiles(mcpUrl: string): ReadonlyMap<string, string> {
  const url = hookUrl(mcpUrl);
  if (!isPlainUrl(url)) throw new CliError(EXIT_CODES.usage, `${url} can’t stand in a plugin.`);
  const kind = MCP_CLIENTS['claude-code'];
  const entry = clientEntry(kind, { mcpUrl, stdio: { why: 'A plugin is for every computer.' } }, 'address');
  const row = HOOK_ROWS['claude-code'];
  const description = 'What goes wrong with the libraries that your code uses, when it is read or written.';
  const texts = {
    '.claude-plugin/plugin.json': { name: SERVER_NAME, version, description },
    'hooks/hooks.json': { hooks: { [row.event]: [hookGroup(row, url, false)] } },
    '.mcp.json': { mcpServers: { [SERVER_NAME]: entry } },
  };
  return new Map(
    Object.entries(texts).map(([path, value]) => [path, `${JSON.stringify(value, undefined, 2)}\n`]),
  );
}

async function exportPlugin(folder: string, url: string | undefined, io: CliIo): Promise<void> {
  const path = resolve(io.cwd, folder);
  const { target } = await ownConnector(io, url);
  const files = pluginFiles(target.mcpUrl);
  const draft = `.${basename(path)}.${randomUUID()}.tmp`;
  const written = await placeFolder(dirname(path), basename(path), draft, [...files]).catch(failed);
  io.out(`Wrote ${printable(written)}. To try it: claude --plugin-dir ${printable(written)}`);
}
