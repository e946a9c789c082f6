import { createContext } from 'react';
import { desktop } from '../../desktop.ts';
import type { Opens } from './link-target.ts';

export interface TextPlace {
  readonly skillKey: string;
  /** Base of relative links. */
  readonly file: string;
  /** Allowed targets. */
  readonly files: readonly string[];
}

/** A new file list updates links without redrawing the text. */
export const TextPlaceContext = createContext<TextPlace>({ skillKey: '', file: '', files: [] });

export const OPENS: Opens = desktop === undefined ? 'web-and-mail' : 'https';
