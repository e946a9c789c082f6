import { createContext } from 'react';
import { desktop } from '../../desktop.ts';
import type { Opens } from './link-target.ts';

/** Where a text stands: what its links start from, and where they may lead. */
export interface TextPlace {
  readonly skillKey: string;
  /** Relative path of the file, which relative links start from. */
  readonly file: string;
  /** Paths that links may lead to. */
  readonly files: readonly string[];
}

/** A context, so that another file of the skill changes links alone, and no text is drawn again. */
export const TextPlaceContext = createContext<TextPlace>({ skillKey: '', file: '', files: [] });

/** The desktop app hands only https: addresses to the system. */
export const OPENS: Opens = desktop === undefined ? 'web-and-mail' : 'https';
