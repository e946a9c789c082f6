import type { Command } from 'commander';
import type { ReadProject } from '../../contract/api.ts';
import { printable, printableJson } from '../../contract/outside-text.ts';
import { countWords } from '../../contract/words.ts';
import { worstTitles } from '../../hooks/dangers.ts';
import { formatLine, lineDiff } from '../../platform/text.ts';
import { planProjectSync, type SyncPlan, type SyncStep } from '../../projects/sync-project.ts';
import { WORST_DANGERS } from '../../search/dangers.ts';
import { type AskingOptions, addAskingOptions, askRegistry } from '../choose-registry.ts';
import { agrees, CliError, type CliIo, examples } from '../cli-io.ts';
import { PROJECT_EXITS, withProject } from './match.ts';

const ACTION_MARKS = { create: '+', replace: '~', remove: '-', keep: '=' } as const;

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
    withProject(folder, io, (root, project) => sync(root, project, options, io)),
  );
  examples(command, io, { 'Show the changes, then write them': ['sync'] });
}

async function sync(root: string, { packages }: ReadProject, options: SyncOptions, io: CliIo): Promise<void> {
  const { json, check, yes, indexOnly } = options;
  const plan = await askRegistry(options, io, ({ queries, registry }) =>
    planProjectSync(root, packages, queries, registry, {
      indexOnly,
      dangersOf: (skill) => worstTitles(skill, skill._contents, WORST_DANGERS),
    }),
  );
  if (!json) io.out(describePlan(plan));
  const isWritten =
    !plan.isUpToDate && !check && (yes || (!json && (await agrees('Write these changes?', io))));
  if (isWritten) await plan.write();
  if (json) {
    const changes = plan.steps.map(({ path, action, reason }) => ({ path, action, reason }));
    io.out(printableJson({ project: root, upToDate: plan.isUpToDate, written: isWritten, changes }, 2));
  } else if (isWritten) io.out('Written.');
  if (plan.isUpToDate || isWritten) return;
  if (check) return io.setExitCode(PROJECT_EXITS.found);
  const why = io.isTyped ? '' : ' Without a terminal to ask at, --yes writes the changes.';
  throw new CliError(PROJECT_EXITS.failed, `Nothing was written.${why}`);
}

function describePlan({ steps, isUpToDate }: SyncPlan): string {
  const changes = steps.filter(({ action }) => action !== 'keep');
  const kept = steps.filter(({ action }) => action === 'keep');
  return [
    ...changes.map(describeStep),
    ...kept.map(({ path, reason = '' }) => printable(`${ACTION_MARKS.keep} ${path} is kept: it ${reason}.`)),
    isUpToDate ? 'All is as it should be.' : `${countWords(changes.length, 'change')}.`,
  ].join('\n');
}

/** Describes a step, with the difference of a file that people read. */
function describeStep({ path, action, before = '', after = '' }: SyncStep): string {
  const head = printable(`${ACTION_MARKS[action]} ${path}`);
  const isShown = action === 'replace' || /^[A-Z]+\.md$/.test(path) || path.endsWith('/SKILL.md');
  if (!isShown || action === 'remove') return head;
  const lines = lineDiff(before, after).map((line) => `    ${printable(formatLine(line))}`);
  return [head, ...lines].join('\n');
}
