import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './chromium.ts';
import { addressOf, InspectorPages } from './inspector-page.ts';

let pages: InspectorPages;
beforeAll(async () => {
  pages = await InspectorPages.start();
});
afterAll(async () => {
  expect(pages.errors).toEqual([]);
  await pages.end();
});

/** The mouse of somebody who opens the page for the first time: each click or turn of the wheel is a step. */
class Mouse {
  steps = 0;

  constructor(readonly page: Page) {}

  /** A click at a share of the width and height of a thing. */
  async click(target: Locator, [x, y] = [0.5, 0.5]): Promise<void> {
    this.steps++;
    await target.scrollIntoViewIfNeeded();
    const box = (await target.boundingBox())!;
    await target.click({ position: { x: x * box.width, y: y * box.height } });
  }

  /** A click that opens a list, and one on a value. */
  async choose(target: Locator, value: string): Promise<void> {
    this.steps += 2;
    await target.selectOption(value);
  }

  async wheel(target: Locator, turns: number): Promise<void> {
    this.steps++;
    await target.hover();
    await this.page.mouse.wheel(0, turns);
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });
  }
}

const picture = (page: Page) => page.locator('.picture-canvas');
const explained = (page: Page) => page.locator('.explained[data-complete=true]');

/** The tasks of docs/inspector.md in their order: the question, the most steps, and how the mouse comes to the answer. */
const TASKS: readonly (readonly [task: string, steps: number, way: (mouse: Mouse) => Promise<void>])[] = [
  [
    'Why has this pixel this colour?',
    1,
    async (mouse) => {
      await mouse.click(picture(mouse.page), [0.4, 0.7]);
      await explained(mouse.page).waitFor();
      await eventually(() => mouse.page.locator('.footprint-list figure').count()).toBeGreaterThan(0);
    },
  ],
  [
    'Where do A and B differ most, and by which field?',
    2,
    async (mouse) => {
      await mouse.click(mouse.button('Explain the largest difference'));
      await explained(mouse.page).waitFor();
      const shares = mouse.page.locator('.explained .error-shares');
      await mouse.click(shares.locator('summary'));
      await eventually(() => shares.locator('.share').count()).toBeGreaterThan(0);
    },
  ],
  [
    'Which quad is the latest, and what did it wait for?',
    3,
    async (mouse) => {
      await mouse.choose(mouse.page.getByLabel('View', { exact: true }), 'latency');
      await eventually(() => mouse.page.getByLabel('Most', { exact: true }).inputValue()).toMatch(/^[1-9]/);
      await mouse.click(mouse.button('Explain the largest Latency'));
      await explained(mouse.page).waitFor();
      const latency = mouse.page.locator('.explained details', { hasText: 'Latency' }).last();
      await eventually(() => latency.locator('table').last().locator('tbody tr').count()).toBeGreaterThan(0);
    },
  ],
  [
    'In which cycles is the quad of this pixel in the pipeline?',
    2,
    async (mouse) => {
      await mouse.click(picture(mouse.page), [0.6, 0.6]);
      await explained(mouse.page).waitFor();
      await mouse.click(mouse.button('Show in time'));
      await eventually(async () => (await addressOf(mouse.page)).cycle).not.toBe(undefined);
      await mouse.page.locator('.at-cycle').waitFor();
    },
  ],
  [
    'When is the next miss, and what does the pipeline do in the whole run?',
    2,
    async (mouse) => {
      await mouse.click(mouse.button('Next miss'));
      await eventually(async () => (await addressOf(mouse.page)).cycle).not.toBe(undefined);
      await mouse.wheel(mouse.page.locator('.timeline canvas').first(), 3000);
      await eventually(async () => Number((await addressOf(mouse.page)).cycles)).toBeGreaterThan(400);
    },
  ],
  [
    'Which texels does this pixel read?',
    3,
    async (mouse) => {
      await mouse.click(picture(mouse.page), [0.4, 0.7]);
      await explained(mouse.page).waitFor();
      await mouse.click(mouse.page.getByRole('radio', { name: 'texture', exact: true }));
      await mouse.click(mouse.button('Around the footprint'));
      const frames = mouse.page.locator('.texel-view .cell-line');
      await eventually(async () => ((await frames.getAttribute('d')) ?? '').length).toBeGreaterThan(0);
    },
  ],
  [
    'How many cycles does another design take?',
    3,
    async (mouse) => {
      await mouse.choose(mouse.page.getByLabel('Design B', { exact: true }), 'vulkan-1.0-minimum');
      const totals = mouse.page.locator('.run-totals');
      await eventually(() => totals.locator('summary').textContent()).toMatch(/A [\d\s]+, B [\d\s]+ \(.*% of A\)/);
      await mouse.click(totals.locator('summary'));
      await eventually(() => totals.locator('tbody tr').count()).toBeGreaterThan(0);
    },
  ],
  [
    'What have I tried before? Keep a design, take another one, and compare the two.',
    6,
    async (mouse) => {
      await mouse.click(mouse.button('Keep A'));
      await mouse.choose(mouse.page.getByLabel('Preset', { exact: true }), 'full-quality');
      await mouse.choose(mouse.page.getByLabel('Design B', { exact: true }), 'kept:0');
      await eventually(async () => (await addressOf(mouse.page)).b).toBe('d3d11.3-minimum');
      await mouse.click(mouse.button('Swap A, B'));
      // A is the usual design again, which a link leaves out.
      await eventually(async () => (await addressOf(mouse.page)).a).toBe(undefined);
      expect((await addressOf(mouse.page)).kept).toBe('d3d11.3-minimum');
    },
  ],
];

describe('a newcomer with a mouse', () => {
  it.each(TASKS)('%s', async (task, steps, way) => {
    const page = await pages.open({ width: '160', height: '120' }, { width: 1400, height: 900 });
    await page.waitForFunction("/drawn in/.test(document.querySelector('#picture').textContent)");
    const mouse = new Mouse(page);
    const start = performance.now();
    await way(mouse);
    console.log(`${task} ${mouse.steps} steps, ${((performance.now() - start) / 1000).toFixed(1)} s`);
    expect(mouse.steps).toBeLessThanOrEqual(steps);
    await page.close();
  });
});
