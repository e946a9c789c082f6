import { describe, expect, it } from 'vitest';
import { windowBounds } from '../../../src-main/window/window-size.ts';

const LARGE = { x: 0, y: 0, width: 2560, height: 1400 };
const RIGHT = { x: 2560, y: 0, width: 1366, height: 728 };

describe('a new window', () => {
  it('has a size of its own at first', () => {
    expect(windowBounds(null, [LARGE])).toEqual({ width: 1280, height: 800, minWidth: 420, minHeight: 480 });
  });

  it('has the size and place that the last one had, on its monitor', () => {
    const kept = { x: 2600, y: 100, width: 900, height: 600 };
    expect(windowBounds(kept, [LARGE, RIGHT])).toMatchObject(kept);
  });

  it('is placed by the system where the monitor is gone, or no place was kept', () => {
    const kept = { x: 2600, y: 100, width: 900, height: 1300 };
    for (const bounds of [windowBounds(kept, [LARGE]), windowBounds({ width: 900, height: 1300 }, [LARGE])]) {
      expect(bounds).toMatchObject({ width: 900, height: 1300 });
      expect(bounds).not.toHaveProperty('x');
    }
  });

  it('lies within the work area, also where that became smaller', () => {
    const bounds = windowBounds({ x: 3500, y: -20, width: 800, height: 900 }, [LARGE, RIGHT]);
    expect(bounds).toMatchObject({ x: 3126, y: 0, width: 800, height: 728 });
    expect(windowBounds(null, [RIGHT])).toMatchObject({ width: 1280, height: 728 });
    expect(windowBounds({ width: 2000, height: 1300 }, [RIGHT])).toMatchObject({ width: 1366, height: 728 });
  });

  it('fits a work area smaller than its least size', () => {
    expect(windowBounds(null, [{ x: 0, y: 0, width: 400, height: 300 }])).toEqual({
      ...{ width: 400, height: 300, minWidth: 400, minHeight: 300 },
    });
  });
});
