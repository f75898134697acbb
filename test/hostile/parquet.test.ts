import { expect, it } from 'vitest';
import { GuardError, GuardedThread } from '../../src/platform/threads/guarded-thread.ts';
import { draws, inTurn } from '../oracle/draws.ts';
import { REQUEST_PARQUET } from '../../traces/requests/encodings/request-parquet.ts';

const PROGRAM = new URL('./parquet-bytes-program', import.meta.url);
/** Bytes of the first columns: those of integers and of texts. */
const FLIPPED = 450;
const BITS = [0, 1, 2, 3, 4, 5, 6, 7];

function requests(): Uint8Array {
  const pieces: Uint8Array[] = [];
  const writer = REQUEST_PARQUET.write!({ bytes: (bytes) => pieces.push(bytes.slice()), text: () => {} });
  writer.write('{"texunit":"requests","version":1}\n{"sampler":{"name":"s"}}\n');
  for (let id = 0; id < 40; id++) writer.write(`{"id":${id},"image":"t","sampler":"s","coord":[${id / 8},0.5]}\n`);
  writer.end();
  return Buffer.concat(pieces);
}

it('a Parquet file with one flipped bit is read or refused, and its decoder never loops', async () => {
  const sound = requests();
  const thread = new GuardedThread<Uint8Array, number>(PROGRAM, null, 2 ** 29);
  expect(await thread.ask(sound, 120_000)).toBe(41);
  let refused = 0;
  for (let at = 0; at < FLIPPED; at++) {
    for (const bit of inTurn(BITS, at, 4)) {
      const bytes = Uint8Array.from(sound);
      bytes[at] ^= 1 << bit;
      const error = await thread.ask(bytes, 120_000).then(
        () => null,
        (cause: unknown) => cause,
      );
      if (error === null) continue;
      refused++;
      expect(error).toBeInstanceOf(GuardError);
      expect((error as Error).message, `byte ${at}, bit ${bit}`).not.toMatch(/is not done|memory|\n|undefined|object/);
    }
  }
  await thread.stop();
  expect(refused).toBeGreaterThan(draws(500));
});
