import type { Command } from 'commander';
import { printable } from '../../contract/outside-text.ts';
import { openInBrowser, refusesBrowser, whyNoBrowser } from '../browser.ts';
import { collect, findAskedService, REGISTRIES } from '../choose-registry.ts';
import { CliError, type CliIo, cliLine, EXIT_CODES, examples } from '../cli-io.ts';

interface OpenOptions {
  readonly registry?: readonly string[];
}

export function registerOpen(program: Command, io: CliIo): void {
  const command = program
    .command('open')
    .description('open the page of a running service in the browser, and print its address')
    .option('-r, --registry <folder>', REGISTRIES, collect)
    .action((options: OpenOptions) => open(options, io));
  examples(command, io, { 'Open the page of the service of a folder': ['open', '-r', 'my-registry'] });
}

async function open(options: OpenOptions, io: CliIo): Promise<void> {
  const { running, named, locked } = await findAskedService(options, io);
  if (running === undefined) {
    if (locked !== undefined)
      throw new CliError(
        EXIT_CODES.failed,
        `The service at ${locked} demands a token, which a browser does not send.`,
      );
    const roots = named.map(({ location }) => location.root);
    const registries = roots.length === 0 ? ['-r', '<folder>'] : roots.flatMap((root) => ['-r', root]);
    throw new CliError(
      EXIT_CODES.failed,
      roots.length === 0 ? 'No service runs.' : `No service runs over ${roots.join(', ')}.`,
      { below: [`Start one, with its page: ${cliLine(['serve', ...registries, '--open'], io)}`] },
    );
  }
  const { url } = running.address;
  const seat = { env: io.env, platform: process.platform };
  const why = whyNoBrowser(seat) ?? (await openInBrowser(url, seat));
  if (why !== undefined) {
    io.err(printable(`No browser was opened: ${why}.`));
    // Who wants none has what there is to have.
    if (refusesBrowser(io.env) === undefined) io.setExitCode(EXIT_CODES.failed);
  }
  io.out(printable(url));
}
