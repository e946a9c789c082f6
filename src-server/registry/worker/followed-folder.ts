import { locateRegistry } from '../locate-registry.ts';
import type { Layer } from '../model/fold-layers.ts';
import { buildModel } from '../model/registry-model.ts';
import type { LayerFolder, WatchMode } from '../registry-patch.ts';
import { codeOf, type Disk, describeAccess } from './disk.ts';
import { RegistryScan } from './scan-registry.ts';
import { FolderWatcher } from './watch-folders.ts';

interface FolderOptions {
  readonly disk: Disk;
  readonly watch: WatchMode;
  readonly onChange: () => void;
}

/** A layer's folder: located, scanned and watched. */
export class FollowedFolder {
  readonly #options: FolderOptions;
  layer: Layer;
  why: string | undefined;
  isUnsettled = true;
  #real: string | undefined;
  #scan: RegistryScan | undefined;
  #texts: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map();
  #watcher: FolderWatcher | undefined;

  constructor(folder: LayerFolder, options: FolderOptions) {
    this.#options = options;
    this.layer = { ...folder, model: undefined, unavailable: undefined };
  }

  scan(): void {
    this.isUnsettled = true;
    let unavailable = this.#find();
    const scan = this.#scan;
    const scanned = unavailable === undefined ? scan?.scan() : undefined;
    // A folder that is moved away during a scan looks as if its skills were removed.
    if (scanned !== undefined) unavailable = this.#find();
    let { model } = this.layer;
    if (scanned !== undefined && unavailable === undefined && scan === this.#scan) {
      const { contents, texts, directories } = scanned;
      this.isUnsettled = scanned.isUnsettled;
      this.#texts = new Map([...this.#texts, ...texts]);
      const isNew = contents !== model?.contents;
      if (isNew) model = buildModel(contents, model);
      // The first scan doesn't wait for thousands of handles.
      if (this.#watcher !== undefined && (isNew || this.#watcher.keep(directories))) this.#options.onChange();
    }
    this.layer = { ...this.layer, model, unavailable };
  }

  /** Undefined if they can't be read now. */
  textsOf(folder: string): ReadonlyMap<string, string> | undefined {
    return this.#texts.get(folder) ?? this.#scan?.readAgain(folder);
  }

  forgetTexts(): void {
    this.#texts = new Map();
  }

  close(): void {
    this.#watcher?.close();
  }

  /** Locates the registry, again if a link leads elsewhere. Why it can't be read. */
  #find(): string | undefined {
    const { disk } = this.#options;
    const { folder, model } = this.layer;
    try {
      const real = disk.realPath(folder);
      const root = model?.contents.location.root ?? folder;
      const items = real === undefined ? undefined : disk.list(real === this.#real ? root : real);
      if (real === undefined || items === undefined)
        return `The registry folder ${root} can't be read now: it is gone.`;
      if (items.length === 0 && (model?.skills.size ?? 0) > 0)
        return `The registry can't be read now: ${root} is empty, as if a drive were unplugged.`;
      if (real === this.#real) return undefined;
      const located = locateRegistry(folder, disk);
      if (!located.ok) return located.reason;
      this.#real = real;
      this.layer = { ...this.layer, model: undefined };
      this.#scan = new RegistryScan(located.location, disk);
      this.#startWatching(located.location.root);
      return undefined;
    } catch (error) {
      return describeAccess(folder, codeOf(error));
    }
  }

  #startWatching(root: string): void {
    const { watch, onChange } = this.#options;
    this.close();
    this.#watcher = undefined;
    this.why = undefined;
    if (watch !== 'events') return;
    this.#watcher = new FolderWatcher({
      ...{ root, onChange },
      onFailure: (code) => {
        const isLimit = code === 'ENOSPC' || code === 'EMFILE';
        const limit = "the system's limit of watched folders is reached";
        this.why = isLimit ? limit : `watching failed (${code})`;
        onChange();
      },
    });
  }
}
