import { describe, expect, it } from 'vitest';
import { windowSize } from '../../../src-main/window/window-size.ts';

const LARGE = { width: 2560, height: 1400 };

describe('a new window', () => {
  it('has a size of its own at first', () => {
    expect(windowSize(null, LARGE)).toEqual({ width: 1280, height: 800, minWidth: 420, minHeight: 480 });
  });

  it('has the size that the last one had', () => {
    expect(windowSize({ width: 900, height: 1300 }, LARGE)).toMatchObject({ width: 900, height: 1300 });
  });

  it('is no larger than the work area, also where that became smaller', () => {
    const workArea = { width: 1366, height: 728 };
    expect(windowSize(null, workArea)).toMatchObject({ width: 1280, height: 728 });
    expect(windowSize({ width: 2000, height: 1300 }, workArea)).toMatchObject(workArea);
  });

  it('fits a work area smaller than its least size', () => {
    expect(windowSize(null, { width: 400, height: 300 })).toEqual({
      ...{ width: 400, height: 300, minWidth: 400, minHeight: 300 },
    });
  });
});
