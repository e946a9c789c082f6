import type { SkillKey } from '../contract/api/api.ts';
import type { ServedRegistry } from '../served-registry.ts';

export function isTrustWrong({ live }: Pick<ServedRegistry, 'live'>, key: SkillKey): boolean {
  const findings = live.snapshot().records.get(key)?.checks ?? [];
  return findings.some(({ code, severity }) => code.startsWith('trust-') && severity !== 'info');
}
