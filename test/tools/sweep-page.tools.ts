import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Design } from '../../rtl-model/design/design.ts';
import { stateFromAddress } from '../../src/apps/inspector/state/address.ts';
import { loadDesign } from '../../src/designs/load-design.ts';
import { hashOf, type Row } from '../../src/experiments/sweep/runs/design-row.ts';
import { PROGRAM } from '../built-program.ts';
import { writeMadeSweep } from '../src/experiments/sweep/made-sweep.ts';
import { eventually, newPage, startChromium } from './chromium.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const folder = mkdtempSync(join(tmpdir(), 'texunit-sweep-page-'));
const rows = new Map<number, readonly Row[]>();
let browser: Browser;

/** The page of a sweep of so many designs, made by `texunit sweep merge --html` from its rows. */
function pageFile(designs: number): string {
  const out = join(folder, String(designs));
  mkdirSync(out);
  rows.set(designs, writeMadeSweep(out, designs));
  const file = join(folder, `${designs}.html`);
  const { status, stderr } = spawnSync(process.execPath, [
    PROGRAM,
    'sweep',
    'merge',
    out,
    '--html',
    file,
    '--inspector',
    'inspector.html',
  ]);
  expect([status, stderr.toString()]).toEqual([0, '']);
  return file;
}

beforeAll(async () => {
  pageFile(300);
  pageFile(10_000);
  browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

/** The page in a window; an error of its script fails the test. */
async function opened(designs: number, width = 1280, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const page = await newPage(browser, { viewport: { width, height: 900 }, colorScheme });
  page.on('pageerror', (error) => {
    throw error;
  });
  page.on('request', (request) => expect(request.url()).toMatch(/^(file|data|blob):/));
  await page.goto(pathToFileURL(join(folder, `${designs}.html`)).href);
  await page.waitForSelector('#designs tbody tr');
  return page;
}

const counted = (page: Page) => page.locator('#count').innerText();

/** Width and height of a figure's drawing in SVG units. */
async function sizeOf(page: Page, figure: string): Promise<readonly number[]> {
  const box = await page.locator(`${figure} svg`).getAttribute('viewBox');
  return box!.split(' ').slice(2).map(Number);
}

/** Drags on a figure between points in its SVG units. */
async function drag(page: Page, figure: string, from: readonly [number, number], to: readonly [number, number]) {
  const svg = page.locator(`${figure} svg`);
  await svg.scrollIntoViewIfNeeded();
  const box = (await svg.boundingBox())!;
  const scale = box.width / (await sizeOf(page, figure))[0];
  const at = ([x, y]: readonly [number, number]) => [box.x + scale * x, box.y + scale * y] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 4 });
  await page.mouse.up();
}

/** The text of a file that a button saves. */
async function saved(page: Page, button: string): Promise<{ readonly name: string; readonly text: string }> {
  // Chromium drops a download that follows several others at once.
  await page.waitForTimeout(500);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).first().click();
  const file = await download;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

