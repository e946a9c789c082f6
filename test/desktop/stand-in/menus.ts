/** What stands for `nativeImage`, `Menu` and `Tray`. */
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
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

interface Image {
  readonly path: string;
}

export function createMenus({ violation, isReady }: StandInContext, quit: () => void) {
  let applicationMenu: object | null = null;

  class Menu extends EventEmitter {
    readonly items: object[] = [];

    static buildFromTemplate(template: readonly ItemOptions[]) {
      const menu = new Menu();
      menu.items.push(...template.map(itemOf));
      return menu;
    }

    static setApplicationMenu(menu: object | null) {
      applicationMenu = menu;
    }

    static getApplicationMenu() {
      return applicationMenu;
    }
  }

  function itemOf({ click, submenu, role, ...rest }: ItemOptions): object {
    const item = {
      type: submenu ? 'submenu' : 'normal',
      label: role ?? '',
      enabled: true,
      checked: false,
      ...rest,
      ...(submenu && { submenu: Menu.buildFromTemplate(submenu) }),
      click() {
        if (item.type === 'checkbox') item.checked = !item.checked;
        if (role === 'quit') quit();
        else click?.(item, undefined, createEvent({}));
      },
    };
    return item;
  }

  class Tray extends EventEmitter {
    constructor(image: Image) {
      super();
      if (!isReady()) throw violation('Cannot create Tray before app is ready');
      this.setImage(image);
    }

    /** Electron gives an empty image for a file that isn't there; a tray that shows one is never meant. */
    setImage({ path }: Image) {
      if (!existsSync(path)) throw violation(`the tray's picture ${path} is not there`);
    }

    setToolTip(_text: string) {}

    setContextMenu(_menu: Menu) {}

    destroy() {}
  }
  return { nativeImage: { createFromPath: (path: string): Image => ({ path }) }, Menu, Tray };
}
