import type { SkillKey } from '../contract/api/api.ts';
import type { ServedRegistry } from '../served-registry.ts';

export function isTrustWrong(
  { live, problems }: Pick<ServedRegistry, 'live' | 'problems'>,
  key: SkillKey,
): boolean {
  const findings = problems.present().checked.get(key) ?? live.snapshot().records.get(key)?.checks ?? [];
  return findings.some(({ code, severity }) => code.startsWith('trust-') && severity !== 'info');
}
