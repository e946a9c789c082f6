import { isDeepStrictEqual } from 'node:util';
import type { SkillKey } from '../../contract/api/api.ts';
import type { Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import type { TermBatch } from '../../search/index/skill-terms.ts';
import type { SkillSplitter } from '../../search/index/split-skills.ts';
import type { FoldedChange, FoldedSkill } from '../model/fold-layers.ts';
import { searchDocument } from '../model/search-document.ts';
import {
  PATCH_SKILLS,
  type RecordChange,
  type RegistryPatch,
  type RegistryState,
} from '../registry-patch.ts';
import type { CheckedTexts } from './check-skill.ts';

type Texts = ReadonlyMap<string, string>;

interface Published extends FoldedSkill {
  readonly checks: readonly Diagnostic[];
  readonly isChecked: boolean;
}

interface PublisherOptions {
  readonly splitter: SkillSplitter;
  readonly post: (patch: RegistryPatch) => void;
  /** Undefined if they can't be read now, or are no longer those of the skill. */
  readonly textsOf: (skill: FoldedSkill) => Texts | undefined;
}

/** Knows what the serving thread has, and posts the difference. */
export class Publisher {
  readonly #options: PublisherOptions;
  readonly #published = new Map<SkillKey, Published>();
  readonly #counted = new Map<SkillKey, CheckedTexts['tokens']>();
  #isWhole = true;

  constructor(options: PublisherOptions) {
    this.#options = options;
  }

  /** Those that the serving thread doesn't have in this state, and whose texts can't be read now. */
  unreadable(skills: readonly FoldedSkill[]): readonly FoldedSkill[] {
    const { textsOf } = this.#options;
    return skills.filter(
      (skill) => this.#published.get(skill.key)?.source !== skill.source && textsOf(skill) === undefined,
    );
  }

  /**
   * Returns the keys to check; their words, too, were posted unless `isWhole`.
   *
   * @param change skills that may have changed since, and keys that are gone
   */
  publish(change: FoldedChange, state: RegistryState) {
    const isWhole = this.#isWhole;
    this.#isWhole = false;
    const changed = change.changed.flatMap((skill) => this.#changeOf(skill) ?? []);
    const removed = change.removed.filter((key) => this.#published.delete(key));
    for (let start = 0; start === 0 || start < changed.length; start += PATCH_SKILLS) {
      const isLast = start + PATCH_SKILLS >= changed.length;
      const part = changed.slice(start, start + PATCH_SKILLS);
      const toSplit = isWhole ? [] : keysToSplit(part);
      // Find and list know of a change at the same time; at a start, the list doesn't wait for the words.
      const terms = toSplit.length === 0 ? undefined : this.#split(toSplit);
      this.#post({
        ...{ changed: part, removed: isLast ? removed : [], isWhole: isWhole && start === 0 },
        ...(isLast && { state }),
        ...(terms && { terms }),
      });
    }
    return { keys: keysToSplit(changed), isWhole };
  }

  postTerms(keys: readonly SkillKey[]): void {
    this.#post({ terms: this.#split(keys) });
  }

  unchecked(key: SkillKey): FoldedSkill | undefined {
    const skill = this.#published.get(key);
    return skill?.isChecked ? undefined : skill;
  }

  takeChecks({ key, source }: FoldedSkill, { checks, tokens }: CheckedTexts): void {
    const now = this.#published.get(key);
    if (now === undefined || now.source !== source) return;
    this.#published.set(key, { ...now, checks, isChecked: true });
    this.#counted.set(key, tokens);
  }

  postChecks(): void {
    const changed = [...this.#counted].flatMap(([key, tokens]): RecordChange[] => {
      const { loader = [], checks = [], isChecked = false } = this.#published.get(key) ?? {};
      return isChecked ? [{ key, findings: { loader, checks, isChecked }, tokens }] : [];
    });
    this.#counted.clear();
    if (changed.length > 0) this.#post({ changed, isCheck: true });
  }

  #post(patch: Partial<RegistryPatch>): void {
    const empty = { changed: [], removed: [], isWhole: false, isCheck: false };
    this.#options.post({ type: 'patch', ...empty, ...patch });
  }

  #split(keys: readonly SkillKey[]): TermBatch {
    const { splitter, textsOf } = this.#options;
    const skills = keys.flatMap((key) => this.#published.get(key) ?? []);
    return splitter.batch(
      skills.flatMap((skill) => {
        const texts = textsOf(skill);
        return texts === undefined
          ? []
          : splitter.split(searchDocument({ ...skill.source, ...skill }), texts);
      }),
    );
  }

  #changeOf(skill: FoldedSkill): RecordChange | undefined {
    const { key, source, loader, registry } = skill;
    const before = this.#published.get(key);
    const isRead = before?.source !== source;
    const isFound = before !== undefined && isDeepStrictEqual(before.loader, loader);
    const entry =
      before !== undefined && isDeepStrictEqual(before.entry, skill.entry) ? before.entry : skill.entry;
    if (!isRead && isFound && entry === before.entry && registry === before.registry) return undefined;
    const isChecked = !isRead && before.isChecked;
    const checks = before?.checks ?? [];
    this.#published.set(key, { ...skill, entry, checks, isChecked });
    const { folder, manifest, manifestText, files, contents, overviewSummary } = source;
    return {
      key,
      registry,
      ...(isRead && {
        ...{ folder, manifest, manifestText, files, contents, overviewSummary, tokens: undefined },
        texts: this.#options.textsOf(skill) ?? new Map(),
      }),
      ...(entry !== before?.entry && { entry }),
      ...((isRead || !isFound) && { findings: { loader, checks, isChecked } }),
    };
  }
}

function keysToSplit(changed: readonly RecordChange[]): readonly SkillKey[] {
  return changed.flatMap(({ key, texts, entry }) => ((texts ?? entry) ? key : []));
}
