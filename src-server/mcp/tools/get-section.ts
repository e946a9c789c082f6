import { filePriority } from '../../registry/model/reading-order.ts';
import type { Skill } from '../../registry/model/skill.ts';
import { textUnderHeading } from '../../search/find/text-under-heading.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { fileHeader, withoutHeaders } from '../../skill-answer/compose-answer.ts';
import { MODEL_TEXT_BYTES, readForModel } from '../../skill-answer/read-for-model.ts';
import { checkArguments } from './check-arguments.ts';
import { lookUpFile, lookUpSkill, sectionPaths } from './look-up-skill.ts';
import inputSchema from './schemas/get-section-arguments.schema.json';
import fits from './schemas/get-section-arguments.schema.json?validate';
import { type Tool, ToolFailure } from './tool.ts';

/** One file of a skill, or the part of a file under a heading. */
export function getSectionTool(served: ServedRegistry): Tool {
  return {
    name: 'get_section',
    title: 'Get one file or section of a library skill',
    description:
      'Reads one file of a library skill (pitfalls, safety, overview, lifecycle, threading, best-practices, performance, an ' +
      'example), or only the part under a heading.',
    inputSchema,
    async call(args, signal) {
      const { path, section: named } = checkArguments<{ path: string; section?: string }>(
        'get_section',
        args,
        { schema: inputSchema, fits },
      );
      const { skill, file: addressed } = lookUpSkill(served, path);
      const section = named ?? addressed;
      if (section === undefined) {
        throw new ToolFailure('get_section was called without section: pitfalls, safety.md, …', skill.key);
      }
      const file = lookUpFile(skill, section);
      const found =
        file === undefined
          ? await findHeading(served, skill, section, signal)
          : await readForModel(served, skill.key, file);
      const target = `${skill.key}/${found.file.path}`;
      const header = fileHeader(target, filePriority(found.skill, found.file.path));
      const text = `${header}\n${withoutHeaders(found.text)}`;
      const [tokens = 0] = await served.tokens.count([text], { ...(signal && { signal }) });
      return { text, told: { target, skillKey: skill.key, tokens } };
    },
  };
}

type FoundText = Awaited<ReturnType<typeof readForModel>>;

/**
 * The part under `Heading`, or under `pitfalls.md, Heading` as find_skills prints it. Throws a `ToolFailure` that names the
 * files.
 */
async function findHeading(
  served: ServedRegistry,
  skill: Skill,
  section: string,
  signal: AbortSignal | undefined,
): Promise<FoundText> {
  const [, before = '', after = ''] = /^([^,#]+)(?:,\s*|#)(.+)$/s.exec(section) ?? [];
  const inFile = lookUpFile(skill, before);
  const paths = inFile === undefined ? markdownPaths(skill) : [inFile];
  const heading = inFile === undefined ? section : after;
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

/** The Markdown files that are looked through for a heading: as much as one answer may hold. */
function markdownPaths(skill: Skill): readonly string[] {
  let left = MODEL_TEXT_BYTES;
  return sectionPaths(skill).filter((path) => {
    if (!/\.md$/i.test(path)) return false;
    left -= skill.files.get(path)?.size ?? 0;
    return left >= 0;
  });
}
