import { vi } from 'vitest';
import type { ParseRequest } from '../../src-renderer/views/reader/page-parser.ts';
import { parsePage } from '../../src-renderer/views/reader/parse-page.ts';

/** Texts that were parsed, in order. */
export const parsedTexts: string[] = [];

/** Stands in for the worker where a test has none: parses in the same thread, a task later. */
vi.stubGlobal(
  'Worker',
  class {
    onmessage: ((event: { readonly data: unknown }) => void) | null = null;
    postMessage({ text, hasEntries }: ParseRequest) {
      parsedTexts.push(text);
      const page = structuredClone(parsePage(text, hasEntries));
      setTimeout(() => this.onmessage?.({ data: { page } }));
    }
    terminate() {}
  },
);
