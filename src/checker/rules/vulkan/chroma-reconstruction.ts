import { CHROMA_LOCATIONS, type YcbcrConversion } from '../../../../rtl-model/state/sampler.ts';
import { addressed, LINEAR, POINT } from '../../probes/filters.ts';
import { Measurement, seeded } from '../../probes/measurement.ts';
import { askCases, stepOf } from '../../probes/question.ts';
import { SeededBits } from '../../probes/seeded-bits.ts';
import { EXPLICIT_LOD } from '../../probes/spirv-instructions.ts';
import { storedImage } from '../../probes/texel-image.ts';
import { witnessFields } from '../../probes/witness-fields.ts';
import type { Rule } from '../../rule.ts';
import { vulkanRule } from './vulkan-rule.ts';
import { PLAIN_CONVERSION } from './ycbcr-conversion.ts';

const SEED = 0x5e29;
const SIZE = 8;

/** Formats of three planes of 8 bits, and by how much chroma is smaller along u and v. */
const FORMATS = [
  { name: 'g8_b8_r8_3plane_420_unorm', divisors: [2, 2] },
  { name: 'g8_b8_r8_3plane_422_unorm', divisors: [2, 1] },
  { name: 'g8_b8_r8_3plane_444_unorm', divisors: [1, 1] },
] as const;

type Plane = (i: number, j: number) => number;
type Filter = 'nearest' | 'linear';

/** Weighted texels along one axis, clamped to its edges. */
type Taps = readonly (readonly [texel: number, weight: number])[];

function clampedTaps(taps: Taps, size: number): Taps {
  return taps.map(([i, weight]) => [Math.max(0, Math.min(size - 1, i)), weight]);
}

/** Texels around a position in texels, by a filter. */
function filterTaps(u: number, filter: Filter): Taps {
  if (filter === 'nearest') return [[Math.floor(u), 1]];
  const i = Math.floor(u - 0.5);
  const alpha = u - 0.5 - i;
  return [
    [i, 1 - alpha],
    [i + 1, alpha],
  ];
}

/** Chroma texels that make the chroma of luma texel i (Vulkan: Explicit Reconstruction). */
function reconstructedTaps(i: number, location: YcbcrConversion['xChromaOffset'], filter: Filter): Taps {
  if (filter === 'nearest') return [[Math.floor(i / 2), 1]];
  const chroma = location === 'cosited_even' ? i / 2 : (i - 0.5) / 2;
  const floor = Math.floor(chroma);
  return [
    [floor, 1 - (chroma - floor)],
    [floor + 1, chroma - floor],
  ];
}

/** What a sample is made of along an axis: how chroma comes, and where the sample lies. */
interface AxisReconstruction {
  readonly divisor: number;
  readonly location: YcbcrConversion['xChromaOffset'];
  readonly filter: Filter;
  readonly chromaFilter: Filter;
  readonly explicit: boolean;
}

/** Chroma texels along an axis of a sample at luma position u. */
function chromaTaps(u: number, axis: AxisReconstruction): Taps {
  const { divisor, location, filter, chromaFilter, explicit } = axis;
  if (divisor === 1) return clampedTaps(filterTaps(u, explicit ? filter : chromaFilter), SIZE);
  const size = SIZE / 2;
  if (!explicit) {
    const chroma = location === 'cosited_even' ? (u + 0.5) / 2 : u / 2;
    return clampedTaps(filterTaps(chroma, chromaFilter), size);
  }
  return clampedTaps(filterTaps(u, filter), SIZE).flatMap(([i, weight]) =>
    clampedTaps(reconstructedTaps(i, location, chromaFilter), size).map(
      ([texel, part]) => [texel, weight * part] as const,
    ),
  );
}

function weighted(plane: Plane, alongU: Taps, alongV: Taps): number {
  let sum = 0;
  for (const [j, v] of alongV) for (const [i, u] of alongU) sum += plane(i, j) * u * v;
  return sum;
}

interface ReconstructionState {
  readonly format: (typeof FORMATS)[number];
  readonly filter: Filter;
  readonly chromaFilter: Filter;
  readonly locations: readonly [YcbcrConversion['xChromaOffset'], YcbcrConversion['yChromaOffset']];
}

function states(explicit: boolean): readonly ReconstructionState[] {
  return FORMATS.flatMap((format) =>
    (['nearest', 'linear'] as const).flatMap((filter) =>
      (['nearest', 'linear'] as const)
        // Without an explicit step chroma follows its own filter; with 4:4:4 there is nothing to reconstruct.
        .filter((chromaFilter) => format.divisors[0] !== 1 || chromaFilter === filter)
        .flatMap((chromaFilter) =>
          CHROMA_LOCATIONS.flatMap((x) =>
            CHROMA_LOCATIONS.filter((y) => format.divisors[1] === 2 || y === x).map((y) => ({
              format,
              filter,
              chromaFilter,
              locations: [x, y] as const,
            })),
          ),
        ),
    ),
  ).filter(({ format }) => explicit || format.divisors[0] === 2);
}

