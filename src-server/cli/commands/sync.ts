import type { Command } from 'commander';
import { printable, printableJson } from '../../contract/words/printable.ts';
import { formatLine, lineDiff } from '../../platform/diff.ts';
import { type PlannedStep, planProjectSync, type SyncPlan } from '../../projects/sync/sync-project.ts';
import { type AskingOptions, addAskingOptions, askRegistry } from '../choose-registry.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { examples } from '../examples.ts';
import { endAsProjectCommand, PROJECT_EXITS, readProjectFolder } from '../match/read-project-folder.ts';
import { count } from '../text/count.ts';

/** Per file. */
const MOST_LINES = 60;
const MARKS = { create: '+', replace: '~', remove: '-', keep: '=' } as const;

interface SyncOptions extends AskingOptions {
  readonly check: boolean;
  readonly indexOnly: boolean;
  readonly yes: boolean;
  readonly json: boolean;
}

export function registerSync(program: Command, io: CliIo): void {
  const command = program
    .command('sync')
    .description(
      'write the list of a project’s libraries into AGENTS.md, and their skills into the agents’ folders',
    )
    .argument('[folder]', 'the project; default: the current folder')
    .option('--check', 'write nothing; exit with 1 if a file is out of date', false)
    .option('--index-only', 'write the list only; keep installed skills unchanged', false)
    .option('-y, --yes', 'write without asking', false)
    .option('--json', 'print the changes as JSON', false);
  addAskingOptions(command).action((folder: string | undefined, options: SyncOptions) =>
    endAsProjectCommand(() => sync(folder, options, io)),
  );
  examples(command, io, {
    'Show the changes, then write them': ['sync'],
    'Write in a script': ['sync', '--yes', '../my-project'],
    'Fail in CI if out of date': ['sync', '--check'],
  });
}

async function sync(folder: string | undefined, options: SyncOptions, io: CliIo): Promise<void> {
  const { root, project } = await readProjectFolder(folder, io);
  const { packages } = project;
  const { indexOnly } = options;
  const plan = await askRegistry(options, io, ({ queries, registry }) =>
    planProjectSync({ root, packages, queries, registry, indexOnly }),
  );
  if (!options.json) io.out(describe(plan));
  const isWritten = !plan.isUpToDate && !options.check && (options.yes || (await isAgreed(options, io)));
  if (isWritten) await plan.write();
  if (options.json) io.out(printableJson(asJson(root, plan, isWritten), 2));
  else if (isWritten) io.out('Written.');
  if (plan.isUpToDate || isWritten) return;
  if (options.check) {
    io.setExitCode(PROJECT_EXITS.found);
    return;
  }
  const why = io.isTyped ? '' : ' Without a terminal to ask at, --yes writes the changes.';
  throw new CliError(PROJECT_EXITS.failed, `Nothing was written.${why}`);
}

function describe(plan: SyncPlan): string {
  const changes = describeSync(plan);
  if (plan.isUpToDate) return [...(changes === '' ? [] : [changes]), 'All is as it should be.'].join('\n');
  const number = plan.steps.filter(({ action }) => action !== 'keep').length;
  return [changes, `${count(number, 'change')}.`].join('\n');
}

async function isAgreed({ json }: SyncOptions, io: CliIo): Promise<boolean> {
  if (json) return false;
  const answer = (await io.ask('Write these changes? [y/N] '))?.trim() ?? '';
  if (!/^(?:y|yes|n|no)?$/i.test(answer)) io.err('The answer is y or n.');
  return /^y(?:es)?$/i.test(answer);
}

function asJson(project: string, { steps, isUpToDate }: SyncPlan, isWritten: boolean): object {
  return {
    project,
    upToDate: isUpToDate,
    written: isWritten,
    changes: steps.map(({ path, action, reason }) => ({
      path,
      action,
      ...(reason !== undefined && { reason }),
    })),
  };
}

/** With diffs of readable files. */
function describeSync({ steps }: Pick<SyncPlan, 'steps'>): string {
  const changes = steps.filter(({ action }) => action !== 'keep');
  const kept = steps.filter(({ action }) => action === 'keep');
  return [
    ...changes.map(describeStep),
    ...kept.map(({ path, reason = '' }) => printable(`${MARKS.keep} ${path} is kept: it ${reason}.`)),
  ].join('\n');
}

function describeStep({ path, action, before, after }: PlannedStep): string {
  const head = printable(`${MARKS[action]} ${path}`);
  const isShown = action === 'replace' || /^[A-Z]+\.md$/.test(path) || path.endsWith('/SKILL.md');
  if (!isShown || action === 'remove') return head;
  const lines = lineDiff(before ?? '', after ?? '');
  const shown = lines.slice(0, MOST_LINES).map((line) => `    ${printable(formatLine(line))}`);
  const rest = lines.length - shown.length;
  return [head, ...shown, ...(rest > 0 ? [`    … and ${rest} more lines`] : [])].join('\n');
}
