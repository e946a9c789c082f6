import { CliError, type CliIo, EXIT_CODES } from './cli-io.ts';

/** Undefined without terminal. */
export async function agrees(question: string, io: CliIo): Promise<boolean | undefined> {
  const answer = await io.ask(`${question} [y/N] `);
  return answer === undefined ? undefined : /^y(?:es)?$/i.test(answer.trim());
}

/** @param nothing `Nothing was removed` */
export function refuseUnasked(answer: false | undefined, nothing: string): never {
  if (answer === false) throw new CliError(EXIT_CODES.failed, `${nothing}.`);
  throw new CliError(EXIT_CODES.usage, `${nothing}: there is nobody to ask. --yes does it without asking.`);
}
