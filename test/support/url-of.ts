import type { CliProcess } from './built-cli.ts';
import { eventually } from './test-server.ts';

/** The address that a started `serve` says, once it has said all that it greets with. */
export async function urlOf(cli: CliProcess): Promise<string> {
  const greeting = await eventually(cli.out, (text) => text.includes('Stop with'));
  return greeting.match(/http:\/\/[\d.]+:\d+/)?.[0] ?? '';
}
