/** Script that starts the app's Node and command line. Pure. */
import { type CliFiles, COMMAND_NAME } from '../../contract/clients/command.ts';
import { shellWord } from '../../contract/clients/shell-words.ts';

/** Identifies our script. JSON of the paths follows. */
const MARK = 'Made by Skills Registry; its settings take it back:';
const GONE = `${COMMAND_NAME}: the app that this command belongs to is not there any more. Install the command again in the settings of Skills Registry, or remove`;

/**
 * Undefined if a path can't be quoted.
 *
 * @param localData `%LOCALAPPDATA%`, on Windows
 */
export function commandScript(
  files: CliFiles,
  platform: NodeJS.Platform,
  localData: string | undefined,
): string | undefined {
  return platform === 'win32' ? cmdScript(files, localData) : shScript(files);
}

function shScript(files: CliFiles): string | undefined {
  const node = shellWord(files.node, 'sh');
  const script = shellWord(files.script, 'sh');
  if (node === undefined || script === undefined) return undefined;
  return [
    '#!/bin/sh',
    `# ${MARK} ${plainJson(files)}`,
    `if [ ! -x ${node} ] || [ ! -f ${script} ]; then`,
    `  echo "${GONE} $0." >&2`,
    '  exit 127',
    'fi',
    `exec ${node} ${script} "$@"`,
    '',
  ].join('\n');
}

function cmdScript(files: CliFiles, localData: string | undefined): string | undefined {
  const node = cmdWord(files.node, localData);
  const script = cmdWord(files.script, localData);
  if (node === undefined || script === undefined) return undefined;
  return [
    `@rem ${MARK} ${plainJson(files)}`,
    `@if not exist ${node} goto gone`,
    `@if not exist ${script} goto gone`,
    `@${node} ${script} %*`,
    '@exit /b %errorlevel%',
    ':gone',
    `@echo ${GONE} this file. 1>&2`,
    '@exit /b 1',
    '',
  ].join('\r\n');
}

/**
 * cmd reads scripts in the old code page: only ASCII is safe. `%LOCALAPPDATA%` replaces the user's folder.
 */
function cmdWord(path: string, localData: string | undefined): string | undefined {
  const isLocal = localData !== undefined && path.toLowerCase().startsWith(`${localData.toLowerCase()}\\`);
  const rest = (isLocal ? path.slice(localData.length) : path).replaceAll('%', '%%');
  return /^[\x20-\x7e]+$/.test(rest) && !rest.includes('"')
    ? `"${isLocal ? '%LOCALAPPDATA%' : ''}${rest}"`
    : undefined;
}

/** Undefined for foreign texts. */
export function readCommandScript(text: string): CliFiles | undefined {
  const start = text.split('\n', 2).find((line) => /^(?:# |@rem )/.test(line) && line.includes(MARK));
  if (start === undefined) return undefined;
  try {
    const { node, script } = JSON.parse(start.slice(start.indexOf(MARK) + MARK.length)) as Partial<CliFiles>;
    return typeof node === 'string' && typeof script === 'string' ? { node, script } : undefined;
  } catch {
    return undefined;
  }
}

/** Escapes shell characters. */
function plainJson({ node, script }: CliFiles): string {
  return JSON.stringify({ node, script }).replace(
    /[^\w :.,"{}\\/()-]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
