import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';

const PROGRAM = fileURLToPath(new URL('../../texunit.js', import.meta.url));
const PICTURES = 5;
/** Turns of the wheel in each direction, and moves of a drag. */
const TURNS = 40;
const MOVES = 60;
/** The next frame but one: what an input has changed is painted. */
const PAINTED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Prints the processor time of the inspector's first picture, and of its timeline while it is zoomed and moved, in Chromium. */
export async function printInspector(): Promise<void> {
  const server = spawn(process.execPath, [PROGRAM, 'inspect', '--no-open'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(server.stdout, 'data')) as readonly Buffer[];
  const [url] = /http:\S+/.exec(String(line))!;
  const open = async (address: string) => {
    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
    const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
    await page.goto(`${url}#${address}`);
    await page.locator('#draw-time[data-complete=true]:not(:empty)').waitFor();
    return { browser, page };
  };
  try {
    await printTimes(open);
  } finally {
    server.kill();
  }
}

async function printTimes(open: (address: string) => Promise<{ readonly browser: Browser; readonly page: Page }>) {
  const pictures: number[] = [];
  for (let n = 0; n < PICTURES; n++) {
    const { browser } = await open('');
    pictures.push(await rendererSeconds(browser));
    await browser.close();
  }
  console.log(`first picture, 640x480: seconds of the page's processor time: ${quantiles(pictures)}`);
  for (const [designs, address] of [
    ['one design', 'b=none'],
    ['two designs', 'b=full-quality'],
  ] as const) {
    const { browser, page } = await open(`width=320&height=240&${address}`);
    const { steps, idle } = await timelineSteps(page);
    console.log(`timeline, ${designs}: milliseconds of the page's thread for a step: ${quantiles(steps)}`);
    console.log(`  without an input: ${quantiles(idle)}`);
    await browser.close();
  }
}

async function rendererSeconds(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  return Math.max(...processInfo.filter(({ type }) => type === 'renderer').map(({ cpuTime }) => cpuTime));
}

/** The time of each step of a zoom to the whole run and back, and of a drag; and of a step in which nothing happens. */
async function timelineSteps(page: Page) {
  // No run goes on while the steps are timed.
  await page.locator('.seen-range', { hasText: /cycles$/ }).waitFor();
  await page.locator('.time-notes [role=status]:empty').waitFor({ state: 'attached' });
  const canvas = page.locator('.timeline canvas').first();
  await canvas.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await canvas.boundingBox())!;
  const middle = [x + width / 2, y + height / 2] as const;
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration')!.value;
  };
  const timed = async (count: number, input: (n: number) => Promise<void>) => {
    const times: number[] = [];
    for (let n = 0; n < count; n++) {
      const before = await spent();
      await input(n);
      await page.evaluate(PAINTED);
      times.push((await spent()) - before);
    }
    return times;
  };
  await page.mouse.move(...middle);
  const idle = await timed(TURNS, () => Promise.resolve());
  const zoomed = await timed(2 * TURNS, (n) => page.mouse.wheel(0, n < TURNS ? 60 : -60));
  await page.mouse.down();
  const moved = await timed(MOVES, (n) => page.mouse.move(middle[0] + 8 * (n % 30), middle[1]));
  await page.mouse.up();
  return { steps: [...zoomed, ...moved], idle };
}

function quantiles(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))].toFixed(2);
  return `median ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)}`;
}
