import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './chromium.ts';
import { addressOf, InspectorPages } from './inspector-page.ts';

const SMALL = { scene: 'plane', width: '160', height: '120', filter: 'trilinear' };

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

  /** The calls of the canvases of the picture since the last time. */
  async function calls(page: Page): Promise<Readonly<Record<(typeof COUNTED)[number], number>>> {
    await framesDrawn(page);
    return page.evaluate(`(() => {
      const seen = window.calls;
      const methods = CanvasRenderingContext2D.prototype;
      window.calls = {};
      for (const name of ${JSON.stringify(COUNTED)}) {
        window.calls[name] = 0;
        const counted = (methods[name].counts ??= methods[name]);
        methods[name] = Object.assign(function (...given) { window.calls[name] += this.canvas.closest('.timeline') ? 0 : 1; return counted.apply(this, given); },
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

describe('a large picture', () => {
  it('is painted band by band, and says the part that is drawn', async () => {
    const page = await opened({ b: 'none', filter: 'nearest' });
    await page.evaluate(`(() => {
      const { putImageData } = CanvasRenderingContext2D.prototype;
      window.painted = [];
      window.said = new Set();
      CanvasRenderingContext2D.prototype.putImageData = function (...given) {
        if (given[0].height === 1536) window.painted.push(given[6]);
        window.said.add(document.querySelector('#draw-time').textContent);
        return putImageData.apply(this, given);
      };
    })()`);
    await page.locator('.page-head').getByLabel('Size').selectOption('2048x1536');
    await page.waitForFunction('window.painted.length > 0');
    await page.waitForFunction("/^drawn/.test(document.querySelector('#draw-time').textContent)");
    const [first, ...later] = await page.evaluate<number[]>('window.painted');
    // The canvas is new, then bands of 32 rows come in.
    expect(first).toBe(1536);
    expect(later.length).toBeGreaterThan(2);
    const rows = later.reduce((sum, height) => sum + height, 0);
    // Each row once, and once more where one batch of requests ends and the next one begins.
    expect(rows).toBeLessThanOrEqual(2 * 1536);
    const parts = (await page.evaluate<string[]>('[...window.said]')).flatMap(
      (text) => /(\d+) %/.exec(text)?.[1] ?? [],
    );
    expect(new Set(parts).size).toBeGreaterThan(2);
    await page.close();
  });
});

describe('a timeline', () => {
  it('that is zoomed and moved asks the model nothing', async () => {
    const page = await opened({ b: 'none', from: '400', cycles: '200', cycle: '450' });
    await eventually(() => page.locator('.seen-range').textContent()).toMatch(/of [\d\s]+ cycles$/);
    await page.evaluate(`(() => {
      const { postMessage } = Worker.prototype;
      window.asked = 0;
      Worker.prototype.postMessage = function (...given) { window.asked++; return postMessage.apply(this, given); };
    })()`);
    const canvas = page.locator('.timeline canvas').first();
    await canvas.scrollIntoViewIfNeeded();
    const shown = new Set<string | null>();
    for (const key of ['-', '-', '-', 'ArrowRight', '+', 'End', 'ArrowLeft', '0']) {
      await canvas.press(key);
      shown.add(await page.locator('.seen-range').textContent());
    }
    expect(shown.size).toBeGreaterThan(5);
    await page.waitForTimeout(500);
    expect(await page.evaluate('window.asked')).toBe(0);
    await page.close();
  });
});

describe('a jump', () => {
  it('leads to the pixel of a request, and names an id that no request has', async () => {
    const page = await opened({ b: 'none' });
    const request = page.getByLabel('Request', { exact: true });
    await request.fill('17');
    await request.press('Enter');
    await eventually(() => page.locator('#pixel').textContent()).toMatch(/^PixelRequest 17: sample/);
    await request.fill('9600');
    await page.getByRole('button', { name: 'Explain it' }).click();
    await eventually(() => page.locator('.faults').textContent()).toMatch(/^request 9600: expected the id/);
    await page.close();
  });

  it('leads to the next miss, beyond the window, too, until there is none', async () => {
    const page = await opened({ b: 'none', from: '0', cycles: '4096' });
    const [button, table] = [page.getByRole('button', { name: 'Next miss' }), page.locator('.at-cycle caption')];
    const cycles = [0];
    for (let n = 0; n < 4; n++) {
      await button.click();
      await eventually(async () => Number((await addressOf(page)).cycle ?? 0)).toBeGreaterThan(cycles.at(-1)!);
      cycles.push(Number((await addressOf(page)).cycle));
      expect(await table.textContent()).toMatch(/, [1-9]\d* misses in flight/);
    }
    await page.close();
    const short = await opened({ b: 'none', from: String(cycles[1]), cycles: '16' });
    await short.getByRole('button', { name: 'Next miss' }).click();
    await eventually(async () => (await addressOf(short)).cycle).toBe(String(cycles[2]));
    await eventually(() => short.locator('.seen-range').textContent()).toMatch(/of [\d\s]+ cycles$/);
    await short.locator('.timeline canvas').first().press('End');
    await eventually(() => short.getByRole('button', { name: 'Next miss' }).isDisabled()).toBe(true);
    await short.close();
  });

  it('leads from a texel to the pixels that read it, one after the other', async () => {
    const page = await pages.open({ ...SMALL, b: 'none', time: 'texels' });
    const map = page.locator('.texel-view .chart').nth(1);
    await map.locator('image').waitFor({ state: 'attached' });
    await page.getByLabel('Column').fill('1');
    const button = page.getByRole('button', { name: 'Explain the next reader' });
    const pixels = new Set<string>();
    for (let n = 0; n < 3; n++) {
      await button.click();
      await eventually(async () => pixels.has((await addressOf(page)).pixel ?? 'none')).toBe(false);
      await eventually(async () => (await addressOf(page)).pixel).not.toBe(undefined);
      pixels.add((await addressOf(page)).pixel);
      // The cells of the explained pixel have frames, and that of the texel is one of them.
      const frames = (await map.locator('.cell-line').getAttribute('d'))!.match(/M[^M]*/g)!;
      expect(new Set(frames).size).toBeLessThan(frames.length);
    }
    expect(pixels.size).toBe(3);
    await page.close();
  });
});

describe('a step', () => {
  it('is undone by Back and by Ctrl+Z: a pixel, the camera, a design, with the view as it was', async () => {
    const page = await opened({ b: 'none', pixel: '80,60' });
    const part = (name: string) => eventually(async () => (await addressOf(page))[name]);
    const canvas = page.locator('.picture-canvas');
    await canvas.press('Control+z');
    await canvas.press('ArrowLeft');
    await part('pixel').toBe('79,60');
    await canvas.press('w');
    await part('aim').not.toBe(undefined);
    await page.locator('#picture select').first().selectOption('lod');
    await part('view').toBe('lod');
    await page.locator('#design select').first().selectOption('full-quality');
    await part('a').toBe('full-quality');
    const link = await addressOf(page);

    await page.goBack();
    await part('a').toBe(undefined);
    expect(await page.locator('#design select').first().inputValue()).toBe('d3d11.3-minimum');
    expect((await addressOf(page)).view).toBe('lod');
    await canvas.press('Control+z');
    await part('aim').toBe(undefined);
    expect(await addressOf(page)).toMatchObject({ pixel: '79,60' });
    await canvas.press('Control+z');
    await part('pixel').toBe('80,60');
    await eventually(() => page.locator('.explained > p').first().textContent()).toContain('pixel 80, 60.');
    // Nothing is before the link that was opened.
    await canvas.press('Control+z');
    for (const [name, value] of [
      ['pixel', '79,60'],
      ['aim', link.aim],
      ['a', 'full-quality'],
    ] as const) {
      await canvas.press('Control+Shift+z');
      await part(name).toBe(value);
    }
    expect(await addressOf(page)).toEqual(link);
    // A field with a text has its own undo.
    await page.getByLabel('Request', { exact: true }).press('Control+z');
    await canvas.press('ArrowUp');
    await part('pixel').toBe('79,59');
    expect((await addressOf(page)).a).toBe('full-quality');
    await page.close();
  });
});

describe('dropped files', () => {
  const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
  const [TRACE, EARTH] = [
    path('traces/examples/requests.jsonl'),
    path('src/pictures/textures/pictures/earth-blue-marble.jpg'),
  ];
  const picker = (page: Page) => page.locator('.page-head input[type=file]');

  /** The picture once it is drawn, of files that the page has by the name. */
  async function pictureOf(page: Page, name: string): Promise<string> {
    await page
      .getByLabel('Scene')
      .or(page.getByLabel('Texture'))
      .getByText(name)
      .first()
      .waitFor({ state: 'attached' });
    await page.locator('#draw-time[data-complete=true]', { hasText: 'drawn in' }).waitFor();
    await framesDrawn(page);
    return page.evaluate("document.querySelector('.picture-canvas').toDataURL()");
  }

  it('are part of the link where they are small: it shows the same, and so does Back', async () => {
    const page = await opened({ b: 'none' });
    await picker(page).setInputFiles(TRACE);
    await eventually(async () => (await addressOf(page)).scene).toBe('trace');
    const shown = await pictureOf(page, 'requests.jsonl');
    const link = await addressOf(page);
    expect(link.files).toMatch(/^[\w-]{100,6000}$/);
    const other = await pages.open(link);
    await eventually(() => pictureOf(other, 'requests.jsonl')).toBe(shown);
    expect(await other.locator('.faults').textContent()).toBe('');
    await other.getByLabel('Scene').selectOption('plane');
    await eventually(async () => (await addressOf(other)).files).toBe(undefined);
    await other.goBack();
    await eventually(() => addressOf(other)).toEqual(link);
    await eventually(() => pictureOf(other, 'requests.jsonl')).toBe(shown);
    // Damaged files are named, and the page goes on.
    await other.close();
    const damaged = await pages.open({ ...link, files: link.files.slice(0, -8) });
    await eventually(() => damaged.locator('.faults').textContent()).toContain('files: damaged; expected');
    await damaged.close();
    await page.close();
  });

  it('are in a session file with all of the state, which is opened like them', async () => {
    const page = await opened({
      a: 'full-quality~cache.ways=3',
      kept: 'full-quality|d3d11.3-minimum',
      view: 'difference',
    });
    await picker(page).setInputFiles(EARTH);
    await eventually(async () => (await addressOf(page)).texture).toBe('file');
    const shown = await pictureOf(page, 'earth-blue-marble.jpg');
    const link = await addressOf(page);
    expect(link.files).toBe(undefined);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save session' }).click();
    expect((await download).suggestedFilename()).toBe('plane-session.json');
    const session = readFileSync(await (await download).path(), 'utf8');
    await page.close();

    const other = await opened({ gain: '8' });
    // The region of the design takes design files, and knows a session, too.
    const dropped = await other.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([${JSON.stringify(session)}], 'mine.json'));
      return transfer;
    })()`);
    await other.locator('.design-fields').dispatchEvent('drop', { dataTransfer: dropped });
    await eventually(() => addressOf(other)).toEqual(link);
    await eventually(() => pictureOf(other, 'earth-blue-marble.jpg')).toBe(shown);
    expect(await other.locator('.faults').textContent()).toBe('');
    for (const [text, fault] of [
      [session.replace('version": 1', 'version": 7'), 'bad.json:3:3: version: 7; expected 1'],
      [session.replace(/"files": "eJ/, '"files": "aa'), 'bad.json: files: damaged; expected'],
    ] as const) {
      await picker(other).setInputFiles({ name: 'bad.json', mimeType: '', buffer: Buffer.from(text) });
      await eventually(() => other.locator('.faults').textContent()).toContain(fault);
      expect(await addressOf(other)).toEqual(link);
    }
    await other.close();
  });
});

