import { useEffect, useState } from 'react';
import { createPageParser, type ParsedPage, type ParseRequest } from './markdown/page-parser.ts';

const parser = createPageParser();

/** `undefined` until the first text is parsed. Retains the previous page while parsing. */
export function useParsedPage(text: string | undefined, hasEntries: boolean): ParsedPage | undefined {
  const [last, setLast] = useState<ParseRequest & { readonly page: ParsedPage }>();
  useEffect(() => {
    if (text === undefined) return;
    const request = { text, hasEntries };
    const left = new AbortController();
    void parser.parse(request, left.signal).then((page) => {
      if (page !== undefined && !left.signal.aborted) setLast({ ...request, page });
    });
    return () => left.abort();
  }, [text, hasEntries]);
  if (text === undefined) return undefined;
  return last?.text === text ? last.page : (parser.cached({ text, hasEntries }) ?? last?.page);
}
