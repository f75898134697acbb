import axe from 'axe-core';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minimize } from '../../src/checker/minimize/minimize.ts';
import { D3D11_3 } from '../../src/checker/profiles.ts';
import { minimizeHtml } from '../../src/checker/report/minimize-html.ts';
import { ALL_RULES } from '../../src/checker/rules/all-rules.ts';
import { linksOf } from '../../src/cli/commands/minimize-command.ts';
import { preset } from '../pipeline/random-work.ts';
import { resultOf } from '../src/platform/threads/steps.ts';
import { newPage, startChromium } from './chromium.ts';
import { FAULTS, LAYOUT_SHIFT } from './page-faults.ts';

const program = fileURLToPath(new URL('../../dist/program/main.js', import.meta.url));
const amd = fileURLToPath(new URL('../../traces/hardware/amd-rdna1-level-weights.jsonl', import.meta.url));

let folder: string;
let browser: Browser;
/** What the checks print. */
let printed: readonly string[];
const at = (name: string) => join(folder, name);

/** What a command prints; one that finds a rule that fails ends with 1. */
function texunit(...args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NO_COLOR: '1' };
    execFile(process.execPath, [program, ...args], { env, maxBuffer: 2 ** 28 }, (error, stdout) => {
      if (error !== null && error.code !== 1) reject(error);
      else resolve(stdout);
    });
  });
}

