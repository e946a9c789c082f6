/** Code in another language than the library: never a strong match, always a warning. */
import type { MatchStrength } from '../../contract/api/api.ts';
import { foreignCodeWarning } from '../../platform/code-language.ts';
import type { ReadTexts, SearchDocument } from '../search-document.ts';
import { weaker } from './match-strength.ts';

export class ForeignCode {
  readonly #readTexts: ReadTexts;
  readonly #known = new WeakMap<SearchDocument, { readonly warning?: string }>();

  constructor(readTexts: ReadTexts) {
    this.#readTexts = readTexts;
  }

  async warningFor(document: SearchDocument): Promise<string | undefined> {
    const known = this.#known.get(document);
    if (known !== undefined) return known.warning;
    const files = document.files.filter(({ path }) => path.endsWith('.md'));
    const [read] = await this.#readTexts([{ ...document, files }]).catch(() => []);
    if (read === undefined) return undefined;
    const texts = read.texts.filter((text) => text !== undefined);
    const warning = foreignCodeWarning(texts, document.language);
    this.#known.set(document, warning === undefined ? {} : { warning });
    return warning;
  }
}

/** At most `partial` from the first warning on. */
export function limitForeignCode(
  strengths: readonly MatchStrength[],
  warnings: readonly (string | undefined)[],
): readonly MatchStrength[] {
  const first = warnings.findIndex((warning) => warning !== undefined);
  if (first < 0) return strengths;
  return strengths.map((strength, i) => (i < first ? strength : weaker(strength, 'partial')));
}
