import { ownMember } from '../../contract/api/json-object.ts';
import { isVersionRange, PACKAGE_NAMESPACES } from '../../contract/api/skill-extensions.ts';
import { DEPRECATED_FIELDS } from '../../contract/diagnostics/deprecated-fields.ts';
import { checkOf } from '../../contract/schema-check.ts';
import { skillSchema } from '../../contract/schemas/registry-files.ts';
import { type Finding, MANIFEST_FILE, type Rule } from '../finding.ts';
import { JsonText, toPointer } from '../json-position.ts';
import { schemaProblems } from '../schema-problems.ts';
import { truncate } from '../truncate.ts';

const isSkill = checkOf(skillSchema);

/** Without `schema`, checked by the loader. */
export const manifestSchema: Rule = function* ({ manifest }) {
  if (isSkill(manifest)) return;
  for (const { keyword: _, ...problem } of schemaProblems(isSkill.errors, manifest))
    if (problem.pointer !== '/schema' && problem.field !== 'schema') yield problem;
};

export const deprecatedFields: Rule = ({ manifest }) => deprecatedIn(manifest, 'skill');

export function deprecatedIn(
  fields: Readonly<Record<string, unknown>>,
  record: keyof typeof DEPRECATED_FIELDS,
): readonly Finding[] {
  return Object.entries(DEPRECATED_FIELDS[record]).flatMap(([field, fix]): Finding[] =>
    Object.hasOwn(fields, field)
      ? [{ code: 'field-deprecated', message: `"${field}" is deprecated.`, pointer: toPointer(field), fix }]
      : [],
  );
}

export const duplicateJsonMembers: Rule = function* ({ texts }) {
  const json = new JsonText(texts.get(MANIFEST_FILE) ?? '');
  for (const { name, offset } of json.duplicateMembers())
    yield {
      code: 'json-member-duplicate',
      message: `"${truncate(name)}" stands twice.`,
      ...json.positionOf(offset),
    };
};

/** A skill in a library's own repository (`.skills/`) has `repo_skill`. */
export const ownRepository: Rule = function* ({ manifest }, { layout }) {
  const message = '"repo_skill" is false, but the skill lies in the library’s own .skills/ folder.';
  if (layout === 'library' && manifest['repo_skill'] === false)
    yield { code: 'repo-skill-false', message, pointer: '/repo_skill' };
};

/** Names and versions in `extensions` can match projects. */
export const packageNames: Rule = function* ({ manifest }) {
  const extensions = ownMember(manifest, 'extensions');
  for (const namespace of Object.keys(PACKAGE_NAMESPACES)) {
    const stated = ownMember(extensions, namespace);
    const [name, names] = [ownMember(stated, 'name'), ownMember(stated, 'names')];
    if (name !== undefined && !isName(name))
      yield unusable(
        `The name in "${namespace}" is no text that could be a package’s name.`,
        namespace,
        'name',
      );
    if (names !== undefined && !(Array.isArray(names) && names.every(isName)))
      yield unusable(`"names" in "${namespace}" is no list of packages’ names.`, namespace, 'names');
  }
  const range = ownMember(ownMember(extensions, 'skills_registry'), 'versions');
  if (range !== undefined && !(typeof range === 'string' && isVersionRange(range)))
    yield unusable('"versions" is no range as ">=1.4 <3" is.', 'skills_registry', 'versions');
};

function unusable(message: string, ...path: readonly string[]): Finding {
  return { code: 'package-name-unusable', message, pointer: toPointer('extensions', ...path) };
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && /^\S{1,500}$/.test(value.trim());
}
