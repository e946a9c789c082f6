import { printable, printableLines } from '../../contract/outside-text.ts';
import type { AddedRegistry, ChangeNote, ReadSkillChange } from '../../contract/service.ts';
import { listWords, shortCommit } from '../../contract/words.ts';
import { formatDiff } from '../../platform/text.ts';
import { sizeWords } from '../../registries/copy.ts';
import type { Addition } from '../../registries/manage-registries.ts';
import { toDocument } from '../../registries/registry-store.ts';
import { count } from '../text/count.ts';
import { formatTable } from '../text/text-table.ts';

/** Other keys are counted. */
const NAMED = 8;

/** Highest priority first. */
export function describeRegistries(registries: readonly AddedRegistry[], width: number | undefined): string {
  if (registries.length === 0)
    return 'No registry was added. Add one: skills-registry registry add <address>';
  const rows = registries.map((registry) => {
    const { state, name, skills, commit, pinned, follow } = toDocument(registry);
    const words = `${state}${pinned ? ', pinned' : ''}${follow ? ', follows' : ''}`;
    return [name, String(skills), words, shortCommit(commit), placeWords(registry)];
  });
  const notes = registries.flatMap(({ name, error, left_out: leftOut = [] }) => [
    ...(error === null ? [] : [`${name}: ${error}`]),
    ...leftOut.map((sentence) => `${name}: left out: ${sentence}`),
  ]);
  return [
    formatTable([['NAME', 'SKILLS', 'STATE', 'COMMIT', 'ADDRESS'], ...rows], width),
    ...(notes.length === 0 ? [] : ['', ...notes.map(printable)]),
  ].join('\n');
}

/** `https://host/owner/name, folder x at main` */
function placeWords({ address, folder, ref }: AddedRegistry): string {
  const inside = folder === null ? '' : `, folder ${folder}`;
  return printable(`${address}${inside}${ref === null ? '' : ` at ${ref}`}`);
}

export function describeAddition({ registry, facts }: Addition): string {
  const { skipped, bytes, files } = facts;
  const lines = [
    ...[`Address   ${placeWords(registry)}`, `Commit    ${shortCommit(registry.commit)}`],
    `Skills    ${count(registry.skills, 'skill')}`,
    `Size      ${count(Object.keys(files).length, 'file')}, ${sizeWords(bytes)}`,
    ...skipped.map((sentence) => `Left out  ${sentence}`),
  ];
  return [
    `${registry.name} would be added. Its authors write what your agents read: look at it first.`,
    ...lines.map((line) => `  ${printable(line)}`),
  ].join('\n');
}

export function describeUpdate({ name, commit, update }: AddedRegistry): string {
  if (update === null) return `${name}: nothing new since ${shortCommit(commit)}.`;
  const lines = [
    ['Added', update.added],
    ['Changed', update.changed],
    ['Removed', update.removed],
    ['Risk is higher now', update.risk_raised],
  ] as const;
  return [
    `${name}: ${shortCommit(commit)} is served, ${shortCommit(update.commit)} is new.`,
    ...lines.flatMap(([label, keys]) =>
      keys.length === 0 ? [] : [`  ${label}: ${count(keys.length, 'skill')} (${listWords(keys, NAMED)})`],
    ),
  ]
    .map(printable)
    .join('\n');
}

/** For JSON; `diff` is '' for binary and large files. */
export function toPrinted({ key, files }: ReadSkillChange) {
  return {
    key,
    files: files.map(({ path, change, notes, diff }) => ({
      ...{ path, change, notes: notes.map(noteWords), diff: formatDiff(diff.flat()) },
    })),
  };
}

function noteWords({ kind, text }: ChangeNote): string {
  if (kind === 'hidden') return 'has characters now that can’t be seen';
  return kind === 'unread' ? 'no text, or too large to show' : `new ${kind}: ${text}`;
}

export function describeChanges({ key, files }: ReturnType<typeof toPrinted>): string {
  const lines = files.flatMap(({ path, change, notes, diff }) => [
    `  ${change} ${printable(path)}`,
    ...notes.map((note) => `  ! ${printable(note)}`),
    ...(diff === '' ? [] : [printableLines(diff).replace(/^/gm, '    ')]),
  ]);
  return [printable(key), ...lines].join('\n');
}
