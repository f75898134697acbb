import { type Browser, chromium } from 'playwright-core';
import { expect } from 'vitest';

/** Milliseconds that a page may take for what is waited for: a busy machine takes ten times as long as a quiet one. */
export const PATIENCE = 5 * 60_000;

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
const OFFLINE = ['--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Starts the Chromium of the system, without a window and without requests of its own. */
export function startChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: '/usr/bin/chromium', args: [...FLAGS, ...OFFLINE], timeout: PATIENCE });
}

/** Opens a page, all steps of which are patient. */
export async function newPage(browser: Browser, options: Parameters<Browser['newPage']>[0] = {}) {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(PATIENCE);
  return page;
}

/** Asks again and again, until the expectation holds. */
export function eventually<T>(ask: () => Promise<T>) {
  return expect.poll(ask, { timeout: PATIENCE });
}
