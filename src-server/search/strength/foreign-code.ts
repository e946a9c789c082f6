/** Code in another language than the library: never a strong match, always a warning. */
import { foreignCodeWarning } from '../../platform/code-language.ts';
import { INDEXED_LENGTH, type SearchDocument, type TextsOf } from '../search-document.ts';

export class ForeignCode {
  readonly #textsOf: TextsOf;
  readonly #known = new WeakMap<ReadonlyMap<string, string>, { readonly warning?: string }>();

  constructor(textsOf: TextsOf) {
    this.#textsOf = textsOf;
  }

  warningFor({ key, language }: SearchDocument): string | undefined {
    const texts = this.#textsOf(key);
    const known = this.#known.get(texts);
    if (known !== undefined) return known.warning;
    const markdown = [...texts].flatMap(([path, text]) =>
      path.endsWith('.md') ? [text.slice(0, INDEXED_LENGTH)] : [],
    );
    const warning = foreignCodeWarning(markdown, language);
    this.#known.set(texts, warning === undefined ? {} : { warning });
    return warning;
  }
}
