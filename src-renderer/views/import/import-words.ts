import type { ApiFailure } from '../../api/api-transport.ts';
import { formatBytes, plural } from '../../text/format.ts';
import { type FileSize, MAX_BODY_BYTES, MAX_FILES, type ReadingRefusal } from './read-skill.ts';

export interface ImportWords {
  readonly title: string;
  /** The next step. */
  readonly text: string;
  /** Affected files. */
  readonly items?: readonly string[];
}

export function refusalWords(refusal: ReadingRefusal, folder: string): ImportWords {
  switch (refusal.kind) {
    case 'no-manifest':
      return {
        title: `There is no skill.json in ${folder}.`,
        text: 'A skill’s folder holds it directly, beside its .md files. Choose that folder; in a registry it is skills/<language>/<author>/<name>.',
      };
    case 'manifest-invalid':
      return {
        title: `${folder}/skill.json could not be read as JSON.`,
        text: `${refusal.reason.replace(/\.$/, '')}. Fix it in an editor, then choose the folder again.`,
      };
    case 'too-many':
      return {
        title: `${folder} holds more than ${MAX_FILES} files besides skill.json.`,
        text: 'No more are taken. Leave out the examples that teach the least, then choose the folder again.',
      };
    case 'too-large':
      return {
        title: `${folder} takes ${sizeToSend(refusal.bytes)} to send; at most 1 MiB is taken.`,
        text: 'Shorten its largest files, or leave them out:',
        items: refusal.largest.map(withSize),
      };
    case 'not-text':
      return {
        title: `${plural(refusal.files.length, 'file')} of ${folder} ${refusal.files.length === 1 ? 'is' : 'are'} not text.`,
        text: 'A skill is UTF-8 text and nothing else. Convert or remove:',
        items: refusal.files.map(withSize),
      };
    case 'unreadable':
      return {
        title: `${refusal.path === undefined ? folder : `${folder}/${refusal.path}`} could not be read.`,
        text: 'It changed or went away since it was chosen, or may not be read. Choose the folder again.',
      };
  }
}

export function failureWords(failure: ApiFailure, during: 'check' | 'add'): ImportWords {
  if (failure.kind === 'refused') return refusedWords(failure.status, failure.message);
  if (failure.kind === 'foreign')
    return {
      title: 'This is not an answer of Skills Registry.',
      text: `${failure.message} Another program may use this address.`,
    };
  return {
    title: failure.message,
    text:
      during === 'add'
        ? 'Whether the skill was added is not known. Check again: if it was, its key exists already.'
        : 'Nothing was sent to the registry. Check again when the service runs.',
  };
}

function refusedWords(status: number, message: string): ImportWords {
  const next: Readonly<Record<number, string>> = {
    403: 'Nothing was added. Submissions may have been turned off meanwhile; check again when they are on.',
    409: 'Existing skills are never overwritten. Open the existing skill, or give yours another “repo” or “language”.',
    413: 'At most 1 MiB is taken. Shorten the largest files, then choose the folder again.',
    415: 'Something between this window and the service changed the request. Reload this page, then choose the folder again.',
    422: 'Nothing was added. Check again to see each problem with its fix.',
    503: 'Nothing was added. Check again when the registry’s folder can be read and the service runs.',
  };
  return {
    title: message,
    text:
      next[status] ??
      (status >= 500
        ? 'Nothing of it is visible to readers. When the cause is gone, check again.'
        : 'Nothing was added. Check again.'),
  };
}

/** A rounded size could look like the limit. */
function sizeToSend(bytes: number): string {
  const over = bytes - MAX_BODY_BYTES;
  return over < 64 * 1024 ? `${plural(over, 'byte')} more than 1 MiB` : formatBytes(bytes);
}

function withSize({ path, size }: FileSize): string {
  return `${path}, ${formatBytes(size)}`;
}
