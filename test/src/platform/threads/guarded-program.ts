import { serveGuarded } from '../../../../src/platform/threads/serve-guarded.ts';

export type GuardedTry = 'answer' | 'fail' | 'break' | 'loop' | 'grow';

serveGuarded<Uint8Array>(async (task: GuardedTry) => {
  if (task === 'loop') for (;;);
  const all: number[][] = [];
  if (task === 'grow') for (;;) all.push(Array.from({ length: 10_000 }, (_, n) => n / 3));
  if (task === 'fail') throw new Error('the data are damaged\nand more');
  if (task === 'break') JSON.parse('{}').missing.field();
  const result = Uint8Array.of(1, 2, 3);
  return { result, transfer: [result.buffer] };
});
