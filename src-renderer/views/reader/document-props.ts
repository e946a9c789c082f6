import type { SkillFile } from '../../domain/skill-files.ts';
import type { Address } from './address.ts';
import type { HastNode } from './markdown/hast.ts';
import type { Entries } from './markdown/markdown.tsx';
import type { FileProblem } from './problems-of-file.ts';
import type { Standing } from './reader-props.ts';

export interface DocumentProps {
  readonly skillKey: string;
  /** Why agents don't get the skill. */
  readonly withheld: string | undefined;
  readonly files: readonly SkillFile[];
  readonly file: SkillFile;
  /** `undefined` until it is parsed. */
  readonly page: HastNode | undefined;
  readonly entries: Entries;
  /** As plain text: chosen, or since it can't be drawn. */
  readonly isAsIs: boolean;
  readonly raw: boolean;
  readonly isTooLong: boolean;
  readonly standing: Standing | undefined;
  readonly problems: readonly FileProblem[];
  /** Lines of the page before the first of the file. */
  readonly shift: number;
  readonly compact: boolean;
  /** Number of the section being read, and how many there are. */
  readonly place: string | undefined;
  readonly places: number;
  readonly address: Address;
}
