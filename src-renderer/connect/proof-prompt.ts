import type { SkillRow } from '../skill/skill-row.ts';

/** Answerable only by reading a served skill. */
export interface ProofPrompt {
  readonly text: string;
  /** Expected answer: key without language, and file. */
  readonly skill: string;
  readonly file: string;
}

/** Against prompt injection: agents take the prompt for their user's words. */
const PLAIN_KEY = /^[\w+-]+\/[\w.+-]+\/[\w.+-]+$/;
const PLAIN_FILE = /^[\w.+-]+\.md$/;
const LONGEST_KEY = 80;

const RISKS = ['low', 'medium', 'high'];

/** Highest risk, then most trusted. */
export function proofSkill(rows: readonly SkillRow[]): SkillRow | undefined {
  const weight = ({ risk = '', trust }: SkillRow) => RISKS.indexOf(risk) * 1_000 + (trust?.score ?? 0);
  let best: SkillRow | undefined;
  for (const row of rows) {
    if (!PLAIN_KEY.test(row.key) || row.key.length > LONGEST_KEY) continue;
    const lead = best === undefined ? 1 : weight(row) - weight(best);
    if (best === undefined || lead > 0 || (lead === 0 && row.key < best.key)) best = row;
  }
  return best;
}

const QUESTIONS: ReadonlyArray<readonly [file: string, question: (name: string) => string]> = [
  ['safety.md', (name) => `what must never be done with ${name}, and what instead?`],
  ['pitfalls.md', (name) => `what goes wrong with ${name} most often, and why?`],
  ['lifecycle.md', (name) => `in which order is ${name} started and shut down?`],
];

/** @param files served, in reading order */
export function proofPrompt(key: string, files: readonly string[]): ProofPrompt | undefined {
  const [, author = '', name = ''] = key.split('/');
  const known = QUESTIONS.find(([file]) => files.includes(file));
  const file = known?.[0] ?? files.find((path) => PLAIN_FILE.test(path));
  if (!PLAIN_KEY.test(key) || file === undefined) return undefined;
  const question = known?.[1](name) ?? `what does ${file} say about ${name}, in one sentence?`;
  return {
    text: `Use the skills-registry tools: ${question} Name the skill and the file you read.`,
    skill: `${author}/${name}`,
    file,
  };
}
