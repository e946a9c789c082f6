import { promises as fs } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { listWords } from '../../contract/words/list-words.ts';
import { printable } from '../../contract/words/printable.ts';
import { WriteRefused } from '../../platform/guarded-path.ts';
import { ABSENT, writeInside } from '../../platform/write-file.ts';
import { describeAccess } from '../../registry/describe-access.ts';
import { codeOf } from '../../registry/worker/disk.ts';
import { RULES_FILE } from '../../validation/registry-rules.ts';
import { CliError, type CliIo } from '../cli-io.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { cliLine } from '../own-command.ts';
import { registryAround } from './registry-around.ts';
import {
  PROFILE_MEANS,
  REGISTRY_PROFILES,
  type RegistryProfile,
  scaffoldRegistry,
} from './scaffold-registry.ts';

/**
 * In a new or empty folder, or new repository; keeps existing files. Asks for the profile; default: private.
 * Throws `CliError` for other folders, and inside of a registry.
 *
 * @param folder relative to the working directory
 */
export async function startRegistry(
  folder: string,
  profile: RegistryProfile | undefined,
  io: CliIo,
): Promise<void> {
  const root = resolve(io.cwd, folder);
  const around = registryAround(dirname(root));
  if (around !== undefined)
    throw new CliError(
      EXIT_CODES.failed,
      `${root} lies in the registry ${around.root}; nothing was written.`,
    );
  const names = await namesIn(root);
  const others = names.filter((name) => !isOfNewRepository(name));
  if (others.length > 0) throw new CliError(EXIT_CODES.noRegistry, describeOthers(root, others));
  const hasRules = names.includes(RULES_FILE);
  if (hasRules && profile !== undefined)
    throw new CliError(
      EXIT_CODES.usage,
      `${root} has a ${RULES_FILE} already, which --profile does not change.`,
    );
  const chosen = hasRules ? undefined : (profile ?? (await askProfile(io)) ?? 'private');
  const written = await writeNew(root, scaffoldRegistry(chosen));
  io.out(
    [
      `Began a registry in ${printable(root)}:`,
      ...written.map((path) => `  ${path}`),
      ...(chosen === undefined ? [] : [PROFILE_MEANS[chosen]]),
      `Start a skill: ${cliLine(['init', '-r', folder, '--library', '<folder of the library>'], io)}`,
      `Serve the registry: ${cliLine(['serve', '-r', folder], io)}`,
    ].join('\n'),
  );
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await fs.readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    const sentence =
      codeOf(error) === 'ENOTDIR'
        ? `A file is in the way of ${folder}.`
        : describeAccess(folder, codeOf(error));
    throw new CliError(EXIT_CODES.failed, sentence, { cause: error });
  }
}

function isOfNewRepository(name: string): boolean {
  return (
    name.startsWith('.') ||
    name === RULES_FILE ||
    /^(?:readme|licen[cs]e|copying|notice|contributing|changelog|security|code_of_conduct)(?:\.\w+)?$/i.test(
      name,
    )
  );
}

/** Others are counted. */
const NAMED = 5;

function describeOthers(root: string, names: readonly string[]): string {
  const listed = listWords(names.map(printable), NAMED);
  return `${root} is no registry, and no place to begin one, since it holds ${listed}. Name a folder that is new or empty.`;
}

const ATTEMPTS = 3;
const QUESTION =
  'Who reads the registry? private: you or your team (short files, a missing trust score and missing examples ' +
  'are notes); public: for everybody (every rule applies). [private] ';

/** Undefined without terminal. */
async function askProfile({ ask, err }: CliIo): Promise<RegistryProfile | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const answer = (await ask(QUESTION))?.trim().toLowerCase();
    if (answer === undefined) return undefined;
    if (answer === '') return 'private';
    const meant = REGISTRY_PROFILES.find((profile) => answer.length > 2 && profile.startsWith(answer));
    if (meant !== undefined) return meant;
    err('Answer private or public. Enter alone means private.');
  }
  throw new CliError(EXIT_CODES.usage, 'The answer is neither private nor public. Nothing was written.');
}

/** @returns written paths; keeps existing files */
async function writeNew(
  root: string,
  files: ReadonlyArray<readonly [path: string, text: string]>,
): Promise<string[]> {
  const written: string[] = [];
  try {
    await fs.mkdir(root, { recursive: true });
    const names = new Set((await fs.readdir(root)).map((name) => name.toLowerCase()));
    const hasReadme = [...names].some((name) => name.startsWith('readme'));
    for (const [path, text] of files) {
      if (names.has(path.toLowerCase()) || (path === 'README.md' && hasReadme)) continue;
      await writeInside(root, path, text, { expected: ABSENT });
      written.push(path);
    }
  } catch (error) {
    if (!(error instanceof WriteRefused)) throw error;
    throw new CliError(EXIT_CODES.failed, error.message, { cause: error });
  }
  return written;
}
