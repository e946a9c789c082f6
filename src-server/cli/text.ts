/** Writes text of commands for terminals: counts, log lines and tables. */

import { quotedText } from '../contract/agent-lines.ts';
import type { ServedLayer, Status } from '../contract/api.ts';
import { printable, printableJson } from '../contract/outside-text.ts';
import {
  LOG_LEVELS,
  type LogFunction,
  type Logger,
  type LogLevel,
  othersWords,
  silentLogger,
} from '../contract/service.ts';
import { countWords, groupDigits } from '../contract/words.ts';

/** Counts the skills that agents get, as in `66 of 85 skills (17 are withheld, 2 are not served)`. */
export function servedSkills(counts: Status['counts']): string {
  const { skills, served = skills, folders = skills } = counts;
  const others = othersWords(counts);
  const some = served === folders ? '' : `${groupDigits(served)} of `;
  return `${some}${countWords(folders, 'skill')}${others === '' ? '' : ` (${others})`}`;
}

/** Describes a layer, as in `/skills/own  3 skills, 1 shadowed`. */
export function layerWords({ name, path, address, skills, shadowed, state }: ServedLayer): string {
  return [
    `${path ?? `${name} (${address})`}  ${countWords(skills, 'skill')}`,
    ...(shadowed === 0 ? [] : [`${groupDigits(shadowed)} shadowed`]),
    ...(state === 'failed' ? ["can't be read or checked for updates"] : []),
    ...(state === 'update' ? ['update available'] : []),
  ].join(', ');
}

interface StderrLoggerOptions {
  /** Lines of lower levels are dropped. */
  readonly level: LogLevel;
  /** Each line is a JSON object; otherwise it is text, such as `warn: …`. */
  readonly json: boolean;
  readonly write: (line: string) => void;
}

export function createStderrLogger({ level: least, json, write }: StderrLoggerOptions): Logger {
  const isOn = (level: LogLevel) => LOG_LEVELS.indexOf(level) <= LOG_LEVELS.indexOf(least);
  const at = (level: LogLevel): LogFunction => {
    if (!isOn(level)) return silentLogger[level];
    return (message, details) => {
      const now = new Date();
      const prefix = level === 'info' ? '' : `${level}: `;
      const more = details === undefined ? '' : ` ${printableJson(details)}`;
      write(
        json
          ? printableJson({ time: now.toISOString(), level, message, ...details })
          : `${now.toTimeString().slice(0, 8)} ${prefix}${printable(message)}${more}`,
      );
    };
  };
  const isDebug = isOn('debug');
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug'), isDebug };
}

/** A column is cut to no less than this. */
const LEAST_WIDTH = 8;

/** Cuts a text to a width, with `…` at its end, and never in the middle of a character. */
export function cutText(text: string, width: number): string {
  const characters = [...text];
  if (characters.length <= width) return text;
  return `${characters
    .slice(0, width - 1)
    .join('')
    .trimEnd()}…`;
}

/**
 * Aligns columns, cuts the last. Makes untrusted texts printable.
 *
 * @param width default: unlimited, for files and pipes
 */
export function formatTable(rows: ReadonlyArray<readonly string[]>, width: number | undefined): string {
  const cells = rows.map((row) => row.map((cell) => printable(cell.trim())));
  const last = largest(cells, (row) => row.length) - 1;
  const widths = Array.from({ length: last }, (_, column) =>
    largest(cells, (row) => row[column]?.length ?? 0),
  );
  const used = widths.reduce((sum, one) => sum + one + 2, 0);
  const left = width === undefined ? Number.POSITIVE_INFINITY : Math.max(LEAST_WIDTH, width - used);
  return cells
    .map((row) =>
      row
        .map((cell, column) => (column === last ? cutText(cell, left) : cell.padEnd(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .map(quotedText)
    .join('\n');
}

function largest<Row>(rows: readonly Row[], lengthOf: (row: Row) => number): number {
  return rows.reduce((most, row) => Math.max(most, lengthOf(row)), 0);
}
