import {
  type ReadRules,
  readRules,
  rulesDiagnostic,
  SPECIFICATION,
} from '../../validation/registry-rules.ts';
import { parseJsonObject } from './json-object.ts';

/** Reads the text of rules.json; `undefined` means that there is none, and that every rule applies. */
export function parseRulesFile(text: string | undefined): ReadRules {
  if (text === undefined) return { rules: SPECIFICATION, diagnostics: [] };
  const parsed = parseJsonObject(text);
  if (parsed.ok) return readRules(parsed.value);
  const { reason, ok: _ok, ...place } = parsed;
  return unusableRulesFile(reason, place);
}

/** What a rules.json that can't be read comes to. */
export function unusableRulesFile(
  reason: string,
  place: Parameters<typeof rulesDiagnostic>[1] = {},
): ReadRules {
  const message = `rules.json could not be read: ${reason}.`;
  return { rules: SPECIFICATION, diagnostics: [rulesDiagnostic(message, place)] };
}
