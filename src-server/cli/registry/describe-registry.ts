import { problemWords } from '../../contract/diagnostics/severity.ts';
import type { AddedRegistry, RegistryUpdate } from '../../contract/service/registry-work.ts';
import { agoWords } from '../../contract/words/age-words.ts';
import { changedSkills, skillsIn } from '../../contract/words/changed-count.ts';
import { listWords } from '../../contract/words/list-words.ts';
import { printable } from '../../contract/words/printable.ts';
import { shortCommit } from '../../contract/words/short-commit.ts';
import { type CopyFacts, licenceOf, sizeWords } from '../../registries/copy.ts';
import type { ProblemCounts } from '../../registries/count-preview-problems.ts';
import type { Addition } from '../../registries/prepare-addition.ts';
import { toDocument } from '../../registries/registry-document.ts';
import { count } from '../text/count.ts';
import { formatTable } from '../text/text-table.ts';

/** Other keys are counted. */
const NAMED = 8;

/** Highest priority first. */
export function describeRegistries(registries: readonly AddedRegistry[], width: number | undefined): string {
  if (registries.length === 0)
    return 'No registry was added. Add one: skills-registry registry add <address>';
  const rows = registries.map((registry) => [
    registry.name,
    String(registry.skills),
    stateWords(registry),
    shortCommit(registry.commit),
    registry.checked_at === null ? 'never' : agoWords(registry.checked_at),
    placeWords(registry),
  ]);
  const table = formatTable([['NAME', 'SKILLS', 'STATE', 'COMMIT', 'ASKED', 'ADDRESS'], ...rows], width);
  const failures = registries.flatMap(({ name, error }) =>
    error === null ? [] : [printable(`${name}: ${error}`)],
  );
  const leftOut = registries.flatMap(({ name, left_out = [] }) =>
    left_out.map((sentence) => printable(`${name}: left out: ${sentence}`)),
  );
  const notes = [...failures, ...leftOut];
  return [table, ...(notes.length === 0 ? [] : ['', ...notes])].join('\n');
}

/** `https://host/owner/name, folder x at main` */
export function placeWords({
  address,
  folder,
  ref,
}: Pick<AddedRegistry, 'address' | 'folder' | 'ref'>): string {
  const inside = folder === null ? '' : `, folder ${folder}`;
  return printable(`${address}${inside}${ref === null ? '' : ` at ${ref}`}`);
}

function countedWords({ counts, checkedSkills }: ProblemCounts, skills: number): string {
  const part = checkedSkills < skills ? ` in the first ${count(checkedSkills, 'skill')}` : '';
  return `${problemWords(counts)}${part}`;
}

export function describeAddition({ registry, facts, problems, overlap }: Addition): string {
  const { skills, skipped, bytes, files } = facts;
  const lines: (readonly [string, string])[] = [
    ['Address', placeWords(registry)],
    ['Commit', commitWords(facts, registry.commit)],
    ['Skills', `${count(Object.keys(skills).length, 'skill')}: ${languageWords(facts)}`],
    ['Size', `${count(Object.keys(files).length, 'file')}, ${sizeWords(bytes)}`],
    ['Problems', countedWords(problems, Object.keys(skills).length)],
    ['Licence', licenceOf(facts) ?? 'no licence file'],
    ...(overlap.length === 0
      ? []
      : [['Overlap', `${keyWords(overlap)}: an added registry has them too`] as const]),
    ...skipped.map((sentence) => ['Skipped', sentence] as const),
  ];
  return [
    `${registry.name} would be added. Its authors write what your agents read: look at it first.`,
    ...lines.map(([label, text]) => `  ${label.padEnd(8)}  ${printable(text)}`),
  ].join('\n');
}

function commitWords({ date }: CopyFacts, commit: string): string {
  return `${shortCommit(commit)}${date === null ? '' : `, ${agoWords(date)}`}`;
}

function languageWords({ skills }: CopyFacts): string {
  const counts = new Map<string, number>();
  for (const { language } of Object.values(skills)) counts.set(language, (counts.get(language) ?? 0) + 1);
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  return sorted.map(([language, number]) => `${number} ${language}`).join(', ');
}

export function describeUpdate({ name, commit }: AddedRegistry, update: RegistryUpdate): string {
  const { added, changed, removed, risk_raised, rewritten } = update;
  const lines = [
    ['Added', added],
    ['Changed', changed],
    ['Removed', removed],
    ['Risk is higher now', risk_raised],
  ] as const;
  return [
    `${name}: ${shortCommit(commit)} is served, ${shortCommit(update.commit)} is new.`,
    ...(rewritten
      ? ['  Its history was rewritten: the new commit does not come after the one that is served.']
      : []),
    ...lines.flatMap(([label, keys]) =>
      keys.length === 0 ? [] : [`  ${label}: ${skillsIn(keys)} (${listWords(keys, NAMED)})`],
    ),
    ...(changedSkills(update) === undefined ? ['  No skill is different.'] : []),
  ]
    .map(printable)
    .join('\n');
}

function keyWords(keys: readonly string[]): string {
  return `${count(keys.length, 'skill')} (${listWords(keys, NAMED)})`;
}

function stateWords(registry: AddedRegistry): string {
  const { state, update, follow, pinned } = toDocument(registry);
  const changes = (update !== null && changedSkills(update)) || 'no skill';
  const words = state === 'update' ? `update: ${changes} changed` : state;
  return `${words}${pinned ? ', pinned' : ''}${follow ? ', follows' : ''}`;
}
