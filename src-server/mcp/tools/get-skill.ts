import { chooseFiles } from '../../contract/api/choose-files.ts';
import { codeLanguageName, foreignCodeLanguage } from '../../markdown/code-language.ts';
import type { Skill } from '../../registry/model/skill.ts';
import { readSkillContents, type SkillContents } from '../../registry/skill-texts.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { MODEL_TEXT_BYTES } from '../read-for-model.ts';
import { checkArguments } from './check-arguments.ts';
import { type DescribedSkill, describeSkill, descriptionLine } from './described-skill.ts';
import { lookUpSkill } from './look-up-skill.ts';
import inputSchema from './schemas/get-skill-arguments.schema.json';
import fits from './schemas/get-skill-arguments.schema.json?validate';
import { composeAnswer } from './skill-answer/compose-answer.ts';
import { fitAnswer } from './skill-answer/fit-answer.ts';
import { measureFiles } from './skill-answer/measure-files.ts';
import type { Tool, ToolAnswer } from './tool.ts';

/** A smaller budget is for the texts: what else is known of a skill takes some 70 tokens, as much as a red line. */
const FACTS_FROM_TOKENS = 2_000;

/** A whole skill in the order to read it. */
export function getSkillTool(served: ServedRegistry): Tool {
  return {
    name: 'get_skill',
    title: 'Get a library skill',
    description:
      'Reads the library skill of one library: pitfalls, safety rules, overview, life cycle, threading, examples. Call it ' +
      'before you write or review code with the library. With max_tokens (3000 is plenty for a start) pitfalls and safety ' +
      'come first, and the answer names what it left out.',
    inputSchema,
    async call(args, signal) {
      const { path, max_tokens: budget } = checkArguments<{ path: string; max_tokens?: number }>(
        'get_skill',
        args,
        { schema: inputSchema, fits },
      );
      return wholeSkill(served, lookUpSkill(served, path).skill.key, budget, signal);
    },
  };
}

/** @param budget tokens of the answer at most; what it may have at all where it is left out */
async function wholeSkill(
  served: ServedRegistry,
  key: string,
  budget: number | undefined,
  signal: AbortSignal | undefined,
): Promise<ToolAnswer> {
  const contents = await readSkillContents(served.live, key);
  const { snapshot, skill, omitted } = contents;
  const count = (texts: readonly string[]) => served.tokens.count(texts, { ...(signal && { signal }) });
  const countOne = async (text: string) => (await count([text]))[0] ?? 0;
  const inBytes = (texts: readonly string[]) => texts.map((text) => Buffer.byteLength(text));
  const isLimited = budget !== undefined;
  const { files, ...facts } = await measureFiles(contents, isLimited ? count : inBytes, isLimited);
  const parts = {
    ...facts,
    key,
    head: headOf(describeSkill(snapshot, skill), foreignCode(contents), budget),
    unlisted: unlistedFiles(skill),
    unreadable: omitted.map(({ reason }) => reason),
  };
  const told = { target: key, skillKey: key };
  if (isLimited) {
    const { text, tokens } = await fitAnswer(files, parts, budget, countOne);
    return { text, told: { ...told, tokens } };
  }
  const text = composeAnswer({ ...parts, files: chooseFiles(files, MODEL_TEXT_BYTES) }, 'names');
  return { text, told: { ...told, tokens: await countOne(text) } };
}

/** Warns where the code is in another language than the library. */
function foreignCode({ skill, texts }: SkillContents): string | undefined {
  const markdown = [...texts].flatMap(([path, text]) => (/\.md$/i.test(path) ? [text.toString('utf8')] : []));
  const [library = ''] = skill.key.split('/');
  const code = foreignCodeLanguage(markdown, library);
  if (code === undefined) return undefined;
  return `The code is ${codeLanguageName(code)}; this is a ${codeLanguageName(library)} library. Don't copy it.`;
}

/** @param warning what is known to be wrong; no claim of the author's stands beside it */
function headOf(
  described: DescribedSkill,
  warning: string | undefined,
  budget = Number.POSITIVE_INFINITY,
): string {
  if (warning !== undefined) {
    const { trust_score: _, ...unclaimed } = described;
    return `# ${descriptionLine(unclaimed)}\n\n${warning}`;
  }
  const line = `# ${descriptionLine(described)}`;
  const facts = budget < FACTS_FROM_TOKENS ? [] : described.facts;
  return facts.length === 0 ? line : `${line}\n\n${facts.join(' ')}`;
}

/** Knowledge files of the skill's folder that are no part of its answer. */
function unlistedFiles({ files, contents }: Skill): readonly string[] {
  const listed = new Set(contents);
  return [...files.keys()].filter((path) => !listed.has(path));
}
