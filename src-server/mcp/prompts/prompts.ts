import { filesToReadFirst } from '../../contract/files-to-read-first.ts';
import { type OrderedFile, readingOrder } from '../../registry/model/reading-order.ts';
import type { Skill } from '../../registry/model/skill.ts';
import type { ServedRegistry } from '../../service/served-registry.ts';
import { INVALID_PARAMS, McpError, type McpObject } from '../dispatcher.ts';
import { MODEL_TEXT_BYTES, readForModel } from '../read-for-model.ts';
import { resourceContents } from '../resources/resources.ts';
import { findSkills } from '../tools/find-skills.ts';
import { lookUpSkill } from '../tools/look-up-skill.ts';
import { ToolFailure } from '../tools/tool.ts';

const PATH = {
  name: 'path',
  description: 'Key of the skill: language/author/name, such as cpp/gabime/spdlog.',
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
      arguments: [{ name: 'query', description: 'What the library is needed for.', required: true }],
    },
  ],
};

const COMPARED = 5;

export interface PromptAnswer {
  readonly result: McpObject;
  readonly target: string;
  readonly skillKey?: string;
}

/** `prompts/get`. Rejects with `McpError` where the prompt or what it is about doesn't exist. */
export async function getPrompt(served: ServedRegistry, params: McpObject): Promise<PromptAnswer> {
  const args = (params['arguments'] ?? {}) as McpObject;
  switch (params['name']) {
    case 'use-library':
      return aboutSkill(served, args, {
        choose: filesToReadFirst,
        ask: (key) =>
          `I am going to use ${key}. Before you write any code, read the files of its skill below. Follow every rule in ` +
          `them, and say so where my request goes against one. For life cycle, threading or examples read more with ` +
          `get_section or get_skill.`,
      });
    case 'check-pitfalls':
      return aboutSkill(served, args, {
        choose: (files) =>
          files.filter(({ file: { path } }) => path === 'pitfalls.md' || path === 'safety.md'),
        ask: (key) =>
          `Check the code that we are talking about against the pitfalls and safety rules of ${key} below. Go through ` +
          `them one by one: name each that the code breaks, quote the line, and show the smallest change that mends it. ` +
          `End with those that don't apply.`,
      });
    case 'compare-libraries':
      return compare(served, requiredText(args, 'query'));
    default:
      throw new McpError(
        INVALID_PARAMS,
        `There is no prompt '${String(params['name'])}'. There are: use-library, check-pitfalls, compare-libraries.`,
      );
  }
}

interface SkillPrompt {
  /** Which of a skill's files go with it; they stand in reading order. */
  readonly choose: (files: readonly OrderedFile[]) => readonly OrderedFile[];
  readonly ask: (key: string) => string;
}

async function aboutSkill(
  served: ServedRegistry,
  args: McpObject,
  prompt: SkillPrompt,
): Promise<PromptAnswer> {
  const skill = skillOf(served, requiredText(args, 'path'));
  const { key } = skill;
  const wanted = prompt.choose(readingOrder(skill));
  const share = Math.floor(MODEL_TEXT_BYTES / Math.max(1, wanted.length));
  const files = await Promise.all(wanted.map(({ file }) => readForModel(served, key, file.path, share)));
  const messages = [
    userText(prompt.ask(key)),
    ...files.map(({ file, text }) => ({
      role: 'user',
      content: { type: 'resource', resource: resourceContents(key, file.path, text) },
    })),
  ];
  return { result: { description: `What to know about ${key}`, messages }, target: key, skillKey: key };
}

async function compare(served: ServedRegistry, query: string): Promise<PromptAnswer> {
  const found = await findSkills(served, query, { limit: COMPARED });
  const candidates = found
    .map(({ key, score, summary = '' }) => `- ${key} (${score}): ${summary}`)
    .join('\n');
  const text =
    found.length === 0
      ? `I need a library for this: ${query}\nNo skill of the registry speaks of it. Try find_skills with other words before you advise without one.`
      : `I need a library for this: ${query}\nThese skills of the registry fit best:\n${candidates}\nRead them with get_skill ` +
        `(max_tokens 3000 each is enough), then compare the libraries: what each does best, its worst pitfalls, threading, ` +
        `and which you would take for this task and why.`;
  return { result: { description: `Libraries for: ${query}`, messages: [userText(text)] }, target: query };
}

function skillOf(served: ServedRegistry, path: string): Skill {
  try {
    return lookUpSkill(served, path);
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

function userText(text: string): McpObject {
  return { role: 'user', content: { type: 'text', text } };
}
