import { NodeIO } from '@gltf-transform/core';
import { KHRDracoMeshCompression, KHRTextureTransform } from '@gltf-transform/extensions';
import axe, { type AxeResults } from 'axe-core';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Explanation } from '../../src/explain/explanation.ts';
import { newPage, PATIENCE, startChromium } from './chromium.ts';
import { sectionsOf, SHOWN_SECTIONS } from './explained-sections.ts';
import { LAYOUT_SHIFT } from './page-faults.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = join(root, 'dist', 'program', 'main.js');
const CAPTURED = join(root, 'traces', 'hardware', 'amd-rdna1-level-weights.jsonl');
const MODEL = join(root, 'src', 'pictures', 'scenes', 'models', 'knot.glb');
/** A picture of 80x60 pixels, so that the requests before a pixel are few. */
const SMALL = 'width=80&height=60';

const folder = mkdtempSync(join(tmpdir(), 'texunit-inspector-'));
const command = spawn(process.execPath, [MAIN, 'inspect', '--no-open'], { stdio: ['ignore', 'pipe', 'inherit'] });
let url = '';
/** The page as one file. */
const SAVED = join(folder, 'inspector.html');
let browser: Browser | undefined;

beforeAll(async () => {
  const [line] = (await once(command.stdout, 'data')) as [Buffer];
  url = /http:\S+/.exec(line.toString())![0];
  await texunit('inspect', '--save', SAVED);
  browser = await startChromium();
});

afterAll(async () => {
  await browser?.close();
  command.kill('SIGINT');
  rmSync(folder, { recursive: true });
});

interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  /** True for the page as one file. */
  readonly saved?: boolean;
}

/** A page of the inspector that has drawn its picture. Faults of its scripts fail the test. */
async function opened(hash: string, look: Look = {}): Promise<Page> {
  const { width = 1280, height = 900, dark = false, saved = false } = look;
  const from = saved ? pathToFileURL(SAVED).href : url;
  const page = await newPage(browser!, { viewport: { width, height }, colorScheme: dark ? 'dark' : 'light' });
  page.on('pageerror', (error) => expect.unreachable(error.stack));
  page.on('request', (request) =>
    expect(request.url().startsWith(from) || /^(data|blob):/.test(request.url())).toBe(true),
  );
  await page.goto(`${from}#${hash}`);
  await drawn(page);
  return page;
}

async function drawn(page: Page): Promise<void> {
  await page.waitForSelector('#draw-time[data-complete=true]:not(:empty)');
}

async function explained(page: Page): Promise<void> {
  await page.waitForSelector('.explained[data-complete=true]');
}

/** A parameter of the page's address, which is written a little after a change. */
function parameter(page: Page, name: string) {
  return expect.poll(() => new URLSearchParams(new URL(page.url()).hash.slice(1)).get(name), { timeout: PATIENCE });
}

async function texunit(...words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...words], { maxBuffer: 2 ** 26 });
  return stdout;
}

