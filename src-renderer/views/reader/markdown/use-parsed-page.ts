import { useEffect, useState } from 'react';
import { PageParser, type ParsedPage, type ParseRequest } from './page-parser.ts';

const parser = new PageParser();

/**
 * `undefined` until the text is parsed. While a changed text of the same file is parsed, its former page stays.
 *
 * @param text undefined: not to be parsed
 */
export function useParsedPage(
  file: string,
  text: string | undefined,
  hasEntries: boolean,
): ParsedPage | undefined {
  const [last, setLast] = useState<ParseRequest & { readonly file: string; readonly page: ParsedPage }>();
  useEffect(() => {
    if (text === undefined) return;
    const request = { text, hasEntries };
    const left = new AbortController();
    void parser.parse(request, left.signal).then((page) => {
      if (page !== undefined && !left.signal.aborted) setLast({ ...request, file, page });
    });
    return () => left.abort();
  }, [file, text, hasEntries]);
  if (text === undefined) return undefined;
  if (last?.file === file && last.text === text) return last.page;
  return parser.cached({ text, hasEntries }) ?? (last?.file === file ? last.page : undefined);
}
