/** `nativeImage`, `Menu`, `MenuItem` and `Tray`. */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { createEvent, type StandInContext } from './context.ts';

interface ItemOptions {
  readonly label?: string;
  readonly type?: string;
  readonly role?: string;
  readonly checked?: boolean;
  readonly enabled?: boolean;
  readonly submenu?: ItemOptions[];
  readonly click?: (item: object, window: undefined, event: object) => void;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
const ICO = Buffer.from([0, 0, 1, 0]);

export function createMenus(context: StandInContext, quit: () => void) {
  const { violation } = context;
  let applicationMenu: object | null = null;

  /** Electron gives an empty image for a file that isn't there; a tray that shows one is never meant. */
  const nativeImage = {
    createFromPath(path: string) {
      const content = readQuietly(path);
      const isImage =
        content !== undefined && [PNG, ICO].some((start) => content.subarray(0, 4).equals(start));
      return { isEmpty: () => !isImage, _path: path };
    },
  };

  class MenuItem {
    constructor(options: ItemOptions) {
      const { click, submenu, role, ...rest } = options;
      if (rest.label === undefined && role === undefined && rest.type === undefined)
        throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type');
      const item = {
        type: submenu ? 'submenu' : 'normal',
        label: role ?? '',
        enabled: true,
        visible: true,
        checked: false,
        _group: [] as ChoiceItem[],
        _self: undefined as unknown,
        ...rest,
        ...(submenu && { submenu: Menu.buildFromTemplate(submenu) }),
        click() {
          if (item.type === 'checkbox') item.checked = !item.checked;
          if (item.type === 'radio') for (const other of item._group) other.checked = other._self === item;
          if (role === 'quit') quit();
          else click?.(item, undefined, createEvent({}));
        },
      };
      item._self = item;
      // biome-ignore lint/correctness/noConstructorReturn: a plain object serves.
      return item as unknown as MenuItem;
    }
  }

  class Menu extends EventEmitter {
    readonly items: object[] = [];

    static buildFromTemplate(template: ItemOptions[]) {
      if (!Array.isArray(template))
        throw new TypeError('Invalid template for Menu: Menu template must be an array');
      const menu = new Menu();
      for (const options of template) menu.items.push(new MenuItem(options));
      joinRadios(menu.items as ChoiceItem[]);
      return menu;
    }

    static setApplicationMenu(menu: object | null) {
      applicationMenu = menu;
    }

    static getApplicationMenu() {
      return applicationMenu;
    }
  }

  class Tray extends EventEmitter {
    constructor(image: { isEmpty(): boolean; _path: string }) {
      super();
      if (!context.isReady()) throw violation('Cannot create Tray before app is ready');
      refuseEmpty(image);
    }

    _isDestroyed = false;

    _checkAlive() {
      if (this._isDestroyed) throw new TypeError('Tray is destroyed');
    }

    setImage(image: { isEmpty(): boolean; _path: string }) {
      this._checkAlive();
      refuseEmpty(image);
    }

    setToolTip(_text: string) {
      this._checkAlive();
    }

    setContextMenu(menu: unknown) {
      this._checkAlive();
      if (menu !== null && !(menu instanceof Menu)) throw new TypeError('setContextMenu wants a Menu');
    }

    destroy() {
      this._isDestroyed = true;
    }

    isDestroyed() {
      return this._isDestroyed;
    }
  }

  function refuseEmpty(image: { isEmpty(): boolean; _path: string }): void {
    if (image.isEmpty()) throw violation(`the tray's picture ${image._path} is not there`);
  }
  return {
    nativeImage,
    Menu,
    MenuItem,
    Tray,
  };
}

interface ChoiceItem {
  readonly type: string;
  checked: boolean;
  _group: readonly ChoiceItem[];
  readonly _self: unknown;
}

/** Radio items between two separators are one choice: choosing one clears the others. */
function joinRadios(items: readonly ChoiceItem[]): void {
  let group: ChoiceItem[] = [];
  for (const item of items) {
    if (item.type === 'separator') group = [];
    if (item.type !== 'radio') continue;
    group.push(item);
    item._group = group;
  }
  // Electron checks the first item of a group that has no checked one.
  for (const { _group: all } of items)
    if (all.length > 0 && !all.some(({ checked }) => checked) && all[0] !== undefined) all[0].checked = true;
}

function readQuietly(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
