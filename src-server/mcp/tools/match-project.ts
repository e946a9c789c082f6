import type { MatchedPackage, MatchResponse, SkillMatch } from '../../contract/api/match.ts';
import { printable } from '../../contract/words/printable.ts';
import { MalformedPackage, readAskedPackages } from '../../projects/match/asked-packages.ts';
import { matchPackages } from '../../projects/match/match-packages.ts';
import { runInSlices } from '../../run-in-slices.ts';
import type { ServedRegistry } from '../../served-registry.ts';
import { checkArguments } from './check-arguments.ts';
import inputSchema from './schemas/match-project-arguments.schema.json';
import fits from './schemas/match-project-arguments.schema.json?validate';
import { type Tool, ToolFailure } from './tool.ts';

export const MATCH_PROJECT = 'match_project';
const DEFAULT_TOKENS = 2_000;
/** Above any budget. */
const MOST_LINES = 2_000;
const LINE_BREAK_TOKENS = 1;

interface MatchArguments {
  readonly packages?: readonly (string | object)[];
  readonly max_tokens?: number;
}

export function matchProjectTool(served: ServedRegistry): Tool {
  return {
    name: MATCH_PROJECT,
    title: 'Match a project with library skills',
    description:
      'What to read before you touch which library of a project, from the packages of its lock files: which skills are ' +
      'about them, and whether for their version. Call it once when you begin to work on a project.',
    inputSchema,
    async call(args, signal) {
      const { packages, max_tokens: budget = DEFAULT_TOKENS } = checkArguments<MatchArguments>(
        MATCH_PROJECT,
        args,
        { schema: inputSchema, fits },
      );
      if (packages === undefined) throw new ToolFailure(NO_PACKAGES);
      const entries = packages.map((each) => (typeof each === 'string' ? { purl: each } : each));
      const asked = await runInSlices(readAskedPackages({ packages: entries }), signal).catch(asToolFailure);
      const matched = await runInSlices(matchPackages(asked, await served.matchIndex()), signal);
      const { counts } = matched;
      const count = (texts: readonly string[]) => served.tokens.count(texts, { ...(signal && { signal }) });
      const text = await fitLines(projectLines(matched), budget, count);
      return {
        text,
        activity: { target: `${counts.packages} packages`, results: counts.exact + counts.repository },
      };
    },
  };
}

const NO_PACKAGES =
  'match_project needs packages: this client doesn’t say where its workspace is. Read the project’s manifest or lock file, ' +
  'and give them as package URLs: {"packages":["pkg:npm/ws@8.18.0"]}.';

function asToolFailure(error: unknown): never {
  throw error instanceof MalformedPackage ? new ToolFailure(error.message) : error;
}

/** Most important first. */
function projectLines({ packages, counts }: MatchResponse): readonly string[] {
  const sure = packages.filter(({ skill }) => skill !== null && skill.level !== 'guess');
  const guesses = packages.filter(({ skill }) => skill?.level === 'guess');
  const missing = [...new Set(packages.flatMap(({ name, skill }) => (skill === null ? [name] : [])))];
  const head = `${counts.exact + counts.repository} of ${counts.packages} packages have a library skill.`;
  const order =
    sure.length === 0
      ? ''
      : ' Before you write or change code with one, call get_skill with its path, even if you think you know it. The most dangerous first:';
  return [
    head + order,
    ...sortByRisk(sure).map(skillLine),
    ...guesses.map(
      ({ name, skill }) => `Maybe, by its name alone: ${clean(name)}: ${clean(skill?.key ?? '')}`,
    ),
    ...(missing.length === 0
      ? []
      : [
          `Without a skill, so don’t ask for: ${missing.map(clean).slice(0, 40).join(', ')}${missing.length > 40 ? ` and ${missing.length - 40} more` : ''}.`,
        ]),
  ];
}

const RISKS: readonly (string | null)[] = ['high', 'medium', 'low'];

function sortByRisk(rows: readonly MatchedPackage[]): readonly MatchedPackage[] {
  const rank = ({ skill }: MatchedPackage) => {
    const place = RISKS.indexOf(skill?.risk ?? null);
    return place < 0 ? RISKS.length : place;
  };
  return [...rows].sort((a, b) => rank(a) - rank(b));
}

/** `- pgx v4.18.1: go/jackc/pgx, high risk; written for 5.7.0, another major version: …` */
function skillLine({ name, version, skill }: MatchedPackage): string {
  if (skill === null) return '';
  const library = [name, ...(version === null ? [] : [version])].map(clean).join(' ');
  const risk = skill.risk === null ? '' : `, ${clean(skill.risk)} risk`;
  return `- ${library}: ${clean(skill.key)}${risk}${driftWords(skill)}${skill.level === 'repository' ? ' (same repository)' : ''}`;
}

function driftWords({ drift, version }: SkillMatch): string {
  const about = version === null ? '' : `; written for ${clean(version)}`;
  if (drift === 'major' || drift === 'minor')
    return `${about}, another ${drift === 'major' ? 'major' : '0.x'} version: some of it may not hold here`;
  return about;
}

/** Untrusted text. */
function clean(text: string): string {
  return printable(text).slice(0, 200);
}

/** Also counts omitted lines. */
async function fitLines(
  lines: readonly string[],
  budget: number,
  count: (texts: readonly string[]) => Promise<readonly number[]>,
): Promise<string> {
  const left = (number: number) =>
    `… ${number} more lines are left out; max_tokens ${budget * 2} gives more.`;
  const counted = lines.slice(0, MOST_LINES);
  const tokens = await count([left(lines.length), ...counted]);
  const [reserve = 0, ...each] = tokens.map((number) => number + LINE_BREAK_TOKENS);
  const all = each.reduce((sum, number) => sum + number, 0);
  if (all <= budget && counted.length === lines.length) return lines.join('\n');
  let room = budget - reserve;
  const fitting = counted.findIndex((_, place) => {
    room -= each[place] ?? 0;
    return room < 0;
  });
  const taken = fitting < 0 ? counted.length : fitting;
  return [...lines.slice(0, taken), left(lines.length - taken)].join('\n');
}
