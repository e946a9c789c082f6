import { type Command, Option } from 'commander';
import { LOG_LEVELS, type LogLevel } from '../../contract/service.ts';
import { userFolders } from '../../platform/files.ts';
import { askedNames, collect, namedLayers, REGISTRIES, unnamedRegistry } from '../choose-registry.ts';
import { type CliIo, examples } from '../cli-io.ts';
import { createStderrLogger } from '../text.ts';

/** Connections get this time to close, then the process ends by force. */
const LEAVE_MS = 10_000;

interface McpOptions {
  readonly registry?: readonly string[];
  readonly logLevel: LogLevel;
}

export function registerMcp(program: Command, io: CliIo): void {
  const command = program
    .command('mcp')
    .description('speak MCP on standard input and output, for clients that start their servers')
    .option('-r, --registry <folder>', REGISTRIES, collect)
    .addOption(
      new Option('--log-level <level>', 'how much to log, on stderr').choices(LOG_LEVELS).default('warn'),
    )
    .action((options: McpOptions) => serveMcp(options, io));
  examples(command, io, { 'Answer from a certain registry': ['mcp', '-r', 'my-registry'] });
}

async function serveMcp({ registry, logLevel }: McpOptions, io: CliIo): Promise<void> {
  const logger = createStderrLogger({ level: logLevel, json: false, write: io.err });
  const names = askedNames(registry, io.env);
  const stopped = io.untilStopped();
  const { openMcpStdioBackend } = await import('../../service/mcp-stdio-backend.ts');
  const backend = await openMcpStdioBackend({
    named: names.length === 0 ? undefined : await namedLayers(names, io),
    fallback: async () => {
      const chosen = await unnamedRegistry(io);
      if (chosen.isFallback)
        logger.warn(`No registry was named or is remembered: answering from ${chosen.path}.`);
      return chosen;
    },
    dataFolder: userFolders(io.env).data,
    logger,
  });
  const { createStdioTransport } = await import('../../mcp/stdio.ts');
  const transport = createStdioTransport({
    dispatcher: backend,
    logger,
    onClient: (client) => backend.introduce(client),
  });
  await Promise.race([transport.closed, stopped]);
  // Nobody awaits answers any more, so hanging connections must not delay the exit.
  const callOff = io.endBy(LEAVE_MS);
  await transport.close();
  await backend.close();
  callOff();
}