describe("a sweep's page in Chromium", () => {
  it('shows the front of the measures that are chosen, and of the goals', async () => {
    const page = await opened(300);
    const legend = () => page.locator('#pareto .legend').textContent();
    const counts = new Set<string | null>();
    for (const goal of ['least', 'most']) {
      await page.getByLabel('Up', { exact: true }).selectOption('cycles_per_quad');
      await page.getByLabel('where cycles_per_quad').selectOption(goal);
      for (const measure of ['sram_bits', 'l1_miss_ratio', 'latency_p99']) {
        await page.getByLabel('Across').selectOption(measure);
        await eventually(() => page.locator('#pareto .title').innerHTML()).toBe(
          `Front of ${goal} cycles_per_quad and least ${measure}`,
        );
        const values = designValues(300, measure, 'cycles_per_quad');
        const sign = goal === 'least' ? 1 : -1;
        const beaten = ([x, y]: readonly number[]) =>
          values.some(([a, b]) => a <= x && sign * b <= sign * y && (a < x || sign * b < sign * y));
        const front = values.filter((pair) => !beaten(pair)).length;
        expect(await legend()).toContain(`front, ${front} designs`);
        counts.add(await legend());
      }
    }
    expect(counts.size).toBeGreaterThan(3);
    await page.close();
  });

  it('leads from the details of a design to the inspector, which shows it', async () => {
    const inspector = spawnSync(process.execPath, [PROGRAM, 'inspect', '--save', join(folder, 'inspector.html')]);
    expect([inspector.status, inspector.stderr.toString()]).toEqual([0, '']);
    const page = await opened(300);
    await page.locator('#designs tbody tr').nth(2).click();
    const link = page.locator('.details').getByRole('link', { name: /^Design \d+$/ });
    const number = Number(/\d+/.exec(await link.innerText())![0]);
    await page.locator('.details').getByRole('link', { name: 'full-quality', exact: true }).waitFor();
    await link.click();
    await page.locator('#draw-time[data-complete=true]', { hasText: 'drawn in' }).waitFor();
    expect(await page.locator('.faults').textContent()).toBe('');
    const { state } = stateFromAddress(new URL(page.url()).hash);
    expect(hashOf(state.first.design)).toBe(rows.get(300)!.find(({ design }) => design === number)!.design_hash);
    await page.close();
  });

  it('has the choices in its address, which opens the page with them', async () => {
    const page = await opened(300);
    expect(new URL(page.url()).hash).toBe('');
    await page.getByLabel('Workload').selectOption('tunnel');
    await page.getByLabel('Up', { exact: true }).selectOption('latency_p99');
    await page.getByLabel('where latency_p99').selectOption('most');
    await page.getByLabel('Filter of cache.ways').fill('2..4 | 5');
    await page.getByLabel('Filter of cache.layout').fill('morton');
    await page.locator('#designs').getByRole('button', { name: 'sram_bits' }).click();
    await page.locator('#designs tbody tr').nth(2).click();
    // The panel of the chosen design takes room from the figures, which are drawn anew in a later frame.
    const seen = async () => {
      await page.locator('.details').waitFor();
      await page.waitForFunction(
        "(([plot]) => plot.querySelector('svg').viewBox.baseVal.width === plot.clientWidth)(document.querySelectorAll('#pareto .plot'))",
      );
      return page.locator('body').innerText();
    };
    const shown = await seen();
    await page.waitForURL(/design=/);
    const address = new URLSearchParams(new URL(page.url()).hash.slice(1));
    expect(Object.fromEntries(address)).toMatchObject({
      workload: 'tunnel',
      y: 'latency_p99',
      'goal.latency_p99': 'most',
      'filter.cache.ways': '2..4 | 5',
      'filter.cache.layout': 'morton',
      order: 'sram_bits',
    });
    await page.reload();
    await page.waitForSelector('#designs tbody tr');
    expect(await seen()).toBe(shown);
    await page.evaluate("location.hash = 'workload=globe&filter.cache.ways=3&y=nothing&order=-cache.sets'");
    await page.waitForSelector('text=This page has nothing for y=nothing of its address.');
    expect(await page.getByLabel('Filter of cache.ways').inputValue()).toBe('3');
    const sets = rows.get(300)!.map((row) => Number(row['cache.sets']));
    const column = await page.locator('#designs thead tr').first().locator('th').allInnerTexts();
    const place = column.findIndex((text) => text.startsWith('cache.sets'));
    const cell = page.locator('#designs tbody tr').first().locator('th, td').nth(place);
    expect(Number(await cell.innerText())).toBe(Math.max(...sets));
    await page.close();
  });

  it('draws a measure over the bytes of the cache, a line for each layout and a chart for each workload', async () => {
    const page = await opened(300);
    const lines = page.locator('#lines');
    await lines.getByLabel('Measure').selectOption('memory_bytes');
    await lines.getByLabel('over', { exact: true }).selectOption('cache size');
    await lines.getByLabel('a line for each').selectOption('cache.layout');
    const titles = await lines.locator('svg .title').allTextContents();
    expect(titles).toEqual(['memory_bytes: globe', 'memory_bytes: tunnel']);
    expect(await lines.locator('figure').first().locator('.legend text').allTextContents()).toEqual([
      'cache.layout linear',
      'cache.layout morton',
    ]);
    // A mark for each size that designs of the layout have, after the two signs of the legend.
    const sizes = new Set(
      rows
        .get(300)!
        .flatMap((row) =>
          row['cache.layout'] === 'linear' && row.workload === 'globe'
            ? [['cache.sets', 'cache.ways', 'cache.lineBytes'].reduce((bytes, name) => bytes * Number(row[name]), 1)]
            : [],
        ),
    );
    const marks = lines.locator('figure').first().locator('.marks path[style="fill:var(--series-1)"]');
    expect(await marks.count()).toBe(sizes.size);
    await expect
      .poll(() => Object.fromEntries(new URLSearchParams(new URL(page.url()).hash.slice(1))))
      .toMatchObject({ effect: 'memory_bytes', by: 'cache.layout' });
    await page.reload();
    await page.waitForSelector('#designs tbody tr');
    expect(await lines.getByLabel('a line for each').inputValue()).toBe('cache.layout');
    await page.close();
  });

  it('prints the parallel axes whole', async () => {
    const page = await opened(300);
    await page.setViewportSize({ width: 700, height: 900 });
    await page.emulateMedia({ media: 'print' });
    const box = (await page.locator('#parallel svg').boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(700);
    await page.close();
  });

  it('filters every view by a brush, a typed filter and a front, and takes filters away again', async () => {
    const page = await opened(300);
    const effects = page.locator('#effects');
    const before = await effects.innerHTML();
    await eventually(() => counted(page)).toBe('300 of 300 designs');
    // The upper half of the axis of cache.ways, the second one, has 4 and 5.
    const name = page.locator('text', { hasText: /^cache\.ways$/ });
    const axis = page.locator('#parallel svg g', { has: name }).locator('path.axis').first();
    const [x, bottom, top] = (await axis.getAttribute('d'))!.match(/[\d.]+/g)!.map(Number);
    await drag(page, '#parallel', [x, top + 2], [x, (top + bottom) / 2 - 12]);
    const ways = page.getByLabel('Filter of cache.ways');
    expect(await ways.inputValue()).toBe('=4 | =5');
    const kept = rows.get(300)!.filter((row) => row.workload === 'globe' && Number(row['cache.ways']) >= 4).length;
    await eventually(() => counted(page)).toBe(`${kept} of 300 designs`);
    expect(await effects.innerHTML()).not.toBe(before);
    expect(await page.locator('#pareto .legend').textContent()).toContain('filtered out');
    expect(await page.locator('#designs output').innerText()).toBe(`1–50 of ${kept}`);
    // A drag on the front adds two filters.
    const [width, height] = await sizeOf(page, '#pareto');
    await drag(page, '#pareto', [width / 3, height / 3], [width / 12, height - 70]);
    expect(await page.getByLabel('Filter of sram_bits').inputValue()).toMatch(/^\S+\.\.\S+$/);
    const fewer = Number.parseInt(await counted(page));
    expect(fewer).toBeGreaterThan(0);
    expect(fewer).toBeLessThan(kept);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await eventually(() => counted(page)).toBe('300 of 300 designs');
    expect(await effects.innerHTML()).toBe(before);
    await page.getByLabel('Filter of cache.layout').fill('morton');
    await eventually(() => counted(page)).toBe('150 of 300 designs');
    await page.getByLabel('Filter of cache.layout').fill('');
    await page.getByRole('button', { name: 'Filter by the front' }).click();
    const front = Number(/front, (\d+)/.exec((await page.locator('#pareto .legend').textContent())!)![1]);
    await eventually(() => counted(page)).toBe(`${front} of 300 designs`);
    await page.close();
  });

  it('shows a design that is clicked in any view, and saves it as a design file', async () => {
    // The details lie over the page's end there, beside it they would make the chart narrower.
    const page = await opened(300, 1000);
    const details = page.locator('.details');
    await eventually(() => details.count()).toBe(0);
    await page.locator('#pareto .plot').focus();
    await page.keyboard.press('ArrowRight');
    const heading = () => details.locator('h2').innerText();
    const first = await heading();
    await page.keyboard.press('ArrowRight');
    await eventually(() => heading()).not.toBe(first);
    const ring = page.locator('#pareto circle.ring');
    const point = [Number(await ring.getAttribute('cx')) + 1, Number(await ring.getAttribute('cy')) + 1] as const;
    await page.keyboard.press('Escape');
    await eventually(() => details.count()).toBe(0);
    // A click on the point of the design shows it again, and its line is marked in the parallel coordinates.
    await drag(page, '#pareto', point, point);
    const caption = await page.locator('#pareto figcaption span').innerText();
    await eventually(() => heading()).toBe(/^Design \d+/.exec(caption)![0]);
    expect(await page.locator('#parallel polyline.ring').count()).toBeGreaterThan(0);
    await page
      .getByRole('button', { name: /^Details of design/ })
      .nth(7)
      .press('Enter');
    const number = rows.get(300)!.filter(({ workload }) => workload === 'globe')[7].design;
    await eventually(() => heading()).toBe(`Design ${number}`);
    const { name, text } = await saved(page, 'Save as a design file');
    expect(name).toMatch(/\.json$/);
    const file = join(folder, 'design.json');
    writeFileSync(file, text);
    const [row] = rows.get(300)!.filter(({ design }) => design === number);
    const design = JSON.parse(text) as Design;
    expect(hashOf(design)).toBe(row.design_hash);
    expect(loadDesign(file)).toMatchObject(design);
    await page.close();
  });

  it('saves each figure as SVG without styles, and the filtered designs as CSV', async () => {
    const page = await opened(300);
    const names = await page
      .locator('.save[data-kind=SVG]')
      .evaluateAll((nodes) => nodes.map((node) => node.getAttribute('aria-label')!));
    expect(names.length).toBe(new Set(names).size);
    expect(names.length).toBeGreaterThan(10);
    for (const label of names) {
      const { name, text } = await saved(page, label);
      expect(name).toMatch(/^[\w.-]+\.svg$/);
      expect(text).toMatch(/^<svg [^]*<\/svg>$/);
      expect(text).not.toMatch(/NaN|undefined|var\(|color-mix|color\(|class=|style=/);
      const parsed = `new DOMParser().parseFromString(${JSON.stringify(text)}, 'image/svg+xml')`;
      const problem = await page.evaluate(`${parsed}.querySelector('parsererror')?.textContent ?? ''`);
      expect(problem).toBe('');
    }
    await page.getByLabel('Filter of cache.layout').fill('morton');
    const { name, text } = await saved(page, 'Save 150 rows as CSV');
    expect(name).toBe('made.csv');
    expect(text.trim().split('\n')).toHaveLength(151);
    await page.close();
  });

  it('lists the faults, and sorts by a column', async () => {
    const page = await opened(300);
    const faulty = rows.get(300)!.filter(({ fault }) => fault !== null).length;
    await page.getByText(`faults: ${faulty} rows of ${faulty} designs`).waitFor();
    await page.getByRole('button', { name: 'list them' }).click();
    await eventually(() => counted(page)).toBe(`${faulty} of 300 designs`);
    expect(await page.locator('#designs tbody').innerText()).toContain('tunnel: levels: 17; expected at most 16');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByLabel('Workload').selectOption('globe');
    const header = page.getByRole('columnheader', { name: /^cycles_per_quad/ });
    await header.getByRole('button').click();
    await header.getByRole('button').click();
    await eventually(() => header.getAttribute('aria-sort')).toBe('descending');
    const most = Math.max(
      ...rows
        .get(300)!
        .filter((row) => row.workload === 'globe')
        .map((row) => Number(row.cycles_per_quad)),
    );
    expect(await page.locator('#designs tbody tr').first().innerText()).toContain(String(Number(most.toPrecision(6))));
    await page.close();
  });

  it.each([
    [400, 'light'],
    [1280, 'dark'],
    [3840, 'light'],
  ] as const)(
    'has no fault that axe finds at %i pixels, %s, and is no wider than the window',
    async (width, scheme) => {
      const page = await opened(300, width, scheme);
      await page
        .getByRole('button', { name: /^Details of design/ })
        .first()
        .click();
      await page.addScriptTag({ path: AXE });
      const violations = await page.evaluate('axe.run().then(({ violations }) => violations)');
      expect(violations).toEqual([]);
      const sizes = await page.evaluate('[document.documentElement.scrollWidth, window.innerWidth]');
      const [content, room] = sizes as readonly number[];
      expect(content).toBeLessThanOrEqual(room);
      await page.close();
    },
  );

  it('has ten thousand designs in less than a megabyte, and draws fifty of them', async () => {
    expect(statSync(join(folder, '10000.html')).size).toBeLessThan(1_000_000);
    const page = await opened(10_000);
    await eventually(() => counted(page)).toBe('10 000 of 10 000 designs');
    await page.getByLabel('Filter of cache.ways').fill('>= 4');
    await eventually(() => counted(page)).toBe('4 000 of 10 000 designs');
    expect(await page.locator('#designs tbody tr').count()).toBe(50);
    await page.close();
  });
});

/** The weighted means of two measures by design, of those designs that have both. */
function designValues(designs: number, x: string, y: string): readonly (readonly [number, number])[] {
  const all = rows.get(designs)!;
  const globes = all.filter(({ workload }) => workload === 'globe');
  const tunnels = all.filter(({ workload }) => workload === 'tunnel');
  return globes
    .map((globe, n) => {
      const tunnel = tunnels[n];
      const mean = (name: string) => (2 * Number(globe[name]) + Number(tunnel[name])) / 3;
      return tunnel.fault === null ? ([mean(x), mean(y)] as const) : null;
    })
    .filter((pair) => pair !== null);
}