/** Positions in eighths of a texel, so that all fractions of chroma are multiples of 1/16, the least grid. */
const EIGHTHS = 8;

function reconstructionRule(kind: 'explicit' | 'implicit'): Rule {
  const explicit = kind === 'explicit';
  return vulkanRule({
    section: 'Chroma Reconstruction',
    name: kind,
    title: explicit
      ? 'Explicit reconstruction gives every luma texel its chroma first'
      : 'Implicit reconstruction samples chroma at its own coordinates',
    limit:
      '1 ULP of the format (8 bits: 1 / 255) from the exact weighted average of the chroma texels, clamped to the edges' +
      (explicit ? '' : '; a nearest chromaFilter may take either offset for MIDPOINT'),
    method:
      'seeded planes of 8x8 texels in 4:2:0, 4:2:2 and 4:4:4, both filters, both chroma filters, all chroma locations; ' +
      'positions of every luma texel in eighths (for nearest the centre), RGB_IDENTITY; every third of these states for quick',
    unit: 'ULP',
    *check(subject, _profile, effort) {
      const off = new Measurement();
      const all = states(explicit).filter((_, n) => effort === 'full' || n % 3 === 0);
      for (const [step, state] of all.entries()) {
        const { format, filter, chromaFilter, locations } = state;
        const bits = new SeededBits(SEED + step);
        const [width, height] = format.divisors.map((divisor) => SIZE / divisor);
        const codes = (count: number) => Array.from({ length: count }, () => bits.pick([0, 255, bits.below(256)]));
        const [g, b, r] = [codes(SIZE * SIZE), codes(width * height), codes(width * height)];
        const image = storedImage(format.name, SIZE, SIZE, Uint8Array.from([g, b, r].flat()));
        const positions = filter === 'nearest' ? 1 : EIGHTHS;
        const per = SIZE * positions;
        const at = (n: number): readonly [number, number] =>
          positions === 1
            ? [(n % per) + 0.5, Math.floor(n / per) + 0.5]
            : [(n % per) / EIGHTHS, Math.floor(n / per) / EIGHTHS];
        const ycbcrConversion: YcbcrConversion = {
          ...PLAIN_CONVERSION,
          xChromaOffset: locations[0],
          yChromaOffset: locations[1],
          chromaFilter,
          forceExplicitReconstruction: explicit,
        };
        const axis = (n: number, location: YcbcrConversion['xChromaOffset']): AxisReconstruction => ({
          divisor: format.divisors[n],
          location,
          filter,
          chromaFilter,
          explicit,
        });
        const midpoint = !explicit && chromaFilter === 'nearest';
        const ways: readonly (readonly [YcbcrConversion['xChromaOffset'], YcbcrConversion['yChromaOffset']])[] =
          midpoint ? [locations, ['midpoint', 'midpoint']] : [locations];
        const cases = askCases(
          subject,
          {
            image,
            sampler: { ...(filter === 'nearest' ? POINT : LINEAR), ...addressed('clamp_to_edge'), ycbcrConversion },
            instruction: EXPLICIT_LOD,
          },
          per * per,
          (batch, lane, n) => {
            const [u, v] = at(n);
            batch.s[lane] = u / SIZE;
            batch.t[lane] = v / SIZE;
          },
          (result, to, n) => {
            const [u, v] = at(n);
            const luma = weighted(
              (i, j) => g[i + SIZE * j],
              clampedTaps(filterTaps(u, filter), SIZE),
              clampedTaps(filterTaps(v, filter), SIZE),
            );
            const expected = ways.map(([x, y]) => {
              const [alongU, alongV] = [chromaTaps(u, axis(0, x)), chromaTaps(v, axis(1, y))];
              const chroma = (plane: readonly number[]) => weighted((i, j) => plane[i + width * j], alongU, alongV);
              return [chroma(r), luma, chroma(b)];
            });
            const errorOf = (codesOf: readonly number[]) =>
              Math.max(...codesOf.map((code, c) => Math.abs(result[to + c] * 255 - code)));
            const nearest = expected.reduce((a, c) => (errorOf(c) < errorOf(a) ? c : a));
            off.add(errorOf(nearest), () => ({
              inputs: witnessFields({
                format: format.name,
                filter,
                chromaFilter,
                xChromaOffset: locations[0],
                yChromaOffset: locations[1],
                forceExplicitReconstruction: explicit,
                s: u / SIZE,
                t: v / SIZE,
              }),
              raw: {},
              expected: `${nearest.join(' ')} / 255 (r, g, b)`,
              got: `${[0, 1, 2].map((c) => result[to + c] * 255).join(' ')} / 255`,
            }));
          },
        );
        yield* stepOf(step, all.length, cases);
      }
      return off.atMost(1, seeded(SEED));
    },
  });
}

export const EXPLICIT_RECONSTRUCTION = reconstructionRule('explicit');
export const IMPLICIT_RECONSTRUCTION = reconstructionRule('implicit');

/** Vulkan: Chroma Reconstruction. */
export const CHROMA_RULES: readonly Rule[] = [EXPLICIT_RECONSTRUCTION, IMPLICIT_RECONSTRUCTION];
