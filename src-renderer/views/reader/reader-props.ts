export interface ReaderProps {
  readonly skillKey: string;
  /** Default: the first in reading order. */
  readonly file?: string | undefined;
  /** Anchor of a heading. */
  readonly at?: string | undefined;
  /** From 1. */
  readonly line?: number | undefined;
  /** The question that led here: its words are marked. */
  readonly question?: string | undefined;
  readonly raw?: boolean | undefined;
  /** Beside a list of answers: without the rail. */
  readonly compact?: boolean | undefined;
}

/** That what is shown isn't what the folder holds now, in a sentence, and what is shown instead. */
export interface Standing {
  readonly title: string;
  readonly text: string;
}
