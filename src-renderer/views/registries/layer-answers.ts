import type { SkillRow } from '../../skill/skill-row.ts';

export interface LayerAnswer {
  readonly name: string;
  /** `shadowed`: has the key, but an upper layer answers. */
  readonly says: 'answers' | 'shadowed' | 'none';
}

/**
 * Upper first.
 *
 * @param names all layers; skills don't name a single layer
 */
export function layerAnswers(
  names: readonly string[],
  { registry, shadows }: Pick<SkillRow, 'registry' | 'shadows'>,
): readonly LayerAnswer[] {
  const answering = registry ?? names[0];
  return names.map((name) => ({
    name,
    says: name === answering ? 'answers' : shadows.includes(name) ? 'shadowed' : 'none',
  }));
}
