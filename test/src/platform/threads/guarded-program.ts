import { serveTasks } from '../../../../src/platform/threads/serve-tasks.ts';

export type GuardedTry = 'answer' | 'fail' | 'break' | 'loop' | 'grow';

const perform = async (task: GuardedTry) => {
  if (task === 'loop') for (;;);
  const all: number[][] = [];
  if (task === 'grow') for (;;) all.push(Array.from({ length: 10_000 }, (_, n) => n / 3));
  if (task === 'fail') throw new Error('the data are damaged\nand more');
  if (task === 'break') JSON.parse('{}').missing.field();
  return Uint8Array.of(1, 2, 3);
};
serveTasks(
  () => perform,
  0,
  ({ buffer }) => [buffer],
);
