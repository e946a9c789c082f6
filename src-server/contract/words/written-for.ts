/** Version in skills that nobody filled in. */
const TEMPLATE_VERSION = '1.0.0';

/** The library's version that a skill's texts speak of; undefined if its manifest names none in earnest. */
export function writtenFor(version: unknown): string | undefined {
  const isNamed = typeof version === 'string' && version !== TEMPLATE_VERSION && /\d/.test(version);
  return isNamed ? version : undefined;
}
