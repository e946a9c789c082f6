import { readingOrder } from '../../registry/model/reading-order.ts';
import { readSkillContents } from '../../registry/skill-texts.ts';
import type { ServedRegistry } from '../../service/served-registry.ts';
import type { McpObject } from '../dispatcher.ts';
import { MODEL_TEXT_BYTES } from '../read-for-model.ts';
import { checkArguments } from './check-arguments.ts';
import { describeSkill, descriptionLine } from './described-skill.ts';
import { fitBudget } from './fit-budget.ts';
import { lookUpSkill } from './look-up-skill.ts';
import inputSchema from './schemas/get-skill-arguments.schema.json';
import fits from './schemas/get-skill-arguments.schema.json?validate';
import outputSchema from './schemas/get-skill-result.schema.json';
import type { Tool, ToolAnswer } from './tool.ts';

interface FileOfAnswer {
  readonly path: string;
  readonly priority: string;
  /** Of the text, and of what stands around it in the text answer. */
  readonly tokens: number;
  readonly text: string;
}

/** A whole skill in the order to read it. */
export function getSkillTool(served: ServedRegistry): Tool {
  return {
    name: 'get_skill',
    title: 'Get a skill',
    description:
      'Everything one skill says about a library: what it is, its pitfalls and safety rules, life cycle, threading, examples. ' +
      'Read it before writing code with the library. Files come most important first (P0); max_tokens leaves out what does not fit.',
    inputSchema,
    outputSchema,
    async call(args, signal) {
      const { path, max_tokens: budget } = checkArguments<{ path: string; max_tokens?: number }>(
        'get_skill',
        args,
        fits,
      );
      return wholeSkill(served, lookUpSkill(served, path).key, budget, signal);
    },
  };
}

/** @param budget tokens of the answer at most */
async function wholeSkill(
  served: ServedRegistry,
  key: string,
  budget: number | undefined,
  signal: AbortSignal | undefined,
): Promise<ToolAnswer> {
  const { snapshot, skill, texts, omitted: unread } = await readSkillContents(served.live, key);
  const described = describeSkill(snapshot, skill);
  const { facts: _sentences, ...facts } = described;
  const priorities = new Map(readingOrder(skill).map(({ file, priority }) => [file.path, priority] as const));
  const files = [...priorities].flatMap(([path, priority]) => {
    const text = texts.get(path);
    return text === undefined ? [] : [{ path, priority, text: text.toString('utf8'), bytes: text.length }];
  });
  const { kept: readable, omitted: tooLong } = fitBudget(files, MODEL_TEXT_BYTES, ({ bytes }) => bytes);
  const head = `# ${descriptionLine(described)}\n`;
  const [headTokens = 0, ...counts] = await served.tokens.count([head, ...readable.map(fileBlock)], {
    ...(signal && { signal }),
  });
  const costed = readable.map((file, index) => ({ ...file, tokens: counts[index] ?? 0 }));
  const { kept, omitted } =
    budget === undefined
      ? { kept: costed, omitted: [] }
      : fitBudget(costed, budget - headTokens, (file) => file.tokens);
  const tokens = kept.reduce((sum, file) => sum + file.tokens, 0);
  const missing = [
    ...tooLong.map(({ path }) => `${path} is too long for one answer; get_section gives its beginning.`),
    ...unread.map(({ reason }) => reason),
  ];
  const structured: McpObject = {
    ...facts,
    files: kept.map(({ path, priority, tokens, text }) => ({ path, priority, tokens, text })),
    omitted: omitted.map(({ path, priority, tokens }) => ({ path, priority, tokens })),
    tokens,
    ...(missing.length === 0 ? {} : { missing }),
  };
  return {
    structured,
    text: [head, ...kept.map(fileBlock), ...omittedNote(omitted), ...missing].join('\n'),
    told: { target: skill.key, skillKey: skill.key, tokens },
  };
}

function fileBlock({ path, priority, text }: Omit<FileOfAnswer, 'tokens'>): string {
  return `<!-- ${path} (${priority}) -->\n${text.trimEnd()}\n`;
}

function omittedNote(omitted: readonly FileOfAnswer[]): readonly string[] {
  if (omitted.length === 0) return [];
  const list = omitted.map(({ path, priority, tokens }) => `${path} (${priority}, ${tokens} tokens)`);
  return [`Left out to stay within max_tokens; get_section gives them: ${list.join(', ')}.`];
}
