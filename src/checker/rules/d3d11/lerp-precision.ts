import { d3d11Instruction } from '../../../../rtl-model/state/d3d11-instruction.ts';
import { addressed, LINEAR } from '../../probes/states.ts';
import { Measurement, allForFull, plotOf } from '../../probes/measurement.ts';
import { roundedDistance } from '../../probes/rounded-distance.ts';
import { storedImage } from '../../probes/texel-image.ts';
import { d3d11Rule } from '../specification-rule.ts';
import { askSteps, witnessOf } from '../../probes/requests.ts';

const ONE = 256;
const CODES = 256;
/** Two texels a row and four components a texel: a row holds four of the 2^16 pairs. */
const ROWS = 64;
const PAIRS = CODES * CODES;

/** The pairs of a quick check: one texel of these, the other any, and neighbours. */
const CORNERS: readonly number[] = [0, 1, 127, 128, 254, 255];

function pairs(full: boolean): readonly number[] {
  const all = Array.from({ length: PAIRS }, (_, pair) => pair);
  if (full) return all;
  return all.filter((pair) => {
    const [a, b] = [Math.floor(pair / CODES), pair % CODES];
    return CORNERS.includes(a) || CORNERS.includes(b) || Math.abs(a - b) === 1;
  });
}

export const UNORM8_LERPS = d3d11Rule('7.18.16.2/unorm8-lerp', {
  title: 'A lerp of 8-bit texels has at least the precision of the format',
  limit:
    '0.5 ULP of UNORM8 from the exact weighted sum: the nearest of the format (3.2.2), before the result becomes float32',
  method:
    'all 2^24 lerps of 8-bit texels by 8-bit weights, four at a time in r, g, b and a, along u; for quick those with a ' +
    'texel of 0, 1, 127, 128, 254 or 255 and those of neighbouring codes',
  unit: 'ULP',
  *check(subject, _profile, effort) {
    const off = new Measurement();
    const chosen = pairs(effort === 'full');
    const perWeight = new Float64Array(ONE);
    const images = Math.ceil(chosen.length / (4 * ROWS));
    const steps = Array.from({ length: images }, (_, n) => {
      const bytes = new Uint8Array(8 * ROWS);
      for (let k = 0; k < 4 * ROWS; k++) {
        const pair = chosen[Math.min(4 * ROWS * n + k, chosen.length - 1)];
        const at = 8 * (k >> 2) + (k & 3);
        bytes[at] = Math.floor(pair / CODES);
        bytes[at + 4] = pair % CODES;
      }
      return {
        bytes,
        image: storedImage('r8g8b8a8_unorm', 2, ROWS, bytes),
        sampler: { ...LINEAR, ...addressed('clamp_to_edge') },
        instruction: d3d11Instruction('sample_l'),
        count: ROWS * ONE,
        operands: (k: number) => ({ s: ((k % ONE) / ONE + 0.5) / 2, t: (Math.floor(k / ONE) + 0.5) / ROWS }),
      };
    });
    yield* askSteps(subject, steps, (color, n, step) => {
      const [row, weight] = [Math.floor(n / ONE), n % ONE];
      for (let c = 0; c < 4; c++) {
        const [a, b] = [step.bytes[8 * row + c], step.bytes[8 * row + 4 + c]];
        const exact = a + ((b - a) * weight) / ONE;
        const error = roundedDistance(color[c], exact, 255);
        if (error > perWeight[weight]) perWeight[weight] = error;
        off.add(error, () => {
          const raw = { component: 'rgba'[c], texels: `${a}, ${b}`, wCeilU: `${weight} (0.8)` };
          return witnessOf(step, n, `${exact - 0.5} to ${exact + 0.5}, over 255`, `${color[c] * 255}`, raw);
        });
      }
    });
    const measured = Array.from(perWeight, (error, weight) => [weight, error] as const);
    const plot = plotOf('Largest error over all pairs of texels', 'weight, in 2^-8', 'error, in ULP of UNORM8', {
      measured,
    });
    return off.atMost(0.5, allForFull(effort), [plot]);
  },
});
