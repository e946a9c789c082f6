import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DIAGNOSTICS, type DiagnosticCode } from '../../../src-server/contract/codes.ts';
import { diagnose, relax, SPECIFICATION } from '../../../src-server/contract/diagnostic.ts';
import { parseRulesFile } from '../../../src-server/registry/index-json.ts';
import { registryRulesText } from '../../../src-server/validation/registry-rules.ts';

const rulesOf = (value: unknown) => parseRulesFile(JSON.stringify(value)).rules;
const messagesOf = (text: string) => parseRulesFile(text).diagnostics.map(({ message }) => message);

describe('a registry’s rules', () => {
  it('are the specification’s where there is no rules.json', () => {
    expect(parseRulesFile(undefined)).toEqual({ rules: SPECIFICATION, diagnostics: [] });
  });

  it.each(['private', 'specification'] as const)('are read as init writes them: %s', (profile) => {
    expect(parseRulesFile(registryRulesText(profile))).toEqual({
      rules: { profile, off: new Map() },
      diagnostics: [],
    });
  });

  it.each([
    ['no JSON', '{', 'rules.json could not be read: '],
    ['a list', '[]', 'rules.json could not be read: it is valid JSON, but not an object.'],
    ['objects in each other beyond any use', '{"off":'.repeat(5_000), 'rules.json could not be read: '],
    ['another member', '{"profil": "private"}', 'rules.json has "profile" and "off", and nothing else.'],
    ['another profile', '{"profile": "none"}', '"profile" is "none"; it must be specification or private.'],
    ['a code without a reason', '{"off": {"link-dead": " "}}', '"off.link-dead" is " "; it must be text'],
    [
      'a reason without an end',
      `{"off": {"link-dead": "${'a'.repeat(501)}"}}`,
      'text of at most 500 characters.',
    ],
    ['no code at all', '{"off": {"constructor": "x"}}', '"constructor" is no code that this version knows.'],
    ['a code that protects readers', '{"off": {"hidden-character": "noisy"}}', 'can’t be switched off'],
    ['a code of what is not served', '{"off": {"key-duplicate": "known"}}', 'can’t be switched off'],
    ['its own code', '{"off": {"rules-json-invalid": "known"}}', 'can’t be switched off'],
  ])('relax nothing where rules.json has %s, and say so', (_what, text, message) => {
    expect(messagesOf(text)).toEqual([expect.stringContaining(message)]);
    expect(parseRulesFile(text).rules).toEqual(SPECIFICATION);
  });

  it('never throw, whatever the file holds', () => {
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.record({ profile: fc.anything(), off: fc.anything() }).map((v) => JSON.stringify(v) ?? ''),
    );
    fc.assert(
      fc.property(text, (any) => {
        const { rules, diagnostics } = parseRulesFile(any);
        if (diagnostics.length > 0) expect(rules).toEqual(SPECIFICATION);
      }),
    );
  });
});

describe('relaxing', () => {
  const short = diagnose('tokens-too-few', 'a.md has 30 tokens.');
  const noTrust = diagnose('field-missing', '"trust_score" is missing.', {
    pointer: '',
    field: 'trust_score',
  });
  const noName = diagnose('field-missing', '"name" is missing.', { pointer: '', field: 'name' });
  const noExample = diagnose('example-missing', 'There is no file under examples/.');
  const dead = diagnose('link-dead', 'The link leads nowhere.');

  it('changes nothing by the specification', () => {
    const found = [short, noTrust, noName, noExample, dead];
    expect(relax(found, SPECIFICATION)).toEqual({ diagnostics: found, relaxed: [] });
  });

  it('makes notes of short files, missing trust and missing examples in a private registry', () => {
    const found = [short, noTrust, noName, noExample, dead];
    const { diagnostics, relaxed } = relax(found, rulesOf({ profile: 'private' }));
    expect(diagnostics.map(({ severity }) => severity)).toEqual(['info', 'info', 'error', 'info', 'warning']);
    expect(relaxed.map(({ code, count, how }) => [code, count, how])).toEqual([
      ['example-missing', 1, 'note'],
      ['field-missing', 1, 'note'],
      ['tokens-too-few', 1, 'note'],
    ]);
  });

  it('leaves out what is off, and counts it with the reason', () => {
    const rules = rulesOf({ off: { 'link-dead': 'The wiki is internal.' } });
    expect(relax([dead, short, dead], rules)).toEqual({
      diagnostics: [short],
      relaxed: [{ code: 'link-dead', count: 2, how: 'off', reason: 'The wiki is internal.' }],
    });
  });

  it('loses nothing: what is not reported is counted', () => {
    const codes = Object.keys(DIAGNOSTICS) as DiagnosticCode[];
    const found = fc.array(fc.constantFrom(...codes).map((code) => diagnose(code, 'x')));
    const off = fc.dictionary(
      fc.constantFrom('link-dead', 'tokens-too-few', 'file-unlisted'),
      fc.constant('why'),
    );
    fc.assert(
      fc.property(found, off, fc.constantFrom('private', 'specification'), (all, codesOff, profile) => {
        const { diagnostics, relaxed } = relax(all, rulesOf({ profile, off: codesOff }));
        const gone = relaxed.filter(({ how }) => how === 'off').reduce((sum, { count }) => sum + count, 0);
        expect(diagnostics.length + gone).toBe(all.length);
      }),
    );
  });
});
