import { basename } from './file-paths.ts';
import { isUnreadFormat } from './unread-files.ts';

/** Make a folder a project. */
const FORMATS =
  /^(?:package\.json|package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.ya?ml|yarn\.lock|bun\.lock|Cargo\.(?:toml|lock)|pyproject\.toml|setup\.(?:py|cfg)|(?:poetry|uv|pdm)\.lock|pylock(?:\.[^.]+)?\.toml|go\.(?:mod|work)|vcpkg\.json|vcpkg\.spdx\.json|conanfile\.(?:txt|py)|conan\.lock|CMakeLists\.txt|[\w.-]*\.cmake|s?bom\.json|[\w.-]+\.(?:cdx|cyclonedx)\.json)$/i;

/** Pip's includes and constraints, pnpm's workspaces. */
const REFERRED = /^(?:pnpm-workspace\.ya?ml|[\w.-]+\.(?:txt|in))$/;

/** Continues a sentence that begins with the folder. */
export const HOLDS_NO_PROJECT =
  'holds no project: there is no package.json, Cargo.toml, pyproject.toml, requirements.txt, go.mod, vcpkg.json, conanfile.txt, CMakeLists.txt or bill of materials.';

export function isProjectFile(path: string): boolean {
  return FORMATS.test(basename(path)) || isRequirementsFile(path) || isUnreadFormat(path);
}

export function isReadable(path: string): boolean {
  return isProjectFile(path) || REFERRED.test(basename(path));
}

/** `requirements.txt`, `requirements-dev.in`, `requirements/dev.txt` */
export function isRequirementsFile(path: string): boolean {
  return /(?:^|\/)(?:(?:dev-|test-)?requirements[\w.-]*|requirements\/[\w.-]+)\.(?:txt|in)$/i.test(path);
}