/** Writes a page of minimize whose widths are judged by the rules of one section. */
async function writeMinimized(): Promise<void> {
  const rules = ALL_RULES.filter(({ id }) => id.startsWith('d3d11.3/7.18.10'));
  const start = preset('d3d11.3-minimum');
  const minimum = await resultOf(minimize(start, D3D11_3, rules, 'quick'));
  const links = await linksOf(LINKED[1], start, minimum, D3D11_3);
  const gates = { of: (_: string, bits: number) => 1234 * bits, start: 98_765, narrowest: 54_321 };
  writeFileSync(at('minimize.html'), minimizeHtml(start.name, D3D11_3, minimum, gates, links));
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-pages-'));
  await texunit('inspect', '--save', at('inspector.html'));
  const small = ['--size', '64x48', '--out', folder];
  const vary = ['--vary', 'cache.sets=16,64', '--vary', 'cache.lineBytes=32,64'];
  const quick = ['--quick', '--out', folder];
  browser = await startChromium();
  await texunit('simulate', ...small, ...LINKED, '--requests', at('requests.jsonl'), '--texels', at('texels.jsonl'));
  const pages = async () => {
    await texunit('replay', at('texels.jsonl'), ...vary, '--optimum', '--html', at('replay.html'), ...LINKED);
    await texunit('replay', at('requests.jsonl'), ...vary, '--html', at('pipeline.html'), ...LINKED);
    await texunit('compare', ...small, ...LINKED);
    await texunit(
      'explain',
      amd,
      '--id',
      'lod 0.125',
      '--profile',
      'vulkan-1.4',
      '--html',
      at('explain.html'),
      ...LINKED,
    );
    await texunit('study', 'warps', ...quick, '--design', 'full-quality', 'tmu2', ...LINKED);
  };
  const checks = async () => {
    const rules = ['--rule', 'd3d11.3/7.18.1', '--cores', '1', '--quick'];
    printed = [
      await texunit('check', 'vulkan-1.0-minimum', ...rules, '--html', at('check.html'), ...LINKED),
      await texunit('check', '--results', amd, '--cores', '1', '--html', at('results.html'), ...LINKED),
    ];
    await texunit('check', 'vulkan-1.0-minimum', '--quick', '--cores', '1', '--html', at('every-rule.html'));
    await texunit('study', 'units', ...quick);
  };
  await Promise.all([pages(), checks(), writeMinimized()]);
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** Shows a page in a window of its own, so many pixels wide. */
async function opened(name: string, use: (page: Page) => Promise<void>, width = 1280): Promise<void> {
  const page = await newPage(browser, { viewport: { width, height: 900 } });
  await page.goto(`file://${at(`${name}.html`)}`);
  await use(page);
  await page.close();
}

/** An inspector in one file, to which the pages link. */
const LINKED = ['--inspector', 'inspector.html'];

const PAGES = ['report', 'replay', 'pipeline', 'compare', 'explain', 'warps', 'units', 'check', 'results', 'minimize'];

const UNFOLD = `document.querySelectorAll('details').forEach((one) => (one.open = true))`;

/** The most downloads that the browser takes from one page without a question. */
const MOST_SAVED = 8;

describe('a link into the inspector', () => {
  it.each([
    ['report', 1],
    ['compare', 1],
    ['explain', 1],
    ['check', 6],
    ['results', 2],
    ['replay', 4],
    ['pipeline', 4],
    ['warps', 2],
    ['minimize', 3],
  ] as const)('is followed from the page %s without a fault', async (name, least) => {
    await opened(name, async (page) => {
      const addresses = await page.evaluate<string[]>(
        `[...document.querySelectorAll('a[href^="inspector.html"]')].map(({ href }) => href)`,
      );
      expect(addresses.length).toBeGreaterThanOrEqual(least);
      for (const address of addresses) {
        const inspector = await newPage(browser);
        await inspector.goto(address);
        await inspector.locator('#draw-time[data-complete=true]', { hasText: 'drawn in' }).waitFor();
        if (address.includes('pixel=')) await inspector.locator('.explained[data-complete=true]').waitFor();
        expect([address, await inspector.locator('.faults').textContent()]).toEqual([address, '']);
        await inspector.close();
      }
    });
  });

  it('explains the pixel of the page', async () => {
    await opened('explain', async (page) => {
      const answer = await page.locator('header .setting').nth(1).textContent();
      const first = /[\d.]+/.exec(answer!)![0];
      await page.getByRole('link', { name: 'This request alone' }).click();
      await page.locator('.explained[data-complete=true]').waitFor();
      expect(await page.locator('.explained').textContent()).toContain(first);
    });
  });
});

describe.each(PAGES)('the page %s', (name) => {
  it('has no fault from 400 px to 4K, in light and dark, to the eye or to a screen reader', async () => {
    const use = async (page: Page) => {
      expect(await page.evaluate(LAYOUT_SHIFT)).toBe(0);
      await page.evaluate(UNFOLD);
      await page.evaluate(axe.source);
      for (const width of [400, 1280, 3840]) {
        await page.setViewportSize({ width, height: 900 });
        expect((await page.evaluate<string[]>(FAULTS)).map((fault) => `${width} px: ${fault}`)).toEqual([]);
        if (width > 1280) continue;
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');
          const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}, ${nodes[0].failureSummary}`);
          expect(found.map((violation) => `${width} px, ${colorScheme}: ${violation}`)).toEqual([]);
        }
      }
    };
    await opened(name, use, 400);
  });

  it('is printed on white, with nothing cut', async () => {
    const use = async (page: Page) => {
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await page.evaluate(UNFOLD);
      expect(await page.evaluate(FAULTS)).toEqual([]);
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
      const cut = `[...document.querySelectorAll('.table')].filter((one) => one.scrollWidth > one.clientWidth).length`;
      expect(await page.evaluate(cut)).toBe(0);
      expect(await page.locator('.save:visible').count()).toBe(0);
    };
    // The width of A4 between its margins.
    await opened(name, use, 700);
  });

  it('saves each figure as a file that is complete by itself', async () => {
    const use = async (page: Page) => {
      for (const button of (await page.locator('.save:visible').all()).slice(0, MOST_SAVED)) {
        const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
        const file = readFileSync(await download.path());
        if (download.suggestedFilename().endsWith('.png')) {
          expect(file.subarray(1, 4).toString()).toBe('PNG');
          continue;
        }
        const text = file.toString();
        expect(text).not.toMatch(/var\(|light-dark|class=|<script/);
        expect(await page.evaluate(readBack(text))).toEqual(['svg', 'rgb(255, 255, 255)', []]);
      }
    };
    await opened(name, use);
  });
});

/** Where each page has its answer. */
const ANSWERS: Readonly<Record<string, string>> = {
  report: '.tiles',
  replay: '.tiles',
  pipeline: 'tbody tr',
  compare: '.tiles',
  explain: '.verdict',
  warps: 'header + main > p',
  units: 'header + main > p',
  results: 'header',
  'every-rule': 'header',
  minimize: 'tbody tr:nth-child(3)',
};

it.each(Object.entries(ANSWERS))(
  'the page %s has its answer in the first 600 pixels, and four sheets of A4 at most',
  (name, answer) =>
    opened(name, async (page) => {
      const { y, height } = (await page.locator(answer).first().boundingBox())!;
      expect(y + height).toBeLessThan(600);
      expect(await page.evaluate("getComputedStyle(document.querySelector('h1')).fontSize")).toBe('26px');
      const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
      expect(pdf.match(/\/Type \/Page\b/g)!.length).toBeLessThanOrEqual(4);
    }),
);

/** An expression for a browser: the root of a saved figure, its ground, and the inks and sizes of texts that lack one. */
function readBack(text: string): string {
  return `(() => {
    const svg = new DOMParser().parseFromString(${JSON.stringify(text)}, 'image/svg+xml').documentElement;
    const inks = [...svg.querySelectorAll('text')].map((text) => text.getAttribute('fill') + text.getAttribute('font-size'));
    return [svg.tagName, svg.querySelector('rect').getAttribute('fill'), inks.filter((ink) => !/^rgb.*px$/.test(ink))];
  })()`;
}

describe('the pages', () => {
  it('show the focus of the keyboard on the buttons of figures', () =>
    opened('units', async (page) => {
      await page.keyboard.press('Tab');
      const focused = `(({ className }, { outlineStyle, outlineWidth }) => [className, outlineStyle, outlineWidth])(
        document.activeElement, getComputedStyle(document.activeElement))`;
      expect(await page.evaluate(focused)).toEqual(['save', 'solid', '2px']);
    }));

  it('open the folded card that a link leads to', () =>
    opened('every-rule', async (page) => {
      expect(await page.locator('section.panel:visible').count()).toBe(1);
      await page.locator('main > .panel a').last().click();
      const last = page.locator(
        (await page.locator('main > .panel a').last().getAttribute('href'))!.replace(/[./]/g, '\\$&'),
      );
      await last.waitFor();
      expect(await page.locator('details[open]').count()).toBe(1);
    }));

  it.each([0, 1])('of checks say all that the terminal says', async (n) => {
    const use = async (page: Page) => {
      const spaced = (text: string) => text.replaceAll(/\s+/g, ' ');
      await page.evaluate(UNFOLD);
      const shown = spaced(await page.evaluate<string>('document.body.innerText'));
      const [answer, ...failures] = printed[n].split('\n\n');
      const last = failures.slice(1).join('\n');
      expect(last).toMatch(/\d s\n/);
      const lines = `${answer}\n${last}`.split('\n').filter((line) => line !== '' && !line.startsWith('Written'));
      const values = lines.map((line) => spaced(line.replace(/^ {2}[^:]+: /, '')));
      expect(values.length).toBeGreaterThan(10);
      expect(values.filter((value) => !shown.includes(value))).toEqual([]);
    };
    await opened(n === 0 ? 'check' : 'results', use);
  });
});