describe('texunit inspect in a browser', () => {
  it('draws, and explains a clicked pixel with the numbers of texunit explain --json', async () => {
    const page = await opened(`${SMALL}&b=none`);
    const canvas = page.locator('.picture-canvas');
    const box = (await canvas.boundingBox())!;
    const scale = Math.min(box.width / 80, box.height / 60);
    const at = (pixel: number, size: number, length: number) => length / 2 + (pixel + 0.5 - size / 2) * scale;
    await canvas.click({ position: { x: at(20, 80, box.width), y: at(33, 60, box.height) } });
    await explained(page);
    await parameter(page, 'pixel').toBe('20,33');

    const design = ['--design', 'd3d11.3-minimum'];
    const scene = ['--scene', 'tunnel', '--filter', 'anisotropic', '--size', '80x60', '--mode', 'functional'];
    await texunit('simulate', ...scene, ...design, '--requests', '--out', folder);
    const requests = join(folder, 'requests.jsonl');
    const text = await texunit('explain', requests, '--pixel', '20,33', ...design, '--json');
    const explanation = JSON.parse(text) as Explanation;
    expect(await page.evaluate(SHOWN_SECTIONS)).toEqual(sectionsOf(explanation));
    expect(await page.locator('.footprint-list figure').count()).toBe(explanation.footprints.length);
    await page.close();
  });

  it('marks the texel, the tap and its line together', async () => {
    const page = await opened(`${SMALL}&b=none&pixel=20,33`);
    await explained(page);
    const tap = page.locator('.explained tr[data-is="tap:0:0"]');
    const line = (await tap.getAttribute('data-on'))!.split(' ').find((name) => name.startsWith('line:'))!;
    await tap.hover();
    expect(await page.locator('.explained svg g[data-is~="tap:0:0"][data-marked]').count()).toBe(1);
    expect(await page.locator(`.explained tr[data-is="${line}"][data-marked]`).count()).toBeGreaterThan(0);
    expect(await page.locator('.explained svg g[data-marked]').count()).toBe(1);
    await page.close();
  });

  it('leads by keys from a pixel to the cycles of its quad, where the stages frame it, and back', async () => {
    const page = await opened(`${SMALL}&b=none&pixel=20,33&time=texels`);
    await explained(page);
    const button = page.getByRole('button', { name: 'Show in time', exact: true });
    const [, from] = /Cycles ([\d\s]+) to/.exec(await page.locator('.explained').innerText())!;
    await button.focus();
    await page.keyboard.press('Enter');
    await parameter(page, 'cycle').toBe(from.replaceAll(/\s/g, ''));
    await parameter(page, 'time').toBe(null);
    expect(await page.evaluate('document.activeElement.id')).toBe('time');
    const quad = page.locator('.at-cycle tr', { hasText: 'front end' }).getByRole('button');
    await expect.poll(() => quad.textContent(), { timeout: PATIENCE }).toBe('20, 32');
    // The saved timeline shows what the canvas does.
    await page.getByRole('button', { name: /^Save SVG: Stages/ }).focus();
    const saved = page.locator('.saved-svg', { hasText: 'quad of pixel 20, 33' });
    const frames = await saved.locator('.marks > .cursor').first().getAttribute('d');
    expect(frames!.split('Z').length - 1).toBe(8);
    await quad.click();
    await parameter(page, 'pixel').toBe('20,32');
    await page.locator('.explained summary', { hasText: 'Cycles' }).click();
    const result = page.locator('.explained tr', { hasText: 'result' }).getByRole('button', { name: /^enters/ });
    const cycle = await result.textContent();
    await result.click();
    await parameter(page, 'cycle').toBe(cycle);
    await page.close();
  });

  it('shows a link as it was: scene, view, pixel, design', async () => {
    const field = 'd3d11.3-minimum~filter.guardBits=3';
    const page = await opened(
      `scene=plane&${SMALL}&view=difference&gain=64&pixel=40,50&a=${encodeURIComponent(field)}`,
    );
    await explained(page);
    expect(await page.locator('.page-head select').first().inputValue()).toBe('plane');
    expect(await page.locator('#picture select').first().inputValue()).toBe('difference');
    expect(await page.locator('.explained .parts').count()).toBe(1);
    const again = await newPage(browser!);
    await page.keyboard.press('Tab');
    await again.goto(page.url());
    await explained(again);
    expect(await again.evaluate(SHOWN_SECTIONS)).toEqual(await page.evaluate(SHOWN_SECTIONS));
    await again.close();
    await page.close();
  });

  it('says what is wrong with a link, and shows the rest', async () => {
    const page = await opened(`${SMALL}&scene=castle&gain=8`);
    expect(await page.locator('.faults').innerText()).toContain('scene=castle');
    await page.close();
  });

  it('takes a dropped trace, and holds captured results against the specification', async () => {
    const page = await opened(SMALL);
    const contents = JSON.stringify(readFileSync(CAPTURED, 'utf8'));
    await page.evaluate(`{
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([${contents}], 'captured.jsonl'));
      dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
    }`);
    await parameter(page, 'scene').toBe('trace');
    await drawn(page);
    await page.locator('.picture-canvas').focus();
    await page.keyboard.press('ArrowLeft');
    await explained(page);
    const [id] = /(?<=Request ).*(?=: sample)/.exec(await page.locator('.explained > p').first().innerText())!;
    const json = await texunit('explain', CAPTURED, '--id', id, '--design', 'd3d11.3-minimum', '--json');
    const { captured } = JSON.parse(json) as Explanation;
    expect(await page.locator('.explained').innerText()).toContain(captured!.text);
    await page.getByRole('button', { name: 'Show in time', exact: true }).click();
    await page.locator('.timeline', { hasText: 'quad of pixel' }).first().waitFor();
    await page.close();
  });

  it('is the same as one file that is opened from the disk: picture, explanation, check', async () => {
    const shown = await Promise.all(
      [false, true].map(async (saved) => {
        const page = await opened(`${SMALL}&texture=earth&pixel=20,33`, { saved });
        await explained(page);
        const picture = await page.evaluate<string>("document.querySelector('.picture-canvas').toDataURL()");
        const verdict = page.locator('.quick-check .status').first();
        await expect.poll(() => verdict.innerText(), { timeout: PATIENCE }).toMatch(/rules break|No rule breaks/);
        const seen = { picture, sections: await page.evaluate(SHOWN_SECTIONS), verdict: await verdict.innerText() };
        await page.close();
        return seen;
      }),
    );
    expect(shown[1]).toEqual(shown[0]);
    expect(shown[0].picture.length).toBeGreaterThan(10_000);
  });

  it('names the line of a damaged trace', async () => {
    const page = await opened(SMALL);
    const buffer = Buffer.from('{"texunit":"requests","version":2}\n{"id":1}\n');
    await page.setInputFiles('.page-head input[type=file]', { name: 'bad.jsonl', mimeType: '', buffer });
    await page.waitForSelector('.faults .fail');
    expect(await page.locator('.faults').innerText()).toMatch(/^bad\.jsonl:2: /);
    await page.close();
  });

  it.each(['the served page', 'the page as one file'])('takes requests and results in Parquet: %s', async (name) => {
    const files = ['requests.parquet', 'results.parquet'].map((name) => join(folder, name));
    const requests = join(root, 'traces', 'examples', 'requests.jsonl');
    await texunit('convert', requests, files[0]);
    await texunit('sample', requests, '--design', 'full-quality', '--output', files[1]);
    const page = await opened(`${SMALL}&a=full-quality&b=none`, { saved: name.endsWith('file') });
    await page.setInputFiles('.page-head input[type=file]', files);
    await parameter(page, 'scene').toBe('trace');
    await drawn(page);
    await page.evaluate("location.hash += '&pixel=16,8'");
    await explained(page);
    expect(await page.locator('.explained .pass').innerText()).toMatch(
      /permits the captured value\. The model has the same\.$/,
    );
    await page.close();
  });

  it('names a Parquet file that is damaged, or that holds other things', async () => {
    const page = await opened(SMALL);
    const whole = join(folder, 'texels.parquet');
    await texunit('convert', join(root, 'traces', 'examples', 'texels.jsonl'), whole);
    const faults = page.locator('.faults');
    await page.setInputFiles('.page-head input[type=file]', whole);
    await expect
      .poll(() => faults.innerText(), { timeout: PATIENCE })
      .toMatch(/texels\.parquet: holds "\w+", expected requests or/);
    const buffer = readFileSync(whole).subarray(0, 400);
    await page.setInputFiles('.page-head input[type=file]', { name: 'cut.parquet', mimeType: '', buffer });
    await expect.poll(() => faults.innerText(), { timeout: PATIENCE }).toMatch(/cut\.parquet.*is cut short/);
    await page.close();
  });

  it.each(['the served page', 'the page as one file'])(
    'takes a model that is compressed by Draco: %s',
    async (name) => {
      const draco = createRequire(import.meta.url)('draco3dgltf') as { createEncoderModule: () => Promise<unknown> };
      const io = new NodeIO()
        .registerExtensions([KHRDracoMeshCompression, KHRTextureTransform])
        .registerDependencies({ 'draco3d.encoder': await draco.createEncoderModule() });
      const document = await io.read(MODEL);
      document.createExtension(KHRDracoMeshCompression).setRequired(true);
      const buffer = Buffer.from(await io.writeBinary(document));
      const page = await opened(SMALL, { saved: name.endsWith('file') });
      await page.setInputFiles('.page-head input[type=file]', { name: 'small.glb', mimeType: '', buffer });
      await parameter(page, 'scene').toBe('model');
      await drawn(page);
      await page.locator('.picture-canvas').focus();
      await page.keyboard.press('ArrowRight');
      await explained(page);
      expect(await page.locator('.footprint-list figure').count()).toBeGreaterThan(0);
      expect(await page.locator('.faults').innerText()).toBe('');
      await page.close();
    },
  );

  it('says what it does not read', async () => {
    const page = await opened(SMALL);
    const buffer = Buffer.from('%PDF-1.7');
    await page.setInputFiles('.page-head input[type=file]', { name: 'paper.pdf', mimeType: '', buffer });
    await page.waitForSelector('.faults .fail');
    expect(await page.locator('.faults').innerText()).toMatch(/^paper\.pdf: .*PNG.*request trace/);
    await page.close();
  });

  it('is used by keys: pixels, zoom, camera', async () => {
    const page = await opened(SMALL);
    await page.locator('.picture-canvas').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await parameter(page, 'pixel').toBe('41,31');
    await page.keyboard.press('+');
    await page.keyboard.press('w');
    await parameter(page, 'zoom').not.toBe(null);
    await parameter(page, 'middle').toBe('41.5,31.5');
    await parameter(page, 'aim').not.toBe(null);
    await page.keyboard.press('0');
    await parameter(page, 'zoom').toBe(null);
    await page.close();
  });

  it('maps LOD, samples, passes, misses and latency with a legend of their range', async () => {
    const page = await opened(`${SMALL}&view=lod`);
    for (const view of ['lod', 'anisotropy', 'passes', 'misses', 'latency']) {
      await page.locator('#picture select').first().selectOption(view);
      await expect
        .poll(() => page.getByLabel('Most', { exact: true }).inputValue(), { timeout: PATIENCE })
        .toMatch(/^\d/);
      expect(await page.locator('#picture .legend').innerText()).toMatch(/, .+, of/);
    }
    await page.close();
  });

  it('is printed on white, whole and without buttons', async () => {
    const page = await opened(`${SMALL}&pixel=20,33`, { width: 700, dark: true });
    await explained(page);
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    expect(await page.locator('button:not(.link):visible').count()).toBe(0);
    const heights = await page.$$eval('.region-body', (bodies) =>
      bodies.map(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight]),
    );
    for (const [whole, shown] of heights) expect(whole - shown).toBeLessThan(20);
    await page.close();
  });

  it.each([
    ['light', { width: 1280, height: 900 }],
    ['dark', { width: 1280, height: 900, dark: true }],
    ['400 pixels wide', { width: 400, height: 800 }],
    ['4K', { width: 3840, height: 2160 }],
  ])('gives axe nothing to find, nothing that is cut off, and nothing that moves: %s', async (_, look) => {
    const page = await opened(`${SMALL}&pixel=20,33`, look);
    await explained(page);
    expect(await page.evaluate(LAYOUT_SHIFT)).toBe(0);
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<AxeResults>('axe.run()');
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(look.width);
    await page.close();
  });
});
