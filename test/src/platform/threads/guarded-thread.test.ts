import { expect, test } from 'vitest';
import { GuardedThread, GuardError, guarded } from '../../../../src/platform/threads/guarded-thread.ts';
import type { GuardedTry } from './guarded-program.ts';
import { processorTime } from '../../../processor-time.ts';

const PROGRAM = new URL('./guarded-program', import.meta.url);
const MEMORY = 64 * 2 ** 20;
/** Bytes of an input whose time, two minutes, is enough on a busy machine. */
const LARGE = 60 * 2 ** 20;

test('a guarded thread answers one task after the other', async () => {
  const thread = new GuardedThread<GuardedTry, Uint8Array>(PROGRAM, null, MEMORY);
  for (let n = 0; n < 3; n++) expect(await thread.ask('answer', 300_000)).toEqual(Uint8Array.of(1, 2, 3));
  await thread.stop();
});

test.each<readonly [GuardedTry, string]>([
  ['fail', 'the data are damaged'],
  ['break', 'its data contradict each other'],
  ['grow', 'its decoder needs more than 64 MiB of memory'],
])('a task that ends by %s is an error of one line', async (task, message) => {
  const error: unknown = await guarded(PROGRAM, task, LARGE, MEMORY).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(GuardError);
  expect((error as Error).message).toBe(message);
});

test('a task that loops is stopped when its time is over', async () => {
  const thread = new GuardedThread<GuardedTry, Uint8Array>(PROGRAM, null, MEMORY);
  await thread.ask('answer', 300_000);
  const start = processorTime();
  await expect(thread.ask('loop', 300)).rejects.toThrow('its decoder is not done after 1 seconds');
  expect(processorTime() - start).toBeLessThan(5000);
});
