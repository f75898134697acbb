import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Explanation } from '../../src/explain/explanation.ts';
import { PROGRAM } from '../built-program.ts';
import { sectionsOf, SHOWN_SECTIONS } from './explained-sections.ts';
import { Firefox } from './firefox.ts';

const folder = mkdtempSync(join(tmpdir(), 'texunit-firefox-pages-'));
const SAVED = join(folder, 'inspector.html');
const server = spawn(process.execPath, [PROGRAM, 'inspect', '--no-open'], { stdio: ['ignore', 'pipe', 'inherit'] });
/** A picture of 80x60 pixels, so that the requests before a pixel are few. */
const SMALL = 'width=80&height=60&b=none';
const DESIGN = ['--design', 'd3d11.3-minimum'];

let firefox: Firefox;
let explanation: Explanation;
let url = '';

beforeAll(async () => {
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  url = /http:\S+/.exec(line.toString())![0];
  await texunit('inspect', '--save', SAVED);
  const scene = ['--scene', 'tunnel', '--filter', 'anisotropic', '--size', '80x60', '--mode', 'functional'];
  await texunit('simulate', ...scene, ...DESIGN, '--requests', '--out', folder);
  const text = await texunit('explain', join(folder, 'requests.jsonl'), '--pixel', '20,33', ...DESIGN, '--json');
  explanation = JSON.parse(text) as Explanation;
  firefox = await Firefox.start();
});

afterAll(async () => {
  await firefox?.end();
  server.kill('SIGINT');
  rmSync(folder, { recursive: true });
});

async function texunit(...words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...words], { maxBuffer: 2 ** 26 });
  return stdout;
}

type Box = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

/** Presses the mouse on an element, at its middle or so far beside it. @param found an expression for the element */
async function press(found: string, [right, down]: readonly [number, number] = [0, 0]): Promise<void> {
  const box = `((one) => (one.scrollIntoView({ block: 'center' }), one.getBoundingClientRect()))(${found})`;
  const { x, y, width, height } = await firefox.evaluate<Box>(box);
  await firefox.click(x + width / 2 + right, y + height / 2 + down);
}

it.each([
  ['its server', () => url],
  ['one file', () => pathToFileURL(SAVED).href],
])('the inspector from %s draws, explains a pixel as the command does, and leads to its cycles', async (_, from) => {
  await firefox.show(`${from()}#${SMALL}`);
  await firefox.until("document.querySelector('#draw-time[data-complete=true]:not(:empty)') !== null");

  const canvas = "document.querySelector('.picture-canvas')";
  const { width, height } = await firefox.evaluate<Box>(`${canvas}.getBoundingClientRect()`);
  const scale = Math.min(width / 80, height / 60);
  await press(canvas, [scale * (20.5 - 40), scale * (33.5 - 30)]);
  await firefox.until("document.querySelector('.explained[data-complete=true]') !== null");
  expect(await firefox.evaluate(SHOWN_SECTIONS)).toEqual(sectionsOf(explanation));

  await press("[...document.querySelectorAll('button')].find((one) => one.textContent === 'Show in time')");
  await firefox.until('/[?&#]cycle=/.test(location.hash)');
  const shown = "document.querySelector('.timeline')";
  await firefox.until(
    `${shown}?.textContent.includes('quad of pixel 20, 33') && ${shown}.querySelector('canvas').width > 0`,
  );
  expect(firefox.errors).toEqual([]);
});
