import { LANGUAGES } from '../../contract/api/api.ts';
import { filesToReadFirst } from '../../contract/api/files-to-read-first.ts';
import { verdictSentence } from '../../contract/words/verdict-sentence.ts';
import { type OrderedFile, readingOrder } from '../../registry/model/reading-order.ts';
import type { Skill } from '../../registry/model/skill.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { MODEL_TEXT_BYTES, readForModel, resourceText } from '../../skill-answer/read-for-model.ts';
import { INVALID_PARAMS, McpError, type McpObject } from '../dispatcher.ts';
import { resourceContents } from '../resources/resources.ts';
import { languageName } from '../tools/check-arguments.ts';
import { findSkills } from '../tools/find-skills.ts';
import { lookUpSkill } from '../tools/look-up-skill.ts';
import { skillLine } from '../tools/search-skills.ts';
import { ToolFailure } from '../tools/tool.ts';

const PATH = {
  name: 'path',
  description:
    'The library: language/author/name, such as cpp/gabime/spdlog, or its name where only one has it.',
  required: true,
};

export const PROMPTS: McpObject = {
  prompts: [
    {
      name: 'use-library',
      title: 'Use a library',
      description: 'Hands over what must be read before writing code with a library.',
      arguments: [PATH],
    },
    {
      name: 'check-pitfalls',
      title: 'Check pitfalls',
      description: 'Goes through the code at hand with the pitfalls and safety rules of a library.',
      arguments: [PATH],
    },
    {
      name: 'compare-libraries',
      title: 'Compare libraries',
      description: 'Weighs the libraries of this registry for a task.',
      arguments: [
        { name: 'query', description: 'What the library is needed for.', required: true },
        { name: 'lang', description: 'Only libraries of this language: cpp, rust, python, go, js.' },
      ],
    },
  ],
};

const COMPARED = 5;

export interface PromptAnswer {
  readonly result: McpObject;
  readonly target: string;
  readonly skillKey?: string;
}

/** Rejects with `McpError`. */
export async function getPrompt(
  served: ServedRegistry,
  params: McpObject,
  signal: AbortSignal | undefined,
): Promise<PromptAnswer> {
  const args = (params['arguments'] ?? {}) as McpObject;
  switch (params['name']) {
    case 'use-library':
      return aboutSkill(served, args, {
        signal,
        choose: filesToReadFirst,
        ask: (key) =>
          `I am going to use ${key}. Before you write any code, read the files of its skill below: prefer them to memory ` +
          `where they fit the installed version and language, otherwise ignore them. Say so where my request goes ` +
          `against them. For life cycle, threading or examples read more with get_section or get_skill.`,
      });
    case 'check-pitfalls':
      return aboutSkill(served, args, {
        signal,
        choose: (files) =>
          files.filter(({ file: { path } }) => path === 'pitfalls.md' || path === 'safety.md'),
        ask: (key) =>
          `Check the code that we are talking about against the pitfalls and safety rules of ${key} below. Go through ` +
          `them one by one: name each that the code breaks, quote the line, and show the smallest change that mends it. ` +
          `End with those that don't apply.`,
      });
    case 'compare-libraries':
      return compare(served, requiredText(args, 'query'), { lang: optionalText(args, 'lang'), signal });
    default:
      throw new McpError(
        INVALID_PARAMS,
        `There is no prompt '${String(params['name'])}'. There are: use-library, check-pitfalls, compare-libraries.`,
      );
  }
}

interface SkillPrompt {
  /** In reading order. */
  readonly choose: (files: readonly OrderedFile[]) => readonly OrderedFile[];
  readonly ask: (key: string) => string;
  readonly signal: AbortSignal | undefined;
}

async function aboutSkill(
  served: ServedRegistry,
  args: McpObject,
  prompt: SkillPrompt,
): Promise<PromptAnswer> {
  const skill = skillOf(served, requiredText(args, 'path'));
  const { key } = skill;
  const warning = await served.search().warningFor(key);
  const wanted = prompt.choose(readingOrder(skill));
  const share = Math.floor(MODEL_TEXT_BYTES / Math.max(1, wanted.length));
  const files = await Promise.all(wanted.map(({ file }) => readForModel(served, key, file.path, share)));
  prompt.signal?.throwIfAborted();
  const messages = [
    userText(warning === undefined ? prompt.ask(key) : `${prompt.ask(key)} ${warning}`),
    ...files.map((read) => ({
      role: 'user',
      content: { type: 'resource', resource: resourceContents(key, read.file.path, resourceText(read)) },
    })),
  ];
  return { result: { description: `What to know about ${key}`, messages }, target: key, skillKey: key };
}

async function compare(
  served: ServedRegistry,
  query: string,
  { lang, signal }: { readonly lang: string | undefined; readonly signal: AbortSignal | undefined },
): Promise<PromptAnswer> {
  const language = lang === undefined ? undefined : languageOf(lang);
  const { question, results } = await findSkills(served, query, { limit: COMPARED, lang: language, signal });
  const good = results.filter((result) => result.strength !== 'weak');
  const candidates = good
    .map(({ key, ...found }) => `- ${found.strength}: ${skillLine(served, key)}`)
    .join('\n');
  const need = `I need a library${language === undefined ? '' : ` for ${language}`} for this: ${query}`;
  const text =
    question.strength === 'weak'
      ? `${need}\n${verdictSentence(question)}`
      : `${need}\nThese library skills fit best:\n${candidates}\nRead them with get_skill, ` +
        `then compare the libraries: what each does best, its worst pitfalls, threading, ` +
        `and which you would take for this task and why.`;
  return { result: { description: `Libraries for: ${query}`, messages: [userText(text)] }, target: query };
}

function languageOf(lang: string): string {
  const language = languageName(lang);
  if (LANGUAGES.some((known) => known === language)) return language;
  throw new McpError(INVALID_PARAMS, `There is no language '${lang}'. There are: ${LANGUAGES.join(', ')}.`);
}

function skillOf(served: ServedRegistry, path: string): Skill {
  try {
    return lookUpSkill(served, path).skill;
  } catch (error) {
    if (error instanceof ToolFailure) throw new McpError(INVALID_PARAMS, error.message);
    throw error;
  }
}

function requiredText(args: McpObject, name: string): string {
  const value = args[name];
  if (typeof value !== 'string' || value.trim() === '') {
    throw new McpError(INVALID_PARAMS, `The argument '${name}' is missing.`);
  }
  return value;
}

function optionalText(args: McpObject, name: string): string | undefined {
  const value = args[name];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function userText(text: string): McpObject {
  return { role: 'user', content: { type: 'text', text } };
}
