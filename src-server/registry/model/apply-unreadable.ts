import type { SkillKey } from '../../contract/api.ts';
import { type Diagnostic, diagnose } from '../../contract/diagnostic.ts';
import type { UnreadablePlace } from '../folder-delta.ts';
import { isSameJson } from './same-json.ts';
import type { SnapshotDraft } from './snapshot-draft.ts';

type Steps = Generator<void, void>;

/** One finding for each place that can't be read, with the skill it hides. `places` are all of them, where given. */
export function* applyUnreadable(
  draft: SnapshotDraft,
  places: readonly UnreadablePlace[] | undefined,
): Steps {
  const { unreadable } = draft;
  const before = draft.before.state.unreadable;
  if (places === undefined && before.size === 0) return;
  const toReport = new Set<string>();
  if (places !== undefined) yield* takePlaces(draft, places, toReport);
  for (const folder of draft.touchedFolders) yield* findPlaces(draft, folder, toReport);
  if (unreadable.has('index.json')) toReport.add('index.json');
  for (const path of toReport) {
    const place = unreadable.get(path)?.place;
    if (place !== undefined) unreadable.set(path, { place, finding: yield* report(draft, place) });
    draft.recount(findingAt(before.get(path)), findingAt(unreadable.get(path)));
    yield;
  }
}

function findingAt(record: { readonly finding: Diagnostic } | undefined): readonly Diagnostic[] {
  return record === undefined ? [] : [record.finding];
}

function* takePlaces(
  { unreadable, before }: SnapshotDraft,
  places: readonly UnreadablePlace[],
  toReport: Set<string>,
): Steps {
  const paths = new Set(places.map(({ path }) => path));
  for (const path of before.state.unreadable.keys()) {
    if (!paths.has(path) && unreadable.delete(path)) toReport.add(path);
    yield;
  }
  for (const place of places) {
    const known = before.state.unreadable.get(place.path);
    if (!isSameJson(known?.place, place)) {
      unreadable.set(place.path, { place, finding: diagnose('file-unreadable', '') });
      toReport.add(place.path);
    }
    yield;
  }
}

/** The unreadable places that a folder is, is in, or holds. */
function* findPlaces({ unreadable }: SnapshotDraft, folder: string, found: Set<string>): Steps {
  for (const path of selfAndAbove(folder)) if (unreadable.has(path)) found.add(path);
  for (const [path] of unreadable.startingWith(folder === '' ? '' : `${folder}/`)) {
    found.add(path);
    yield;
  }
}

function* report(draft: SnapshotDraft, { path, code, since }: UnreadablePlace): Generator<void, Diagnostic> {
  const skillKey = yield* hiddenSkill(draft, path);
  const isKept = skillKey !== undefined || (path === 'index.json' && draft.indexFile.index !== undefined);
  const what = path === '' ? 'The registry’s folder' : path;
  const then = isKept ? 'What was read of it before is still served.' : 'Nothing of it is served.';
  return diagnose(
    isKept ? 'unreadable-kept' : 'file-unreadable',
    `${what} can't be read since ${since} (${code}). ${then}`,
    {
      ...(skillKey === undefined ? {} : { skillKey }),
      ...(path === '' ? {} : { file: path }),
    },
  );
}

/** The served skill that a place is, or is in; else the first one below it. */
function* hiddenSkill(draft: SnapshotDraft, path: string): Generator<void, SkillKey | undefined> {
  for (const folder of selfAndAbove(path)) {
    const key = servedFrom(draft, folder);
    if (key !== undefined) return key;
  }
  for (const [folder] of draft.folders.startingWith(path === '' ? '' : `${path}/`)) {
    const key = servedFrom(draft, folder);
    if (key !== undefined) return key;
    yield;
  }
  return undefined;
}

function servedFrom({ folders, skills }: SnapshotDraft, folder: string): SkillKey | undefined {
  const skill = folders.get(folder)?.skill;
  return skill !== undefined && skills.get(skill.key) === skill ? skill.key : undefined;
}

function* selfAndAbove(path: string): Generator<string, undefined> {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) yield path.slice(0, end);
  yield '';
}
