import type { SkillKey } from '../contract/api/api.ts';
import type { ServedRegistry } from '../served-registry.ts';
import { warnOfForeignCode } from '../validation/foreign-code.ts';

/** What the checks found in a skill that matters for who acts on it. */
export interface KnownFaults {
  /** A line to show beside the texts. */
  readonly warning?: string;
  /** Something is wrong with what the author says of its trust. */
  readonly isTrustWrong: boolean;
}

/** The faults of a skill that are known by now. Code in another language is known once the texts were checked. */
export function knownFaults(
  { live, problems }: Pick<ServedRegistry, 'live' | 'problems'>,
  key: SkillKey,
): KnownFaults {
  const findings = problems.present().checked.get(key) ?? live.snapshot().records.get(key)?.checks ?? [];
  const code = findings.find((finding) => finding.code === 'code-language');
  return {
    ...(code && { warning: warnOfForeignCode(code.message) }),
    isTrustWrong: findings.some(
      (finding) => finding.code.startsWith('trust-') && finding.severity !== 'info',
    ),
  };
}
