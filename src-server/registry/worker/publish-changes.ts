import type { SkillKey } from '../../contract/api/api.ts';
import type { TokenCount } from '../../contract/api/token-count.ts';
import type { Diagnostic } from '../../contract/diagnostics/diagnostic.ts';
import type { TermBatch } from '../../search/index/skill-terms.ts';
import type { SkillSplitter } from '../../search/index/split-skills.ts';
import type { ModelSkill, RegistryModel } from '../model/registry-model.ts';
import { isSameJson } from '../model/same-json.ts';
import { searchDocument } from '../model/search-document.ts';
import {
  PATCH_SKILLS,
  type RecordChange,
  type RegistryPatch,
  type RegistryState,
} from '../registry-patch.ts';
import type { SkillFiles } from '../skill-record.ts';

type Texts = ReadonlyMap<string, string>;

interface Published extends ModelSkill {
  readonly checks: readonly Diagnostic[];
  readonly isChecked: boolean;
  readonly document: ReturnType<typeof searchDocument>;
}

interface PublisherOptions {
  readonly registry: string;
  readonly splitter: SkillSplitter;
  readonly post: (patch: RegistryPatch) => void;
  /** Reads a folder again. */
  readonly readTexts: (folder: string) => Texts;
}

interface ToSplit {
  readonly key: SkillKey;
  readonly texts: Texts;
}

/** Knows what the serving thread has of a registry, and posts the difference. */
export class Publisher {
  readonly #options: PublisherOptions;
  readonly #published = new Map<SkillKey, Published>();
  #isFirst = true;

  constructor(options: PublisherOptions) {
    this.#options = options;
  }

  /** @returns skills to check */
  publish(model: RegistryModel, texts: ReadonlyMap<string, Texts>, state: RegistryState): PublishedChange {
    const { registry, post } = this.#options;
    const changed: RecordChange[] = [];
    const toSplit: ToSplit[] = [];
    for (const skill of model.skills.values()) {
      const before = this.#published.get(skill.key);
      const change = this.#changeOf(skill, before, (folder) => texts.get(folder));
      if (change === undefined) continue;
      changed.push(change.record);
      if (change.texts !== undefined) toSplit.push({ key: skill.key, texts: change.texts });
    }
    const removed = [...this.#published.keys()].filter((key) => !model.skills.has(key));
    for (const key of removed) this.#published.delete(key);
    // Of a small change, find and list know at the same time; at a start, the list doesn't wait for the words.
    const isSmall = !this.#isFirst && toSplit.length <= PATCH_SKILLS;
    const terms = isSmall && toSplit.length > 0 ? this.#split(toSplit) : undefined;
    const first = this.#isFirst;
    this.#isFirst = false;
    for (let start = 0; start === 0 || start < changed.length; start += PATCH_SKILLS) {
      const isLast = start + PATCH_SKILLS >= changed.length;
      post({
        registry,
        changed: changed.slice(start, start + PATCH_SKILLS),
        removed: isLast ? removed : [],
        isWhole: first && start === 0,
        ...(isLast && { state, ...(terms && { terms }) }),
      });
    }
    const unchecked = toSplit.map(({ key }) => key);
    return { unchecked, isFirst: first, toSplit: isSmall ? [] : toSplit };
  }

  /** Posts the words of records that were posted before. */
  postTerms(part: readonly ToSplit[]): void {
    const known = part.filter(({ key }) => this.#published.has(key));
    const { registry, post } = this.#options;
    post({ registry, changed: [], removed: [], isWhole: false, terms: this.#split(known) });
  }

  skillOf(key: SkillKey): ModelSkill | undefined {
    return this.#published.get(key);
  }

  /** Undefined if the skill changed meanwhile. */
  takeChecks(
    { key, source }: ModelSkill,
    checks: readonly Diagnostic[],
    tokens: ReadonlyMap<string, TokenCount>,
  ): RecordChange | undefined {
    const now = this.#published.get(key);
    if (now === undefined || now.source !== source) return undefined;
    this.#published.set(key, { ...now, checks, isChecked: true });
    return { key, findings: { loader: now.loader, rules: now.rules, checks, isChecked: true }, tokens };
  }

  #split(part: readonly ToSplit[]): TermBatch {
    const { splitter } = this.#options;
    return splitter.batch(
      part.map(({ key, texts }) => splitter.split((this.#published.get(key) as Published).document, texts)),
    );
  }

  #changeOf(
    skill: ModelSkill,
    before: Published | undefined,
    textsRead: (folder: string) => Texts | undefined,
  ): { readonly record: RecordChange; readonly texts: Texts | undefined } | undefined {
    const { key, source } = skill;
    const isRead = before?.source !== source;
    const entry = before !== undefined && isSameJson(before.entry, skill.entry) ? before.entry : skill.entry;
    const isFound =
      before !== undefined && isSameJson([before.loader, before.rules], [skill.loader, skill.rules]);
    if (!isRead && entry === before?.entry && isFound) return undefined;
    const made = searchDocument({ ...source, key, entry });
    const isSaid = before !== undefined && isSameJson(before.document, made);
    const isChecked = !isRead && (before?.isChecked ?? false);
    // While skill.json is broken, findings would be about what is no longer there.
    const checks = source.isManifestBroken ? [] : (before?.checks ?? []);
    const document = isSaid ? before.document : made;
    this.#published.set(key, { ...skill, entry, checks, isChecked, document });
    const findings = { loader: skill.loader, rules: skill.rules, checks, isChecked };
    const texts =
      isRead || !isSaid ? (textsRead(source.folder) ?? this.#options.readTexts(source.folder)) : undefined;
    return {
      record: {
        key,
        ...(isRead && { ...filesOf(skill), texts: texts ?? new Map(), tokens: undefined }),
        ...(entry !== before?.entry && { entry }),
        ...((isRead || !isFound) && { findings }),
      },
      texts,
    };
  }
}

export interface PublishedChange {
  readonly unchecked: readonly SkillKey[];
  readonly isFirst: boolean;
  /** Their words are still to post. */
  readonly toSplit: readonly ToSplit[];
}

function filesOf({ source }: ModelSkill): Omit<SkillFiles, 'texts'> {
  const { folder, manifest, manifestText, isManifestBroken, files, contents, overviewSummary } = source;
  return { folder, manifest, manifestText, isManifestBroken, files, contents, overviewSummary };
}
