import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATIENCE } from './chromium.ts';
import { InspectorPages } from './inspector-page.ts';

const SMALL = { scene: 'plane', width: '160', height: '120', filter: 'trilinear' };

/** Asks again and again. */
function eventually<T>(ask: () => Promise<T>) {
  return expect.poll(ask, { timeout: PATIENCE });
}

let pages: InspectorPages;
beforeAll(async () => {
  pages = await InspectorPages.start();
});
afterAll(async () => {
  expect(pages.errors).toEqual([]);
  await pages.end();
});

/** A page with the whole picture, and the time panel at rest. */
async function opened(state: Readonly<Record<string, string>>): Promise<Page> {
  const page = await pages.open({ ...SMALL, ...state });
  await page.waitForFunction("/drawn in/.test(document.querySelector('#picture').textContent)");
  await page.locator('.cycle-slider input').waitFor();
  return page;
}

/** The frames that are on their way. */
async function framesDrawn(page: Page): Promise<void> {
  await page.evaluate('new Promise((end) => requestAnimationFrame(() => requestAnimationFrame(end)))');
}

describe('a pointer over the picture', () => {
  const COUNTED = ['putImageData', 'drawImage', 'strokeRect'] as const;

  /** The calls of canvases since the last time. */
  async function calls(page: Page): Promise<Readonly<Record<(typeof COUNTED)[number], number>>> {
    await framesDrawn(page);
    return page.evaluate(`(() => {
      const seen = window.calls;
      const methods = CanvasRenderingContext2D.prototype;
      window.calls = {};
      for (const name of ${JSON.stringify(COUNTED)}) {
        window.calls[name] = 0;
        const counted = (methods[name].counts ??= methods[name]);
        methods[name] = Object.assign(function (...given) { window.calls[name]++; return counted.apply(this, given); },
          { counts: counted });
      }
      return seen;
    })()`);
  }

  it('draws nothing; a chosen pixel draws the marks, a zoom the picture as it is painted, and a view paints it', async () => {
    const page = await opened({ b: 'none', pixel: '80,60' });
    const { x, y, width, height } = (await page.locator('.picture-canvas').boundingBox())!;
    await calls(page);
    const shown = new Set<string | null>();
    for (let n = 0; n < 100; n++) {
      await page.mouse.move(x + (width * (n + 1)) / 102, y + height / 2);
      shown.add(await page.locator('.values').textContent());
    }
    // The moves went over many pixels.
    expect(shown.size).toBeGreaterThan(20);
    expect(await calls(page)).toEqual({ putImageData: 0, drawImage: 0, strokeRect: 0 });
    await page.locator('.picture-canvas').press('ArrowLeft');
    // A black and a white frame.
    expect(await calls(page)).toEqual({ putImageData: 0, drawImage: 0, strokeRect: 2 });
    await page.locator('.picture-canvas').press('+');
    expect(await calls(page)).toEqual({ putImageData: 0, drawImage: 1, strokeRect: 2 });
    await page.locator('.view-bar select').first().selectOption('lod');
    await eventually(async () => (await calls(page)).putImageData).toBeGreaterThan(0);
    await page.close();
  });
});
