/** Code in another language than the library: never a strong match, always a warning. */
import { foreignCodeWarning } from '../../platform/code-language.ts';
import type { ReadTexts, SearchDocument } from '../search-document.ts';

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
