import {
  type ReadRules,
  readRules,
  rulesDiagnostic,
  SPECIFICATION,
} from '../../validation/registry-rules.ts';
import { parseJsonObject } from './json-object.ts';

/** `undefined`: no file, all rules apply. */
export function parseRulesFile(text: string | undefined): ReadRules {
  if (text === undefined) return { rules: SPECIFICATION, diagnostics: [] };
  const parsed = parseJsonObject(text);
  if (parsed.ok) return readRules(parsed.value);
  const { reason, ok: _ok, ...place } = parsed;
  return unusableRulesFile(reason, place);
}

export function unusableRulesFile(
  reason: string,
  place: Parameters<typeof rulesDiagnostic>[1] = {},
): ReadRules {
  const message = `rules.json could not be read: ${reason}.`;
  return { rules: SPECIFICATION, diagnostics: [rulesDiagnostic(message, place)] };
}
