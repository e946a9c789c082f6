import { ownMember } from '../../contract/api/json-object.ts';
import { isVersionRange, PACKAGE_NAMESPACES } from '../../contract/api/skill-extensions.ts';
import type { FastRule, Finding } from '../finding.ts';

const CODE = 'package-name-unusable';

/** Names and versions in `extensions` can match projects. */
export const packageNames: FastRule = {
  codes: [CODE],
  check({ manifest }) {
    const extensions = ownMember(manifest, 'extensions');
    const own = ownMember(ownMember(extensions, 'skills_registry'), 'versions');
    const isRange = own === undefined || (typeof own === 'string' && isVersionRange(own));
    return [
      ...Object.keys(PACKAGE_NAMESPACES).flatMap((namespace) => checkNamespace(extensions, namespace)),
      ...(isRange
        ? []
        : [
            {
              code: CODE,
              message: '"versions" is no range as ">=1.4 <3" is.',
              pointer: '/extensions/skills_registry/versions',
            } as const,
          ]),
    ];
  },
};

function checkNamespace(extensions: unknown, namespace: string): readonly Finding[] {
  const stated = ownMember(extensions, namespace);
  const [name, names] = [ownMember(stated, 'name'), ownMember(stated, 'names')];
  const at = (field: string, message: string): Finding => ({
    code: CODE,
    message,
    pointer: `/extensions/${namespace}/${field}`,
  });
  return [
    ...(name === undefined || isName(name)
      ? []
      : [at('name', `The name in "${namespace}" is no text that could be a package’s name.`)]),
    ...(names === undefined || (Array.isArray(names) && names.every(isName))
      ? []
      : [at('names', `"names" in "${namespace}" is no list of packages’ names.`)]),
  ];
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && /^\S{1,500}$/.test(value.trim());
}
