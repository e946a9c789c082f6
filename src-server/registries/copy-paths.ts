import { printable } from '../contract/words/printable.ts';
import { isWindowsDevice } from '../contract/words/windows-device.ts';
import { RegistryRefusal, WrongRequest } from './registry-refusal.ts';

const LONGEST_NAME = 255;
const LONGEST_PATH = 1_000;
const DEEPEST = 40;
/** Left out paths. */
const MOST_NAMED = 20;

/** `hostile`: an attack; the whole repository is refused. */
export interface NameFault {
  readonly hostile: boolean;
  /** Continues "<path> …". */
  readonly why: string;
}

/** For all operating systems. */
export function nameFault(bytes: Uint8Array): NameFault | undefined {
  const name = decodeUtf8(bytes);
  if (name === undefined) return { hostile: false, why: 'has a name that is not UTF-8' };
  if (name === '' || name === '.' || name === '..' || /[/\0]/.test(name))
    return { hostile: true, why: 'is a name that leads elsewhere' };
  if (isGitFolder(name)) return { hostile: true, why: 'is a name of Git’s own files' };
  if (bytes.length > LONGEST_NAME) return { hostile: false, why: 'has a name of more than 255 bytes' };
  if (isRefusedByWindows(name)) return { hostile: false, why: 'has a name that Windows refuses' };
  return undefined;
}

/** Paths of a copy, in the order in which they come: which may be written, and what is left out. */
export class CopyPaths {
  /** Spelling by what file systems may take for the same. */
  readonly #taken = new Map<string, string>();
  readonly #collided = new Set<string>();
  readonly #named: string[] = [];
  #count = 0;

  /**
   * The path if it may be written.
   *
   * @throws {RegistryRefusal} for an attack
   */
  take(bytes: Buffer): string | undefined {
    const path = bytes.toString('utf8');
    if (path.length > LONGEST_PATH || path.split('/').length > DEEPEST)
      throw new RegistryRefusal(
        `The registry has a path of more than ${DEEPEST} names or ${LONGEST_PATH} characters: ${printable(path.slice(0, 100))}…`,
      );
    const why = faultOf(bytes, path);
    if (why !== undefined) this.leaveOut(path, why);
    return why === undefined && !this.#collides(path) ? path : undefined;
  }

  leaveOut(path: string, why: string): void {
    this.#count += 1;
    if (this.#named.length < MOST_NAMED) this.#named.push(`${printable(path)} ${why}`);
  }

  get leftOut(): readonly string[] {
    const more = this.#count - this.#named.length;
    return more > 0 ? [...this.#named, `${more} more were skipped`] : this.#named;
  }

  /** Of the file and the folders above with files and folders of other spelling or kind; named once. */
  #collides(path: string): boolean {
    const spellings = [...foldersAbove(path).map((folder) => `${folder}/`), path];
    const folded = (spelling: string) => foldedName(spelling.replace(/\/$/, ''));
    const other = spellings.find((spelling) => {
      const known = this.#taken.get(folded(spelling));
      return known !== undefined && (known !== spelling || spelling === path);
    });
    if (other === undefined) for (const spelling of spellings) this.#taken.set(folded(spelling), spelling);
    else if (!this.#collided.has(other)) {
      this.#collided.add(other);
      this.leaveOut(other, 'differs from another name in letters’ case alone, or is a file and a folder');
    }
    return other !== undefined;
  }
}

function faultOf(bytes: Buffer, path: string): string | undefined {
  // Bytes of names that are no UTF-8 become U+FFFD, never a slash.
  for (const segment of splitBytes(bytes)) {
    const fault = nameFault(segment);
    if (fault?.hostile) throw new RegistryRefusal(`Nothing was taken: ${printable(path)} ${fault.why}.`);
    if (fault !== undefined) return fault.why;
  }
  return undefined;
}

function* splitBytes(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from <= bytes.length; ) {
    const slash = bytes.indexOf(0x2f, from);
    const end = slash === -1 ? bytes.length : slash;
    yield bytes.subarray(from, end);
    from = end + 1;
  }
}

/** Equal names collide on some file systems. */
export function foldedName(name: string): string {
  return name.normalize('NFC').toLowerCase().toUpperCase();
}

/** `a`, `a/b` for `a/b/c`. */
export function foldersAbove(path: string): readonly string[] {
  const segments = path.split('/');
  return segments.slice(1).map((_, place) => segments.slice(0, place + 1).join('/'));
}

/**
 * `/` between segments; '' for the root.
 *
 * @throws {WrongRequest} outside of the repository
 */
export function checkFolder(folder: string): string {
  const segments = folder.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.some((segment) => segment === '..' || /[\0\\]/.test(segment) || isGitFolder(segment)))
    throw new WrongRequest('A folder of a repository is a path inside of it, with / between names.');
  return segments.join('/');
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** All spellings of `.git`: case, 8.3 names, characters ignored by HFS+, NTFS streams. */
function isGitFolder(name: string): boolean {
  const plain = name.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '').toLowerCase();
  return /^(?:\.git|git~\d+)[. ]*(?::.*)?$/.test(plain);
}

function isRefusedByWindows(name: string): boolean {
  return /[<>:"|?*\\\u0000-\u001f]/.test(name) || /[. ]$/.test(name) || isWindowsDevice(name);
}
