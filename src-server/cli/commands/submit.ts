import type { Command } from 'commander';
import type { SubmissionCheck } from '../../contract/api/api.ts';
import type { JsonObject } from '../../contract/api/json-object.ts';
import { LIMITS } from '../../contract/limits.ts';
import { groupDigits } from '../../contract/words/group-digits.ts';
import { printable } from '../../contract/words/printable.ts';
import { callService, type ServiceReply } from '../../discovery/call-service.ts';
import { readRegistry } from '../../registry/read-registry.ts';
import { existsAlready } from '../../registry/write/store-submission.ts';
import { describeDraft } from '../../validation/placeholder.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { collect } from '../collect.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { cliLine } from '../own-command.ts';
import { errorOf, registryOptions } from '../target/asked-service.ts';
import { locateOrFail } from '../target/locate-or-fail.ts';
import { findRunning, type NamedService, type RunningService } from '../target/running-service.ts';
import { count } from '../text/count.ts';

interface SubmitOptions extends NamedService {
  readonly check: boolean;
}

export function registerSubmit(program: Command, io: CliIo): void {
  program
    .command('submit')
    .description('add a skill to the registry of a running service (started with --allow-submit)')
    .argument('<folder>', 'skill folder, .skills folder or skill.json')
    .option('--check', 'add nothing; list the problems that would refuse the skill', false)
    .option(
      '-r, --registry <folder>',
      'registry of the service (repeatable); default, in this order: SKILLS_REGISTRY, running service',
      collect,
    )
    .option('--token-file <path>', 'file with the token of the service')
    .action((folder: string, options: SubmitOptions) => submit(folder, options, io));
}

/** Body of `POST /v1/skills`. */
interface SubmissionBody {
  readonly skill: JsonObject;
  readonly files: Readonly<Record<string, string>>;
}

async function submit(folder: string, options: SubmitOptions, io: CliIo): Promise<void> {
  const body = await readSubmission(folder, io);
  const json = JSON.stringify(body);
  const bytes = Buffer.byteLength(json);
  if (bytes > LIMITS.bodyBytes) throw new CliError(EXIT_CODES.failed, describeTooLarge(bytes));
  const service = await findRunning(options, io);
  // A mere check also works without a service.
  const below = options.check ? [`To check it without a service: ${cliLine(['validate', folder], io)}`] : [];
  if (service === undefined) throw new CliError(EXIT_CODES.failed, describeNobody(options, io), { below });
  if (options.check) return report(await review(service, json), service, io, below);
  const reply = await callService(service.address, '/v1/skills', { json });
  if (reply.status === 201) {
    const { key, taken_out: takenOut = [] } = JSON.parse(reply.body) as {
      readonly key: string;
      readonly taken_out?: readonly string[];
    };
    const files = count(Object.keys(body.files).length + 1, 'file');
    io.out(printable(`Added ${key} (${files}) to ${service.registry}.`));
    io.out(printable(`It is served at ${service.address.url}/v1/skills/${key}`));
    if (takenOut.length > 0)
      io.out(printable(`Only others can say this of a skill, so: ${takenOut.join(' ')}`));
    return;
  }
  // The error names only ten problems; a check lists all.
  if (reply.status === 422 || reply.status === 409) return report(await review(service, json), service, io);
  throw new CliError(EXIT_CODES.failed, describeRefusal(reply, service, io));
}

/** Throws `CliError` unless exactly one readable skill. */
async function readSubmission(folder: string, io: CliIo): Promise<SubmissionBody> {
  const location = await locateOrFail(folder, io.cwd);
  const { skills, drafts } = readRegistry(location);
  const [skill, ...others] = skills.values();
  const [draft] = drafts;
  if (skill === undefined && draft !== undefined)
    throw new CliError(
      EXIT_CODES.failed,
      `${describeDraft(draft.source.placeholders.length)} Which: ${cliLine(['validate', folder], io)}`,
    );
  if (skill === undefined)
    throw new CliError(
      EXIT_CODES.failed,
      `The skill in ${location.root} can't be used. What is wrong: ${cliLine(['validate', folder], io)}`,
    );
  if (others.length > 0)
    throw new CliError(
      EXIT_CODES.usage,
      `${location.root} holds ${count(skills.size, 'skill')}. Name the folder of one: ${skill.directory}`,
    );
  const read = (path: string) => {
    const text = skill.texts.get(path);
    if (text === undefined)
      throw new CliError(EXIT_CODES.failed, `${path} of ${skill.directory} can't be read.`);
    return text;
  };
  return {
    skill: skill.manifest,
    files: Object.fromEntries([...skill.files.keys()].map((path) => [path, read(path)])),
  };
}

async function review({ address }: RunningService, json: string): Promise<SubmissionCheck | ServiceReply> {
  const reply = await callService(address, '/v1/skills?check=1', { json });
  return reply.status === 200 ? (JSON.parse(reply.body) as SubmissionCheck) : reply;
}

/** @param below after an unfinished check */
function report(
  checked: SubmissionCheck | ServiceReply,
  service: RunningService,
  io: CliIo,
  below: readonly string[] = [],
): void {
  if ('status' in checked)
    throw new CliError(EXIT_CODES.failed, describeRefusal(checked, service, io), { below });
  const { key, accepted, problems } = checked;
  if (accepted) {
    io.out(printable(`${key} would be added to ${service.registry}.`));
    return;
  }
  const isTaken = key !== null && problems.includes(existsAlready(key));
  io.err(
    [
      `Not accepted by ${service.address.url}, for ${problems.length === 1 ? 'this reason' : 'these reasons'}:`,
      ...problems.map((problem) => `- ${problem}`),
      ...(isTaken ? [insteadOfReplacing(key, service, io)] : []),
    ]
      .map(printable)
      .join('\n'),
  );
  io.setExitCode(EXIT_CODES.failed);
}

/** Submissions never replace skills. */
function insteadOfReplacing(key: string, { registry }: RunningService, io: CliIo): string {
  const line = cliLine(['remove', key, '-r', registry], io);
  return `Change its files in ${registry}, or take it out first: ${line}`;
}

function describeRefusal(reply: ServiceReply, { address, registry, app }: RunningService, io: CliIo): string {
  const said = errorOf(reply);
  if (reply.status === 401) return `${said} Name the file that holds it with --token-file.`;
  if (reply.status !== 403) return said;
  const way =
    app === 'tray'
      ? 'Turn submissions on in the settings of the app.'
      : `Stop it, then start it with: ${cliLine(['serve', '-r', registry, '--allow-submit'], io)}`;
  return `The service at ${address.url} takes no submissions. ${way}`;
}

function describeTooLarge(bytes: number): string {
  const kib = (number: number) => groupDigits(Math.ceil(number / 1024));
  return `The skill has ${kib(bytes)} KiB; a submission may have ${kib(LIMITS.bodyBytes)}.`;
}

function describeNobody({ registry, tokenFile }: NamedService, io: CliIo): string {
  const what = registry === undefined ? 'No service runs' : `No service serves ${registry.join(', ')}`;
  const token = tokenFile === undefined ? ' that answers without a token' : '';
  const line = cliLine(['serve', ...registryOptions(registry ?? ['<folder>']), '--allow-submit'], io);
  return `${what}${token}. Start one that takes submissions: ${line}`;
}
