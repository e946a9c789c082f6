import { basename } from './file-paths.ts';

/** Make a folder a project. */
const FORMATS =
  /^(?:package\.json|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.ya?ml|yarn\.lock|bun\.lockb?|Cargo\.(?:toml|lock)|pyproject\.toml|poetry\.lock|uv\.lock|Pipfile(?:\.lock)?|pdm\.lock|go\.(?:mod|work)|vcpkg\.json|vcpkg\.spdx\.json|conanfile\.(?:txt|py)|conan\.lock|CMakeLists\.txt|[\w.-]*\.cmake|bom\.json|sbom\.json|[\w.-]+\.(?:cdx|spdx|cyclonedx)\.json)$/i;

/** Pip's includes and constraints, pnpm's workspaces. */
const REFERRED = /^(?:pnpm-workspace\.ya?ml|[\w.-]+\.(?:txt|in))$/;

/** Continues a sentence that begins with the folder. */
export const HOLDS_NO_PROJECT =
  'holds no project: there is no package.json, Cargo.toml, pyproject.toml, requirements.txt, go.mod, vcpkg.json, conanfile.txt, CMakeLists.txt or bill of materials.';

export function isProjectFile(path: string): boolean {
  return FORMATS.test(basename(path)) || isRequirementsFile(path);
}

export function isReadable(path: string): boolean {
  return isProjectFile(path) || REFERRED.test(basename(path));
}

/** `requirements.txt`, `requirements-dev.in`, `requirements/dev.txt` */
export function isRequirementsFile(path: string): boolean {
  return /(?:^|\/)(?:(?:dev-|test-)?requirements[\w.-]*|requirements\/[\w.-]+)\.(?:txt|in)$/i.test(path);
}
