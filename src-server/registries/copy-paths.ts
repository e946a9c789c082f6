import { isUtf8 } from 'node:buffer';
import { printable } from '../contract/outside-text.ts';
import { isWindowsDevice } from '../contract/words.ts';
import { RegistryRefusal } from './registry-refusal.ts';

const LONGEST_NAME = 255;
const LONGEST_PATH = 1_000;
const MOST_NAMED = 20;

/** Paths of a copy, in the order in which they come: which may be written, and what is left out. */
export class CopyPaths {
  /** Spelling by what file systems may take for the same. */
  readonly #taken = new Map<string, string>();
  readonly #named: string[] = [];
  #count = 0;

  /**
   * The path if it may be written.
   *
   * @throws {RegistryRefusal} for an attack
   */
  take(bytes: Buffer): string | undefined {
    // Bytes of names that are no UTF-8 become U+FFFD, never a slash.
    const path = bytes.toString('utf8');
    if (path.split('/').some(isHostile))
      throw new RegistryRefusal(
        `Nothing was taken: ${printable(path.slice(0, LONGEST_PATH))} has a name that leads elsewhere, or is of Git’s own files.`,
      );
    const why = isUtf8(bytes) ? this.#faultOf(path) : 'has a name that is not UTF-8';
    if (why !== undefined) this.leaveOut(path, why);
    return why === undefined ? path : undefined;
  }

  leaveOut(path: string, why: string): void {
    this.#count += 1;
    if (this.#named.length < MOST_NAMED) this.#named.push(`${printable(path.slice(0, LONGEST_PATH))} ${why}`);
  }

  get leftOut(): readonly string[] {
    const more = this.#count - this.#named.length;
    return more > 0 ? [...this.#named, `${more} more were skipped`] : this.#named;
  }

  #faultOf(path: string): string | undefined {
    const names = path.split('/');
    if (path.length > LONGEST_PATH || names.some((name) => Buffer.byteLength(name) > LONGEST_NAME))
      return 'is too long';
    if (names.some(isRefusedByWindows)) return 'has a name that Windows refuses';
    const spellings = names.map((_, place) => names.slice(0, place + 1).join('/'));
    const collides = (spelling: string) => {
      const known = this.#taken.get(folded(spelling));
      return known !== undefined && (spelling === path || known !== `${spelling}/`);
    };
    if (spellings.some(collides))
      return 'differs from another name in letters’ case alone, or is a file and a folder';
    for (const one of spellings) this.#taken.set(folded(one), one === path ? one : `${one}/`);
    return undefined;
  }
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase().toUpperCase();
}

/** In a repository, `/` between names; '' for the root. */
export function plainFolder(folder: string): string {
  return folder.replace(/\/+/g, '/').replace(/^\/|\/$/g, '');
}

/** Leads elsewhere, or is a spelling of `.git`: case, 8.3 names, characters ignored by HFS+, NTFS streams. */
function isHostile(name: string): boolean {
  const plain = name.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '').toLowerCase();
  return ['', '.', '..'].includes(name) || /\0|^(?:\.git|git~\d+)[. ]*(?::.*)?$/.test(plain);
}

function isRefusedByWindows(name: string): boolean {
  return /[<>:"|?*\\\u0000-\u001f]/.test(name) || /[. ]$/.test(name) || isWindowsDevice(name);
}
