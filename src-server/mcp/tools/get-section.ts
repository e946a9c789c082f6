import { escapeHidden, printable } from '../../contract/words/printable.ts';
import { filePriority } from '../../registry/model/reading-order.ts';
import type { Skill } from '../../registry/model/skill.ts';
import { textUnderHeading } from '../../search/sections/text-under-heading.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { endLine, markedLine, markFor, registryName } from '../../skill-answer/answer-origin.ts';
import { describeSkill } from '../../skill-answer/described-skill.ts';
import { fitPieces } from '../../skill-answer/fit-pieces.ts';
import { isTrustWrong } from '../../skill-answer/is-trust-wrong.ts';
import { somePieces } from '../../skill-answer/measure-files.ts';
import {
  countParts,
  MODEL_TEXT_BYTES,
  type ModelText,
  readForModel,
  readPartForModel,
} from '../../skill-answer/read-for-model.ts';
import { truncate } from '../../validation/truncate.ts';
import { checkArguments } from './check-arguments.ts';
import { lookUpFile, lookUpSkill, sectionPaths } from './look-up-skill.ts';
import inputSchema from './schemas/get-section-arguments.schema.json';
import fits from './schemas/get-section-arguments.schema.json?validate';
import { type Tool, ToolFailure } from './tool.ts';

interface GetSectionArguments {
  readonly path: string;
  readonly section?: string;
  readonly max_tokens?: number;
}

export function getSectionTool(served: ServedRegistry): Tool {
  return {
    name: 'get_section',
    title: 'Get a part of a library skill',
    description:
      'Reads one file of a library skill (pitfalls, safety, overview, lifecycle, …), or the part under a heading.',
    inputSchema,
    async call(args, signal) {
      const check = { schema: inputSchema, fits };
      const {
        path,
        section: named,
        max_tokens: budget,
      } = checkArguments<GetSectionArguments>('get_section', args, check);
      const { skill, file: addressed } = lookUpSkill(served, path);
      const section = named ?? addressed;
      if (section === undefined) {
        throw new ToolFailure('get_section was called without section: pitfalls, safety.md, …', skill.key);
      }
      const file = lookUpFile(skill, section);
      const found =
        file === undefined
          ? await findHeading(served, skill, section, signal)
          : await readFile(served, skill, file);
      const target = `${skill.key}/${found.file.path}`;
      const mark = markFor([found.text]);
      const warning = await served.search().warningFor(skill.key);
      const header = headerOf(served, found, { mark, isDoubtful: warning !== undefined });
      const frame = {
        head: warning === undefined ? header : `${warning}\n\n${header}`,
        end: endLine(mark),
        notes: found.note === undefined ? [] : [found.note],
      };
      const count = async (texts: readonly string[]) =>
        served.tokens.count(texts, { ...(signal && { signal }) });
      const shown = escapeHidden(found.text);
      const pieces = budget === undefined ? [shown] : somePieces(found.file.path, shown);
      const text = await fitPieces(frame, pieces, budget, count);
      const [tokens = 0] = await count([text]);
      return { text, activity: { target, skillKey: skill.key, tokens } };
    },
  };
}

/** `cpp/acme/log/safety.md (P0), registry team-skills, tier2. Its author says:`. */
function headerOf(
  served: ServedRegistry,
  { skill, file }: ModelText,
  { mark, isDoubtful }: { readonly mark: string; readonly isDoubtful: boolean },
): string {
  const snapshot = served.live.snapshot();
  const withoutClaims = isDoubtful || isTrustWrong(served, skill.key);
  const { tier } = describeSkill(snapshot, skill, { withoutClaims });
  const about = [
    `${printable(`${skill.key}/${file.path}`)} (${filePriority(skill, file.path)})`,
    `registry ${registryName(snapshot, skill.key)}`,
    ...(tier === undefined ? [] : [printable(truncate(tier))]),
  ];
  return markedLine(`${about.join(', ')}. Its author says, up to the next line with this number:`, mark);
}

/** Large files: first part only. */
function readFile(served: ServedRegistry, { key, files }: Skill, path: string): Promise<ModelText> {
  const isLarge = countParts(files.get(path)?.size ?? 0) > 1;
  return isLarge ? readPartForModel(served, key, path, 1) : readForModel(served, key, path);
}

/** `part 2` of a large file → 2. */
function partOf({ key, files }: Skill, path: string, named: string): number | undefined {
  const count = countParts(files.get(path)?.size ?? 0);
  const [, digits] = /^part\s+(\d{1,6})$/i.exec(named.trim()) ?? [];
  if (digits === undefined || count === 1) return undefined;
  const part = Number(digits);
  if (part >= 1 && part <= count) return part;
  throw new ToolFailure(
    `${path} has ${count} parts: "${path}, part 1" to "${path}, part ${count}".`,
    `${key}/${path}`,
  );
}

/** From find results: `pitfalls.md:12 Heading`, `pitfalls.md, Heading, whole:`. Agents omit the colon. */
const [LINE_NUMBER, BEHIND_HEADING] = [/^([^\s:,#]+):\d+\s+/, /(?:, whole:?|:)$/];

/** `Heading` or `pitfalls.md, Heading`. Throws a `ToolFailure` with file names. */
async function findHeading(
  served: ServedRegistry,
  skill: Skill,
  section: string,
  signal: AbortSignal | undefined,
): Promise<ModelText> {
  const printed = section.trim().replace(LINE_NUMBER, '$1, ').replace(BEHIND_HEADING, '');
  const [, before = '', after = ''] = /^([^,#]+)(?:,\s*|#)(.+)$/s.exec(printed) ?? [];
  const inFile = lookUpFile(skill, before);
  const part = inFile === undefined ? undefined : partOf(skill, inFile, after);
  if (inFile !== undefined && part !== undefined) return readPartForModel(served, skill.key, inFile, part);
  const paths = inFile === undefined ? markdownPaths(skill) : [inFile];
  const heading = inFile === undefined ? printed : after;
  for (const path of paths) {
    signal?.throwIfAborted();
    const found = await readForModel(served, skill.key, path);
    const text = textUnderHeading(found.text, heading);
    if (text !== undefined) return { ...found, text };
  }
  const names = sectionPaths(skill).map((path) => path.replace(/\.md$/, ''));
  throw new ToolFailure(
    `Section '${section}' not found in skill '${skill.key}', neither as a file nor as a heading. Its sections: ${names.join(', ')}.`,
    `${skill.key}/${section}`,
  );
}

/** As many as an answer may hold. */
function markdownPaths(skill: Skill): readonly string[] {
  let left = MODEL_TEXT_BYTES;
  return sectionPaths(skill).filter((path) => {
    if (!/\.md$/i.test(path)) return false;
    left -= skill.files.get(path)?.size ?? 0;
    return left >= 0;
  });
}
