import { mkdirSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UNCOMPRESSED_FORMATS } from '../../rtl-model/formats/uncompressed-formats.ts';
import { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { wholeView } from '../../rtl-model/state/image-view.ts';
import { DEFAULT_SAMPLER } from '../../rtl-model/state/sampler.ts';
import { RequestWriter } from '../../traces/requests/request-writer.ts';
import { eventually } from './chromium.ts';
import { addressOf, axeFinds, InspectorPages } from './inspector-page.ts';

const SMALL = { scene: 'plane', width: '160', height: '120', filter: 'trilinear' };
const FIVE = 'full-quality~address.coordinate.fractionBits=5~filter.weightBits=5~limits.subTexelPrecisionBits=5';
const SHOTS = process.env.SHOTS;

/** An element of the page, as far as these tests touch one. */
interface Element {
  setAttribute(name: string, value: string): void;
}

let pages: InspectorPages;
beforeAll(async () => {
  pages = await InspectorPages.start();
  if (SHOTS !== undefined) mkdirSync(SHOTS, { recursive: true });
});
afterAll(async () => {
  expect(pages.errors).toEqual([]);
  await pages.end();
});

/** Puts a value into the control of a field, in its opened group. */
async function setField(page: Page, path: string, value: string) {
  const row = page.locator(`.field[data-path="${path}"]`);
  await page.locator('details.group', { has: row }).evaluate((group) => group.setAttribute('open', ''));
  await row.locator('input, select').first().fill(value);
  return row;
}

async function drawn(page: Page): Promise<void> {
  await page.waitForFunction("/drawn in/.test(document.querySelector('#picture').textContent)");
}

function picture(page: Page): Promise<Buffer> {
  return page.locator('#picture canvas').first().screenshot();
}

/** Pixels of the canvas that are lit. A screenshot would scroll the page away from the pointer. */
function lit(page: Page): Promise<number> {
  return page.evaluate<number>(`(() => {
    const marks = document.querySelector('.picture-marks');
    const { data } = marks.getContext('2d').getImageData(0, 0, marks.width, marks.height);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) count += data[at + 3] > 0 && data[at + 1] > 200 && data[at + 2] < 50;
    return count;
  })()`);
}

async function shot(page: Page, name: string): Promise<void> {
  if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
}

describe('the difference of A and B', () => {
  it('names the parts and the fields that it comes from, of the picture and of the pixel where it is largest', async () => {
    const page = await pages.open({ ...SMALL, a: FIVE, b: 'full-quality', view: 'difference' });
    await drawn(page);
    const bar = page.locator('.difference-bar');
    await bar.locator('summary').click();
    await eventually(() => bar.locator('.share-parts').textContent()).toMatch(
      /^(coordinate|weight) \d+\.\d %, (coordinate|weight) \d+\.\d %$/,
    );
    await bar.getByRole('button', { name: 'Explain the largest difference' }).click();
    const pixel = page.locator('.explained .error-shares');
    await pixel.locator('summary').click();
    await eventually(() => pixel.locator('.share-parts').textContent()).toMatch(/^(coordinate|weight) \d+\.\d %/);
    const shares = await pixel.locator('.share').allTextContents();
    const sum = shares.reduce((total, share) => total + Number.parseFloat(share), 0);
    // Each share is rounded to a tenth of a percent.
    expect(Math.abs(sum - 100)).toBeLessThan(0.05 * shares.length + 0.5);
    expect(await pixel.locator('tbody th').allTextContents()).toContain('filter.weightBits');
    expect(await axeFinds(page)).toEqual([]);
    await shot(page, 'difference');
    await page.close();
  });
});

describe('a quantity in false colours', () => {
  it('leads to the pixel where it is largest: its latency is divided among works and waits', async () => {
    const page = await pages.open({ ...SMALL, a: 'd3d11.3-minimum', view: 'latency' });
    await drawn(page);
    // The button waits for the whole picture.
    await page.getByRole('button', { name: 'Explain the largest Latency' }).click();
    const latency = page.locator('.explained[data-complete=true] details', { hasText: 'Latency' }).last();
    const row = await latency.locator('tr', { hasText: 'latency' }).first().innerText();
    const cycles = await latency.locator('table').last().locator('tbody td:nth-child(5)').allTextContents();
    const sum = String(cycles.reduce((total, each) => total + Number(each), 0));
    expect(row.split(/\s+/)).toContain(sum);
    // The scale follows the picture a little later.
    await eventually(() => page.getByLabel('Most', { exact: true }).inputValue()).toBe(sum);
    await shot(page, 'latency');
    await page.close();
  });
});

describe('the values of the picture', () => {
  /** The mean of the red bytes of the picture. */
  const REDS = `(() => {
    const canvas = document.querySelector('.picture-canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let sum = 0;
    for (let n = 0; n < data.length; n += 4) sum += data[n];
    return (4 * sum) / data.length;
  })()`;

  it('have a black and a white point, which a drag of the histogram moves, and a logarithm; all are in the link', async () => {
    const page = await pages.open({ ...SMALL, b: 'none' });
    await drawn(page);
    const reds = () => page.evaluate<number>(REDS);
    const usual = await reds();
    const part = (name: string) => eventually(async () => (await addressOf(page))[name]);
    await page.getByLabel('White', { exact: true }).fill('0.5');
    await page.getByLabel('White', { exact: true }).press('Enter');
    await part('scale').toBe('0,0.5');
    await eventually(reds).toBeGreaterThan(usual + 5);
    await page.getByLabel('logarithm').check();
    await part('curve').toBe('logarithm');
    const [plot, brighter] = [(await page.locator('.histogram').boundingBox())!, await reds()];
    expect(brighter).toBeGreaterThan(usual + 5);
    await page.mouse.move(plot.x + 0.45 * plot.width, plot.y + 10);
    await page.mouse.down();
    await page.mouse.move(plot.x + 0.75 * plot.width, plot.y + 10, { steps: 5 });
    await page.mouse.up();
    // A place is a pixel of the screen.
    await eventually(async () => {
      const [black, white] = (await addressOf(page)).scale.split(',').map(Number);
      return black === 0 && Math.abs(white - 0.75) <= 1 / plot.width;
    }).toBe(true);
    await eventually(reds).toBeLessThan(brighter);
    await page.getByLabel('range', { exact: true }).uncheck();
    await part('scale').toBe(undefined);
    await shot(page, 'range');
    await page.close();
  });

  it('are false colours of A or of B with the same fixed scale', async () => {
    const page = await pages.open({
      ...SMALL,
      a: 'd3d11.3-minimum',
      b: 'full-quality',
      filter: 'anisotropic',
      view: 'anisotropy',
      scale: '1,16',
    });
    await drawn(page);
    const colours = page.locator('.legend').getByRole('radio', { name: 'B' });
    await page.waitForFunction("/^drawn/.test(document.querySelector('#draw-time').textContent)");
    await eventually(() => page.evaluate<number>(REDS)).toBeGreaterThan(25);
    let ofA = 0;
    await eventually(async () => ofA === (ofA = await page.evaluate<number>(REDS))).toBe(true);
    await colours.check();
    await eventually(() => page.evaluate<number>(REDS)).not.toBe(ofA);
    await eventually(async () => (await addressOf(page)).colours).toBe('B');
    expect((await addressOf(page)).scale).toBe('1,16');
    await page.close();
  });
});

describe('a texture', () => {
  it('is shown level by level, with the texels that the explained pixel reads framed', async () => {
    const page = await pages.open({ ...SMALL, b: 'none', time: 'texture', pixel: '80,100' });
    await page.locator('.explained[data-complete=true]').waitFor();
    const [view, chart] = [page.locator('.texel-view'), page.locator('.texel-view .chart')];
    const level = view.getByLabel('Level', { exact: true });
    const footprint = (await page.locator('.footprint-list figure .note').first().textContent())!;
    const [, number, size] = /^Level (\d+): (\d+ × \d+) texels/.exec(footprint)!;
    const title = `Level ${number} of texture: ${size.replace(' × ', 'x')} texels`;
    await eventually(() => chart.getAttribute('data-name')).toBe(title);
    await view.getByRole('button', { name: 'Around the footprint' }).click();
    // The frames are around the texels of the taps.
    await eventually(
      async () => ((await chart.locator('.cell-line').getAttribute('d')) ?? '').split('Z').length - 1,
    ).toBeGreaterThan(0);
    await chart.locator('.plot').hover();
    // The window that the button asked for may come after the pointer: its texel is named then.
    await eventually(() => view.locator('[role=status]').textContent()).toMatch(
      /^texel \d+, \d+: [\d.]+ [\d.]+ [\d.]+$/,
    );
    await shot(page, 'texture');
    await level.selectOption('0');
    await eventually(async () => (await addressOf(page)).texels).toBe('0,0,0');
    await eventually(() => chart.getAttribute('data-name')).toMatch(/^Level 0 of texture/);
    expect(await axeFinds(page, '#time')).toEqual([]);
    await page.close();
  });

  it('of a trace is shown face by face and slice by slice, with the frames in the face that is read', async () => {
    const format = UNCOMPRESSED_FORMATS.get('r8g8b8a8_unorm')!;
    /** An image of 4x4 texels in layers or slices, each with its number as red. */
    const numbered = (parts: number) => Uint8Array.from({ length: 64 * parts }, (_, n) => (n % 4 === 0 ? n >> 6 : 255));
    const cube = { format, width: 4, height: 4, layers: 6, levels: [numbered(6)] };
    const volume = {
      ...cube,
      type: '3d',
      layers: 1,
      depth: 4,
      levels: [numbered(4), new Uint8Array(32).fill(128)],
    } as const;
    const instruction = { lod: 'explicit', projected: false } as const;
    const view = { ...wholeView({ ...cube, levels: cube.levels }), viewType: 'cube' as const };
    const states = [
      { image: 0, view, sampler: DEFAULT_SAMPLER, instruction },
      { image: 1, sampler: DEFAULT_SAMPLER, instruction },
    ];
    const lines: string[] = [];
    const batch = new QuadBatch(1);
    batch.count = 1;
    batch.active[0] = 0b1111;
    batch.q.fill(1);
    batch.s.fill(0.1);
    batch.t.fill(0.2);
    batch.r.fill(-1);
    const images = [cube, volume].map((source, n) => ({ name: ['sky', 'fog'][n], source }));
    new RequestWriter((text) => lines.push(text), images, states).write(batch);
    const page = await pages.open({ ...SMALL, b: 'none', time: 'texture' });
    await page.setInputFiles('.page-head input[type=file]', {
      name: 'sky.jsonl',
      mimeType: '',
      buffer: Buffer.from(lines.join('')),
    });
    const [viewer, chart] = [page.locator('.texel-view'), page.locator('.texel-view .chart')];
    await eventually(() => chart.getAttribute('data-name')).toBe('Level 0 of image0, layer 0: 4x4 texels');
    await page.getByLabel('Request', { exact: true }).fill('0');
    await page.getByRole('button', { name: 'Explain it' }).click();
    await eventually(() => chart.getAttribute('data-name')).toBe('Level 0 of image0, layer 5: 4x4 texels');
    const frames = async () => ((await chart.locator('.cell-line').getAttribute('d')) ?? '').split('Z').length - 1;
    await eventually(frames).toBe(4);
    await chart.locator('.plot').hover();
    const told = () => viewer.locator('[role=status]').textContent();
    await eventually(told).toMatch(/: 0.0196 1.0000 1.0000$/);
    await viewer.getByRole('spinbutton', { name: 'Layer' }).fill('3');
    await eventually(async () => (await addressOf(page)).texels).toBe('0,0,3');
    await chart.locator('.plot').hover();
    await eventually(told).toMatch(/: 0.0118 1.0000 1.0000$/);
    expect(await frames()).toBe(0);
    await viewer.getByLabel('Level', { exact: true }).selectOption('image1, level 1');
    await eventually(() => chart.getAttribute('data-name')).toBe('Level 1 of image1, slice 1: 2x2 texels');
    await shot(page, 'slices');
    await page.close();
  });
});

describe('the panel of a design', () => {
  it('redraws with a changed field, and the address has it', async () => {
    const page = await pages.open({ ...SMALL, a: 'full-quality', time: 'texels' });
    await drawn(page);
    const before = await picture(page);
    await setField(page, 'filter.weightBits', '1');
    await eventually(() => addressOf(page)).toMatchObject({ a: 'full-quality~filter.weightBits=1' });
    await eventually(async () => (await picture(page)).equals(before)).toBe(false);
    expect(await page.locator('.differences').textContent()).toContain('1 field differs');
    await page.locator('.differences').getByRole('button', { name: 'Reset filter.weightBits' }).click();
    await eventually(async () => (await addressOf(page)).a).toBe('full-quality');
    await eventually(async () => (await picture(page)).equals(before)).toBe(true);
    await page.close();
  });

  it('tells a wrong value at its field, and keeps the picture', async () => {
    const page = await pages.open({ ...SMALL, a: 'full-quality' });
    await drawn(page);
    const row = await setField(page, 'cache.ways', '999');
    await eventually(() => row.locator('.fault').textContent()).toBe('999; expected an integer from 1 to 512');
    expect(await row.locator('input').getAttribute('aria-invalid')).toBe('true');
    await page.waitForTimeout(500);
    expect((await addressOf(page)).a).toBe('full-quality');
    await setField(page, 'cache.ways', '3');
    await eventually(() => row.locator('.fault').textContent()).toBe('');
    await eventually(async () => (await addressOf(page)).a).toBe('full-quality~cache.ways=3');
    await page.close();
  });

  it('shows the design of a link, and a part that may be null is switched on and off', async () => {
    const page = await pages.open({ ...SMALL, a: 'full-quality~lod.rounding=floor~cache.ways=3' });
    expect(await page.locator('#field-cache-ways').inputValue()).toBe('3');
    expect(await page.locator('#field-lod-rounding').inputValue()).toBe('floor');
    const prefetch = page.locator('#field-cache-prefetch-there');
    await page.locator('details.group', { has: prefetch }).evaluate((group) => group.setAttribute('open', ''));
    await prefetch.check();
    await eventually(() => page.locator('#field-cache-prefetch-sectors').count()).toBe(1);
    await eventually(async () => (await addressOf(page)).a).toContain('cache.prefetch={');
    await page.locator('#field-cache-prefetch-there').uncheck();
    await eventually(async () => (await addressOf(page)).a).not.toContain('prefetch');
    await page.close();
  });

  it('changes the second design, too', async () => {
    const page = await pages.open({ ...SMALL, a: 'full-quality', b: 'd3d11.3-minimum' });
    await page.locator('#design').getByRole('radio', { name: 'B' }).check();
    await setField(page, 'lod.alpha', '1.5');
    await eventually(() => addressOf(page)).toMatchObject({ a: 'full-quality', b: 'd3d11.3-minimum~lod.alpha=1.5' });
    await page.close();
  });

  it('takes a design file that is dropped on it', async () => {
    const page = await pages.open({ ...SMALL, a: 'full-quality' });
    const dropped = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['{ "extends": "d3d11.3-minimum", "cache": { "ways": 5 } }'], 'mine.json'));
      return transfer;
    })()`);
    await page.locator('.design-fields').dispatchEvent('drop', { dataTransfer: dropped });
    await eventually(async () => (await addressOf(page)).a).toContain('cache.ways=5');
    expect(await page.locator('#design').getByRole('combobox', { name: 'Preset' }).inputValue()).toBe(
      'd3d11.3-minimum',
    );
    await page.close();
  });

  it('is a text that can be typed: the fields, the picture and the address follow, and a fault has its place', async () => {
    const page = await pages.open({ ...SMALL, a: 'full-quality' });
    await drawn(page);
    const part = page.locator('details.design-text');
    await part.locator('summary').click();
    const text = part.getByRole('textbox', { name: 'Text of the design' });
    expect(JSON.parse(await text.inputValue())).toMatchObject({ extends: 'full-quality' });
    await text.fill('{\n "extends": "d3d11.3-minimum",\n "cache": { "ways": 0 }\n}');
    await eventually(() => part.locator('.fault').textContent()).toContain('text:3:13: cache.ways: 0');
    expect((await addressOf(page)).a ?? 'full-quality').toBe('full-quality');
    await text.fill('{ "extends": "d3d11.3-minimum", "cache": { "ways": 5 } }');
    await eventually(async () => (await addressOf(page)).a).toContain('cache.ways=5');
    expect(await part.locator('.fault').textContent()).toBe('');
    expect(await page.locator('#field-cache-ways').inputValue()).toBe('5');
    // It stays as it was typed until the design changes elsewhere.
    expect(await text.inputValue()).toBe('{ "extends": "d3d11.3-minimum", "cache": { "ways": 5 } }');
    await shot(page, 'design-text');
    await page.getByRole('button', { name: 'Reset cache.ways' }).click();
    await eventually(() => text.inputValue()).not.toContain('ways');
    expect(await axeFinds(page)).toEqual([]);
    await page.close();
  });

  it('is a text whose names and values are completed by keys', async () => {
    const page = await pages.open({ ...SMALL, a: 'full-quality' });
    await drawn(page);
    const part = page.locator('details.design-text');
    await part.locator('summary').click();
    const text = part.getByRole('textbox', { name: 'Text of the design' });
    const list = part.getByRole('listbox');
    await text.fill('{}');
    await text.press('Home');
    await text.press('ArrowRight');
    await text.press('Control+Space');
    await list.waitFor();
    expect(await list.getByRole('option').count()).toBe(10);
    for (let n = 0; n < 10; n++) await text.press('ArrowDown');
    await eventually(() => list.getByRole('option', { selected: true }).textContent()).toBe('"pipeline"');
    await text.pressSequentially('ca');
    await eventually(() => list.getByRole('option').allTextContents()).toEqual(['"cache"']);
    await text.press('Enter');
    // The cursor is in the part, whose fields are listed.
    await eventually(() => list.getByRole('option').first().textContent()).toBe('"lineBytes"');
    expect(await text.inputValue()).toBe('{"cache": {}}');
    await text.pressSequentially('way');
    await text.press('Enter');
    await eventually(() => part.locator('.completions p').textContent()).toMatch(/^1 to 512 ways\. \w/);
    await text.pressSequentially('4, "wo');
    await eventually(() => list.getByRole('option').count()).toBe(0);
    await text.press('Backspace');
    await text.press('Backspace');
    await text.pressSequentially('replac');
    await eventually(() => list.getByRole('option').allTextContents()).toEqual(['"replacement"']);
    await text.press('Escape');
    await list.waitFor({ state: 'detached' });
    await text.press('Control+Space');
    await text.press('Enter');
    await list.waitFor();
    const values = await list.getByRole('option').allTextContents();
    expect(values).toContain('"lru"');
    await text.press('ArrowUp');
    await eventually(() => list.getByRole('option', { selected: true }).textContent()).toBe(values.at(-1));
    const chosen = await text.getAttribute('aria-activedescendant');
    expect(await page.locator(`[id="${chosen}"]`).textContent()).toBe(values.at(-1));
    expect(await axeFinds(page)).toEqual([]);
    await shot(page, 'design-completion');
    await list.getByRole('option', { name: '"lru"' }).click();
    await list.waitFor({ state: 'detached' });
    expect(await text.inputValue()).toBe('{"cache": {"ways": 4, "replacement": "lru"}}');
    expect(await text.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');
    await text.press('Home');
    await text.press('ArrowRight');
    await text.pressSequentially(', ');
    await text.press('Home');
    await text.press('ArrowRight');
    await text.pressSequentially('"ext');
    await text.press('Enter');
    await text.pressSequentially('vulkan-1.0');
    await text.press('Enter');
    await eventually(async () => (await addressOf(page)).a).toMatch(/^vulkan-1\.0-minimum~.*cache\.ways=4/);
    await page.close();
  });

  it('exports a file that it imports again', async () => {
    const page = await pages.open({ ...SMALL, a: 'd3d11.3-minimum~filter.guardBits=1~cache.lineBytes=128' });
    const given = (await addressOf(page)).a;
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const path = await (await download).path();
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
      extends: 'd3d11.3-minimum',
      filter: { guardBits: 1 },
    });
    await page.getByRole('button', { name: 'reset all' }).click();
    await eventually(async () => (await addressOf(page)).a ?? 'd3d11.3-minimum').toBe('d3d11.3-minimum');
    await page
      .locator('#design input[type=file]')
      .setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer: readFileSync(path) });
    await eventually(async () => (await addressOf(page)).a).toBe(given);
    const faulty = Buffer.from('{ "extends": "full-quality", "cache": { "ways": 0 } }');
    await page
      .locator('#design input[type=file]')
      .setInputFiles({ name: 'bad.json', mimeType: 'application/json', buffer: faulty });
    await eventually(() => page.locator('.design-fields > .fault').textContent()).toContain(
      'bad.json:1:41: cache.ways: 0',
    );
    await page.close();
  });

  it('finds the rules that 5 subtexel bits break, and opens the witness of one', async () => {
    const page = await pages.open({ ...SMALL, a: FIVE });
    const rule = page.locator('[data-rule="d3d11.3/22.4.19/comparison-filter"]');
    await rule.waitFor({ state: 'attached' });
    expect(await page.locator('.quick-check .status').textContent()).toMatch(/^\d+ of \d+ rules break/);
    await page.locator('.quick-check > details > summary').click();
    await shot(page, 'check');
    await rule.getByRole('button', { name: 'Open the witness' }).click();
    await eventually(() => addressOf(page)).toMatchObject({ scene: 'trace' });
    await eventually(() => page.locator('#pixel').textContent()).toContain('0.8203125');
    await shot(page, 'witness');
    await page.close();
  });
});

/** Pixels of the page left and right of the plot of the timeline. */
const PLOT = [106, 10] as const;

describe('the panel of time', () => {
  const WINDOW = { ...SMALL, from: '400', cycles: '200', cycle: '450' };

  /** The canvas of the timeline, and the place on the page of a share of its plot. */
  async function timelineOf(page: Page) {
    const canvas = page.locator('.timeline canvas').first();
    await canvas.scrollIntoViewIfNeeded();
    await eventually(() => page.locator('.seen-range').textContent()).toMatch(/of [\d\s]+ cycles$/);
    const { x, y, width } = (await canvas.boundingBox())!;
    const at = (share: number, down = 100) => [x + PLOT[0] + share * (width - PLOT[0] - PLOT[1]), y + down] as const;
    return { canvas, at };
  }

  it('is zoomed by the wheel around the pointer, moved by a drag, and leads along the whole run by its strip', async () => {
    const page = await pages.open(WINDOW);
    const { at } = await timelineOf(page);
    await page.mouse.move(...at(0.25));
    await page.mouse.wheel(0, 300);
    await eventually(() => addressOf(page)).toMatchObject({ from: '350', cycle: '450' });
    await page.mouse.wheel(0, -300);
    await eventually(() => addressOf(page)).toMatchObject({ from: '400', cycles: '200' });
    await page.mouse.wheel(100, 0);
    await eventually(async () => Number((await addressOf(page)).from)).toBeGreaterThan(400);
    const before = Number((await addressOf(page)).from);
    await page.mouse.move(...at(0.5));
    await page.mouse.down();
    await page.mouse.move(...at(0.75), { steps: 5 });
    await page.mouse.up();
    await eventually(() => addressOf(page)).toMatchObject({ from: String(before - 50), cycles: '200' });
    await page.mouse.click(...at(0.5, 10));
    const cycles = Number(
      /of ([\d\s]+) cycles/.exec((await page.locator('.seen-range').textContent())!)![1].replaceAll(/\s/g, ''),
    );
    await eventually(async () => Math.abs(Number((await addressOf(page)).from) - (cycles / 2 - 100))).toBeLessThan(
      cycles / 200,
    );
    await page.close();
  });

  it('is used by keys: moved, zoomed, to its ends, the whole run', async () => {
    const page = await pages.open(WINDOW);
    const { canvas } = await timelineOf(page);
    await canvas.focus();
    await page.keyboard.press('ArrowRight');
    await eventually(() => addressOf(page)).toMatchObject({ from: '425', cycle: '450' });
    await page.keyboard.press('-');
    // 400 cycles are the default.
    await eventually(async () => (await addressOf(page)).cycles).toBe(undefined);
    expect(await addressOf(page)).toMatchObject({ from: '400', cycle: '450' });
    await page.keyboard.press('0');
    await eventually(async () => (await addressOf(page)).from).toBe(undefined);
    const { cycles } = await addressOf(page);
    expect(Number(cycles)).toBeGreaterThan(4096);
    await page.keyboard.press('m');
    await page.keyboard.press('[');
    await eventually(() => addressOf(page)).toMatchObject({ markers: '450', range: `450,${cycles}` });
    await page.keyboard.press('Escape');
    await eventually(async () => (await addressOf(page)).range).toBe(undefined);
    await page.keyboard.press('m');
    await eventually(async () => (await addressOf(page)).markers).toBe(undefined);
    await page.close();
  });

  it('draws its timeline when it is shown again, and nothing while it is hidden', async () => {
    const page = await pages.open(WINDOW);
    const { canvas } = await timelineOf(page);
    const show = (display: string) =>
      canvas.evaluate((one, value) => (one.parentElement!.style.display = value), display);
    const width = () => canvas.getAttribute('width');
    const shown = await width();
    await show('none');
    await eventually(width).toBe('0');
    await show('');
    await eventually(width).toBe(shown);
    expect(pages.errors).toEqual([]);
    await page.close();
  });

  it('marks a range, whose causes sum to its cycles, and has it in the link', async () => {
    const page = await pages.open(WINDOW);
    const { at } = await timelineOf(page);
    await page.keyboard.down('Shift');
    await page.mouse.move(...at(0.2));
    await page.mouse.down();
    await page.mouse.move(...at(0.8), { steps: 4 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await eventually(async () => (await addressOf(page)).range).toMatch(/^4(39|40),5(60|61|62)$/);
    const [from, to] = (await addressOf(page)).range.split(',').map(Number);
    const link = await pages.open(await addressOf(page));
    for (const shown of [page, link]) {
      const rows = shown.locator('.marked-account tbody tr');
      await eventually(() => rows.last().locator('td').first().textContent()).toBe(String(to - from));
      const counts = (await rows.locator('td:nth-child(2)').allTextContents()).map(Number);
      expect(counts.length).toBeGreaterThan(2);
      expect(counts.slice(0, -1).reduce((sum, each) => sum + each, 0)).toBe(counts.at(-1));
    }
    expect(await axeFinds(link, '#time')).toEqual([]);
    await shot(link, 'marked');
    await link.close();
    await page.getByRole('button', { name: 'Unmark' }).click();
    await eventually(async () => (await addressOf(page)).range).toBe(undefined);
    await page.close();
  });

  it('has the totals of A and B by cause, which sum to their cycles, and both on one axis', async () => {
    const page = await pages.open({ ...WINDOW, a: 'd3d11.3-minimum', b: 'full-quality' });
    const totals = page.locator('.run-totals');
    await eventually(() => totals.locator('summary').textContent()).toMatch(/^Cycles: A [\d\s]+, B [\d\s]+ \(/);
    const [, ...cycles] = /A ([\d\s]+), B ([\d\s]+) \(/.exec((await totals.locator('summary').textContent())!)!;
    const number = (text: string) => Number(text.replaceAll(/\s/g, ''));
    await totals.locator('summary').click();
    for (const [n, total] of cycles.entries()) {
      const own = await totals.locator(`tbody td:nth-child(${n + 2})`).allTextContents();
      expect(own.map(number).reduce((sum, each) => sum + each, 0)).toBe(number(total));
    }
    const charts = page.locator('.pipeline-view > .chart svg');
    await eventually(() => charts.count()).toBe(2);
    const [a, b] = await charts.locator('.x:not(.label)').evaluateAll<string[][], unknown>((texts) => {
      const all = (texts as { textContent: string }[]).map(({ textContent }) => textContent);
      return [all.slice(0, all.length / 2), all.slice(all.length / 2)];
    });
    expect(a).toEqual(b);
    await page.close();
  });

  it('shows the run of B below that of A, cycle by cycle, as a page of B alone does', async () => {
    const page = await pages.open({ ...WINDOW, a: 'd3d11.3-minimum', b: 'full-quality' });
    const alone = await pages.open({ ...WINDOW, a: 'full-quality', b: 'none' });
    /** The texts of the tables at a cycle. */
    const tables = (from: Page) =>
      from
        .locator('.at-cycle table')
        .evaluateAll<(string | undefined)[], unknown>((all) =>
          (all as { textContent: string }[]).map(({ textContent }) => textContent.replace('B: Cycle', 'Cycle')),
        );
    const named = (from: Page) =>
      from
        .locator('.timeline')
        .evaluateAll<(string | undefined)[], unknown>((figures) =>
          (figures as { dataset: Record<string, string> }[]).map(({ dataset }) => dataset.name),
        );
    await eventually(() => named(page)).toEqual(['A', 'B'].map((name) => `${name}: Stages in the cycles 400 to 599`));
    await eventually(() => named(alone)).toEqual(['Stages in the cycles 400 to 599']);
    await eventually(async () => (await tables(alone)).length).toBe(1);
    const [ofB] = await tables(alone);
    expect(ofB).toMatch(/^Cycle 450/);
    await eventually(() => tables(page)).toEqual([expect.stringMatching(/^A: Cycle 450/), ofB]);
    expect((await tables(page))[0]).not.toBe(`A: ${ofB}`);
    // Both have the axis of the longer run, at whose end B has no cycles.
    await page.locator('.timeline canvas').first().press('End');
    await eventually(() => tables(page)).toEqual([expect.stringMatching(/^A: Cycle/)]);
    await page.close();
    await alone.close();
  });

  it('has rows of quads, a click on one of which explains its pixel', async () => {
    const page = await pages.open({ ...WINDOW, b: 'none' });
    const { at } = await timelineOf(page);
    await page.getByRole('radio', { name: 'quads' }).check();
    await eventually(async () => (await addressOf(page)).rows).toBe('quads');
    expect(await page.locator('.keys').textContent()).toBe('front endLODaddresstagdatadecodefilterresult');
    await page.mouse.click(...at(0.5, 300));
    await eventually(async () => (await addressOf(page)).pixel).toMatch(/^\d+,\d+$/);
    expect((await addressOf(page)).cycle).toBe('500');
    await page.close();
  });

  it('takes two numbers that are typed fast, one after the other', async () => {
    const page = await pages.open(WINDOW);
    await timelineOf(page);
    await page.getByLabel('From cycle').focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('700');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+a');
    // Between the digits, the page is drawn with the other number.
    await page.keyboard.type('321', { delay: 40 });
    await page.keyboard.press('Tab');
    await eventually(() => addressOf(page)).toMatchObject({ from: '700', cycles: '321' });
    expect(await page.getByLabel('From cycle').inputValue()).toBe('700');
    await page.close();
  });

  it('lights the pixels of the cycle at which the slider stands', async () => {
    const page = await pages.open(WINDOW);
    const slider = page.locator('.cycle-slider input');
    await slider.waitFor();
    expect(await slider.inputValue()).toBe('450');
    const table = page.locator('.at-cycle');
    const before = [await table.textContent(), await picture(page)] as const;
    await slider.focus();
    for (let n = 0; n < 40; n++) await page.keyboard.press('ArrowRight');
    await eventually(async () => (await addressOf(page)).cycle).toBe('490');
    expect(await table.textContent()).not.toBe(before[0]);
    await eventually(async () => (await picture(page)).equals(before[1])).toBe(false);
    await shot(page, 'time');
    await page.close();
  });

  it('moves the window by its buttons, within the run', async () => {
    const page = await pages.open(WINDOW);
    await page.locator('.cycle-slider input').waitFor();
    await page.getByRole('button', { name: 'Later' }).click();
    await eventually(() => addressOf(page)).toMatchObject({ from: '500', cycles: '200' });
    await page.getByRole('button', { name: 'Fewer cycles' }).click();
    await eventually(async () => (await addressOf(page)).cycles).toBe('100');
    await eventually(() => page.locator('.timeline').first().getAttribute('data-name')).toBe(
      'A: Stages in the cycles 500 to 599',
    );
    await page.close();
  });

  it('lights the readers of a texel, and frames the texels of the explained pixel', async () => {
    const page = await pages.open({ ...WINDOW, time: 'texels', pixel: '80,100' });
    const map = page.locator('.texel-view .chart').nth(1);
    await map.locator('.cell-line').waitFor({ state: 'attached' });
    expect(await lit(page)).toBe(0);
    await map.locator('.plot').scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await map.locator('.cell-line').boundingBox())!;
    expect(width).toBeLessThan((await map.locator('image').boundingBox())!.width / 4);
    await page.mouse.move(x + width / 2, y + height / 2);
    await eventually(() => page.locator('.texel-view output').textContent()).toMatch(/read by [1-9]/);
    await eventually(() => lit(page)).toBeGreaterThan(0);
    await page.mouse.move(0, 0);
    await eventually(() => lit(page)).toBe(0);
    await page.getByLabel('Column').fill('1');
    await eventually(() => page.locator('.texel-view output').textContent()).toMatch(/read by \d+ pixels/);
    await shot(page, 'texels');
    await page.close();
  });

  it('saves a chart as SVG with its colours in it', async () => {
    const page = await pages.open(WINDOW);
    await page.locator('.cycle-slider input').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Save SVG: B: Stages/ }).click();
    const svg = readFileSync(await (await download).path(), 'utf8');
    expect(svg).toMatch(/^<svg /);
    expect(svg).toContain('front end');
    expect(svg).not.toContain('var(--');
    await page.close();
  });
});

describe('figures', () => {
  /** The file that a button saves. */
  async function saved(page: Page, button: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: button }).first().click();
    const file = await download;
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  }

  /** Width and height of a PNG. */
  function sizeOf(bytes: Buffer): readonly number[] {
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  }

  it('are saved as SVG and as PNG of twice the size: charts, footprints, the heat of texels', async () => {
    const page = await pages.open({ ...SMALL, time: 'texels', pixel: '80,100' });
    await page.locator('.texel-view .chart .marks image').waitFor({ state: 'attached' });
    await page.locator('.footprint-list figure').first().waitFor();
    for (const name of ['Misses by cache size', 'Accesses, level', 'Footprint, Level']) {
      const svg = (await saved(page, `Save SVG: ${name}`)).bytes.toString();
      expect(svg).toMatch(/^<svg /);
      expect(svg).not.toMatch(/var\(|class=|style=/);
      const size = /width="([\d.]+)" height="([\d.]+)"/
        .exec(svg.slice(0, svg.indexOf('>')))!
        .slice(1)
        .map(Number);
      const png = await saved(page, `Save PNG: ${name}`);
      expect(png.name).toMatch(/\.png$/);
      expect(sizeOf(png.bytes)).toEqual(size.map((length) => Math.floor(2 * length)));
    }
    await page.close();
  });

  it('save the picture as PNG, a pixel a pixel: two beside each other, false colours with their legend', async () => {
    const page = await pages.open({ ...SMALL, view: 'beside' });
    await drawn(page);
    expect(sizeOf((await saved(page, 'Save PNG: picture')).bytes)).toEqual([160 + 4 + 160, 120]);
    await page.locator('#picture').getByLabel('View').selectOption('lod');
    await eventually(() => page.getByLabel('Most', { exact: true }).inputValue()).toMatch(/^[1-9]/);
    const { name, bytes } = await saved(page, 'Save PNG: picture');
    expect([name, ...sizeOf(bytes)]).toEqual(['plane-lod.png', 160, 120 + 40]);
    await page.close();
  });
});

describe('a link', () => {
  it('holds what each panel shows: the design of the fields, the profile, the counts and the level', async () => {
    const page = await pages.open({ ...SMALL, time: 'texels', pixel: '80,100' });
    const level = page.locator('.heat select').first();
    await level.waitFor();
    await page.locator('.explained').getByRole('radio', { name: 'B' }).check();
    await page.locator('.quick-check select').selectOption('vulkan-1.4');
    await page.locator('#design').getByRole('radio', { name: 'B' }).check();
    await level.selectOption('0');
    await page.locator('.heat select').nth(1).selectOption('misses');
    const shown = { tables: 'B', profile: 'vulkan-1.4', fields: 'B', level: '0', counts: 'misses' };
    await eventually(() => addressOf(page)).toMatchObject(shown);
    const again = await pages.open(await addressOf(page));
    await again.locator('.heat select').first().waitFor();
    expect(await again.locator('.heat select').first().inputValue()).toBe('0');
    expect(await again.locator('.heat .title').first().textContent()).toMatch(/^Misses/);
    expect(await again.locator('#design').getByRole('radio', { name: 'B' }).isChecked()).toBe(true);
    expect(await again.locator('.explained').getByRole('radio', { name: 'B' }).isChecked()).toBe(true);
    await again.locator('.picture-canvas').focus();
    await again.keyboard.press('ArrowUp');
    await eventually(async () => (await addressOf(again)).level).toBe(undefined);
    await again.close();
    await page.close();
  });
});

describe('a frame', () => {
  it('of another page shows no inspector, where no header forbids it', async () => {
    const page = await pages.open({ ...SMALL, b: 'none' });
    await page.evaluate(
      "document.body.append(Object.assign(document.createElement('iframe'), { src: location.href }))",
    );
    const shown = page.frameLocator('iframe').locator('#inspector');
    await eventually(() => shown.innerText()).toBe('This page is not shown in a frame: open its address by itself.');
    await page.close();
  });
});

describe('two fingers', () => {
  /** Touches the page with two fingers beside each other, so far from a point. */
  async function fingersAt(page: Page, x: number, y: number) {
    const fingers = await page.context().newCDPSession(page);
    return (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
      fingers.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [-1, 1].map((side, id) => ({ x: x + side * apart, y, id })),
      });
  }

  it('zoom the timeline around the cycle between them', async () => {
    const page = await pages.open({ ...SMALL, b: 'none', from: '1000', cycles: '600' });
    const canvas = page.locator('.timeline canvas').first();
    await canvas.scrollIntoViewIfNeeded();
    await eventually(() => page.locator('.seen-range').textContent()).toMatch(/of [\d\s]+ cycles$/);
    const { x, y, width } = (await canvas.boundingBox())!;
    const touch = await fingersAt(page, x + PLOT[0] + (width - PLOT[0] - PLOT[1]) / 2, y + 200);
    await touch('touchStart', 40);
    for (const apart of [50, 60, 80]) await touch('touchMove', apart);
    await touch('touchEnd', 80);
    const number = async (name: string) => Number((await addressOf(page))[name]);
    await eventually(async () => Math.abs((await number('cycles')) - 300)).toBeLessThan(4);
    expect(Math.abs((await number('from')) + (await number('cycles')) / 2 - 1300)).toBeLessThan(4);
    await page.close();
  });

  it('zoom the picture around the pixel between them, and choose none', async () => {
    const page = await pages.open({ ...SMALL, b: 'none' });
    await drawn(page);
    const { x, y, width, height } = (await page.locator('.picture-canvas').boundingBox())!;
    const touch = await fingersAt(page, x + width / 2, y + height / 2);
    await touch('touchStart', 40);
    for (const apart of [50, 60, 80]) await touch('touchMove', apart);
    await touch('touchEnd', 80);
    const fit = Math.log2(Math.min(width / 160, height / 120));
    await eventually(async () => Number((await addressOf(page)).zoom).toFixed(2)).toBe((fit + 1).toFixed(2));
    const middle = (await addressOf(page)).middle.split(',').map(Number);
    expect(middle.map((at) => Math.round(at))).toEqual([80, 60]);
    expect((await addressOf(page)).pixel).toBe(undefined);
    await page.close();
  });
});

describe('the second design', () => {
  it('is chosen beside the view: none, the ideal one, a preset; views of two designs go with it', async () => {
    const page = await pages.open({ ...SMALL, view: 'difference' });
    await drawn(page);
    const choice = page.locator('.view-bar select').nth(1);
    expect(await choice.inputValue()).toBe('full-quality');
    await choice.selectOption('ideal');
    await eventually(() => addressOf(page)).toMatchObject({ b: 'ideal', view: 'difference' });
    await choice.selectOption('none');
    await eventually(async () => (await addressOf(page)).b).toBe('none');
    expect((await addressOf(page)).view).toBe(undefined);
    await choice.selectOption('vulkan-1.0-minimum');
    await eventually(async () => (await addressOf(page)).b).toBe('vulkan-1.0-minimum');
    await page.close();
  });
});

describe('the largest screens', () => {
  it('enlarge the page, and a click in the picture or a chart finds its place', async () => {
    const page = await pages.open({ ...SMALL, b: 'none' }, { width: 3840, height: 2160 });
    await drawn(page);
    expect(await page.evaluate('getComputedStyle(document.body).zoom')).toBe('2');
    const canvas = page.locator('.picture-canvas');
    const { x, y, width, height } = (await canvas.boundingBox())!;
    const scale = Math.min(width / 160, height / 120);
    const at = ([column, row]: readonly number[]) =>
      [x + width / 2 + (column + 0.5 - 80) * scale, y + height / 2 + (row + 0.5 - 60) * scale] as const;
    await page.mouse.click(...at([150, 110]));
    await eventually(async () => (await addressOf(page)).pixel).toBe('150,110');
    const slider = page.locator('.cycle-slider input');
    await slider.waitFor();
    const timeline = page.locator('.timeline canvas').first();
    await timeline.scrollIntoViewIfNeeded();
    const box = (await timeline.boundingBox())!;
    const [left, right] = PLOT.map((margin) => 2 * margin);
    await page.mouse.click(box.x + left + ((box.width - left - right) * 301.5) / 400, box.y + 200);
    await eventually(() => slider.inputValue()).toBe('301');
    await page.close();
  });
});

describe('both panels', () => {
  it.each([
    ['light', 1400, 'pipeline'],
    ['dark', 1400, 'texels'],
    ['light', 400, 'texels'],
    ['dark', 400, 'pipeline'],
    ['light', 3840, 'pipeline'],
  ] as const)('give axe nothing to find: %s, %i pixels wide, %s', async (scheme, width, time) => {
    const a = 'd3d11.3-minimum~cache.ways=3';
    const page = await pages.open({ ...SMALL, a, time, from: '400', cycles: '200' }, { width, height: 1000, scheme });
    await page.locator('.time-columns figure').first().waitFor();
    await page
      .locator('#design')
      .evaluate((panel) => panel.querySelectorAll('details').forEach((one: Element) => one.setAttribute('open', '')));
    await setField(page, 'cache.ways', '999');
    expect([...(await axeFinds(page, '#design')), ...(await axeFinds(page, '#time'))]).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    await shot(page, `${scheme}-${width}-${time}`);
    await page.close();
  });
});