describe('controls', () => {
  /** The controls that are narrower or lower than 24 pixels, with the labels that are pressed for them. */
  const SMALLER = `(() => {
    document.querySelectorAll('details').forEach((one) => (one.open = true));
    const all = [...document.querySelectorAll('a, button, input, select, summary, textarea')].filter((one) => one.checkVisibility());
    const boxOf = (one) => (one.matches('[type=radio], [type=checkbox]') && one.closest('label') || one).getBoundingClientRect();
    const small = all.filter((one) => boxOf(one).width < 23.99 || boxOf(one).height < 23.99);
    return { count: all.length, small: small.map((one) => one.outerHTML) };
  })()`;

  it('are at least 24 pixels wide and high, all of the page', async () => {
    for (const state of [{ view: 'difference' }, { time: 'texels', view: 'lod' }]) {
      const page = await pages.open({ ...SMALL, ...state, pixel: '80,60' });
      await page.locator('.explained[data-complete=true]').waitFor();
      await page.locator('.time-columns figure').first().waitFor();
      const { count, small } = await page.evaluate<{ count: number; small: string[] }>(SMALLER);
      expect(small).toEqual([]);
      expect(count).toBeGreaterThan(100);
      await page.close();
    }
  });

  it('begin with one that skips the others up to the picture, and is seen while it has the focus', async () => {
    const page = await opened({ b: 'none' });

    const opacity = () => page.evaluate("getComputedStyle(document.querySelector('.skip')).opacity");
    expect(await opacity()).toBe('0');
    await page.keyboard.press('Tab');
    expect(await opacity()).toBe('1');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    await eventually(async () => (await addressOf(page)).pixel).toBe('81,60');
    await page.close();
  });
});
