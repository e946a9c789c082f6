import type { MatchedPackage } from '../../contract/api/match.ts';
import { encodePath } from '../../contract/words/encode-path.ts';
import { printable, printableJson } from '../../contract/words/printable.ts';
import { type FindingKind, findingsOf } from '../../projects/match/match-findings.ts';
import { version } from '../../version.ts';
import type { MatchReport } from './match-report.ts';

const RULES: Readonly<Record<FindingKind, { readonly level: string; readonly text: string }>> = {
  risk: {
    level: 'warning',
    text: 'A library of high risk is used. Read its skill before you change code with it.',
  },
  drift: { level: 'warning', text: 'The skill of a library is about another version.' },
  missing: { level: 'note', text: 'A library that is used has no skill.' },
};

/** SARIF 2.1.0: https://docs.oasis-open.org/sarif/sarif/v2.1.0/ */
export function matchSarif({ packages }: MatchReport): string {
  const results = packages.flatMap((row) => findingsOf(row).map((kind) => toResult(row, kind)));
  const rules = Object.entries(RULES).map(([id, { level, text }]) => ({
    id: `library-${id}`,
    shortDescription: { text },
    defaultConfiguration: { level },
  }));
  const driver = { name: 'skills-registry', version, rules };
  return printableJson(
    {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [{ tool: { driver }, results }],
    },
    2,
  );
}

function toResult(row: MatchedPackage, kind: FindingKind): object {
  const uri = encodePath(row.from[0] ?? '.');
  return {
    ruleId: `library-${kind}`,
    level: RULES[kind].level,
    message: { text: printable(packageMessage(row, kind)) },
    locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } } }],
    partialFingerprints: { 'package/v1': `${kind} ${row.purl}` },
  };
}

export function packageMessage({ name, version: used, skill }: MatchedPackage, kind: FindingKind): string {
  const library = used === null ? name : `${name} ${used}`;
  if (kind === 'missing') return `${library} has no skill.`;
  if (kind === 'risk') return `${library} is of high risk: read the skill ${skill?.key}.`;
  return `${library} is used, and the skill ${skill?.key} is about ${skill?.version}.`;
}
