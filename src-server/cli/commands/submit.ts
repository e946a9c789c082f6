import { join } from 'node:path';
import type { Command } from 'commander';
import type { StoredSubmission, SubmissionCheck } from '../../contract/api.ts';
import { LIMITS } from '../../contract/limits.ts';
import { printable } from '../../contract/outside-text.ts';
import { countWords } from '../../contract/words.ts';
import { askService, type ServiceReply } from '../../discovery/ask-service.ts';
import { readRegistry } from '../../registry/read-registry.ts';
import { describeDraft } from '../../validation/files.ts';
import { type AskingOptions, collect, findService, type RunningService } from '../choose-registry.ts';
import { CliError, type CliIo, cliLine, EXIT_CODES, examples } from '../cli-io.ts';
import { locateOrFail, refuseAdded } from '../named-registry.ts';

interface SubmitOptions extends AskingOptions {
  readonly check: boolean;
}

export function registerSubmit(program: Command, io: CliIo): void {
  const command = program
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
  examples(command, io, { 'Add a skill': ['submit', '.skills'] });
}

async function submit(folder: string, options: SubmitOptions, io: CliIo): Promise<void> {
  const json = await readSubmission(folder, io);
  const { running: service, named } = await findService(options, io);
  if (named[0] !== undefined) refuseAdded(named[0].location.root, io);
  if (service === undefined) {
    const line = cliLine(['serve', '-r', options.registry?.[0] ?? '<folder>', '--allow-submit'], io);
    throw new CliError(EXIT_CODES.failed, `No such service runs. Start one that takes submissions: ${line}`);
  }
  const { address, registry } = service;
  const path = options.check ? '/v1/skills?check=1' : '/v1/skills';
  const reply = await askService(address, path, { json });
  if (reply.status !== 200 && reply.status !== 201)
    throw new CliError(EXIT_CODES.failed, describeRefusal(reply, service, io));
  if (!options.check) {
    const { key, withheld, taken_out: takenOut = [] } = JSON.parse(reply.body) as StoredSubmission;
    const lines = [`Added ${key} to ${registry}.`, `It is served at ${address.url}/v1/skills/${key}`];
    if (withheld !== undefined) lines.push(`Agents don’t get it: ${withheld}.`);
    if (takenOut.length > 0) lines.push(`Only others can say this of a skill, so: ${takenOut.join(' ')}`);
    return io.out(lines.map(printable).join('\n'));
  }
  const { key, accepted, problems } = JSON.parse(reply.body) as SubmissionCheck;
  if (accepted) return io.out(printable(`${key} would be added to ${registry}.`));
  const said = [`${address.url} would not accept it:`, ...problems.map((problem) => `- ${problem}`)];
  io.err(said.map(printable).join('\n'));
  io.setExitCode(EXIT_CODES.failed);
}

/**
 * Makes the body of `POST /v1/skills`. Throws a `CliError` unless the folder holds exactly one skill that can
 * be read.
 */
async function readSubmission(folder: string, io: CliIo): Promise<string> {
  const location = await locateOrFail(folder, io.cwd);
  const { root } = location;
  const { skills, drafts } = readRegistry(location);
  const [skill, ...others] = skills.values();
  if (skill === undefined) {
    const why = drafts[0] ? describeDraft(drafts[0].toWrite) : `The skill in ${root} can't be used.`;
    throw new CliError(EXIT_CODES.failed, `${why} What to mend: ${cliLine(['validate', folder], io)}`);
  }
  if (others.length > 0)
    throw new CliError(
      EXIT_CODES.usage,
      `${root} holds ${countWords(skills.size, 'skill')}. Name the folder of one: ${join(root, skill.folder)}`,
    );
  const files = Object.fromEntries([...skill.files.keys()].map((path) => [path, skill.texts.get(path)]));
  const lost = Object.keys(files).find((path) => files[path] === undefined);
  const json = JSON.stringify({ skill: skill.manifest, files });
  const size = Math.ceil(Buffer.byteLength(json) / 1024);
  if (lost !== undefined) throw new CliError(EXIT_CODES.failed, `${lost} of ${root} can't be read.`);
  if (size > LIMITS.bodyBytes / 1024)
    throw new CliError(
      EXIT_CODES.failed,
      `The skill has ${size} KiB; a submission may have ${LIMITS.bodyBytes / 1024} KiB.`,
    );
  return json;
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

/** Returns the error of an answer, or its status if the body is none of ours. */
function errorOf({ status, body }: ServiceReply): string {
  try {
    const { error } = JSON.parse(body) as { readonly error?: unknown };
    if (typeof error === 'string') return error;
  } catch {
    // Not our service's.
  }
  return `The service answered with status ${status} without a reason.`;
}
