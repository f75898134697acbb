import type { Instruction } from '../../../rtl-model/state/instruction.ts';
import { ADDRESS_MODES } from '../../../rtl-model/state/sampler.ts';
import type { JudgedRequests } from './judged-requests.ts';
import type { Operands } from './requests.ts';
import { POINT } from './states.ts';
import { texelImage } from './texel-image.ts';

const [WIDTH, HEIGHT, DEPTH] = [2, 3, 4];

/**
 * Point samples of a 3D image of 2x3x4 numbered texels, a mode for each axis: mixed-up modes show.
 *
 * @param count of places: all of the 1000 with indices -3 to 6 along every axis, or some of them, spread evenly
 * @param borderColor that no texel has
 * @param take the combinations of modes, by their numbers in `ADDRESS_MODES`
 */
export function modesByAxis(
  instruction: Instruction,
  count: number,
  borderColor: readonly [number, number, number, number],
  take: (u: number, v: number, w: number) => boolean,
): readonly JudgedRequests[] {
  const image = texelImage('r32_sfloat', { type: '3d', width: WIDTH, height: HEIGHT, depth: DEPTH }, ({ i, j, k }) => [
    2 + i + WIDTH * (j + HEIGHT * k),
  ]);
  return ADDRESS_MODES.flatMap((addressModeU, u) =>
    ADDRESS_MODES.flatMap((addressModeV, v) =>
      ADDRESS_MODES.filter((_, w) => take(u, v, w)).map((addressModeW) => ({
        image,
        sampler: { ...POINT, addressModeU, addressModeV, addressModeW, borderColor },
        instruction,
        count,
        // 37 and 1000 have no common divisor.
        operands: (n) => placeOf((37 * n) % 1000),
      })),
    ),
  );
}

/** @param n 0 to 999, a digit for each axis */
function placeOf(n: number): Operands {
  return {
    s: ((n % 10) - 2.5) / WIDTH,
    t: ((Math.floor(n / 10) % 10) - 2.5) / HEIGHT,
    r: (Math.floor(n / 100) - 2.5) / DEPTH,
  };
}
