import { CHROMA_LOCATIONS, type YcbcrConversion } from '../../../../rtl-model/state/sampler.ts';
import { addressed, LINEAR, POINT, EXPLICIT_LOD } from '../../probes/states.ts';
import { type JudgedRequests, measureRequests } from '../../probes/judged-requests.ts';
import { seeded } from '../../probes/measurement.ts';
import { SeededBits } from '../../probes/seeded-bits.ts';
import { storedImage } from '../../probes/texel-image.ts';
import type { Rule } from '../../rule.ts';
import { vulkanRule } from '../specification-rule.ts';
import { PLAIN_CONVERSION } from './ycbcr-conversion.ts';

const SEED = 0x5e29;
const SIZE = 8;

/** Formats of three planes of 8 bits, and by how much chroma is smaller along u and v. */
const FORMATS = [
  { name: 'g8_b8_r8_3plane_420_unorm', divisors: [2, 2] },
  { name: 'g8_b8_r8_3plane_422_unorm', divisors: [2, 1] },
  { name: 'g8_b8_r8_3plane_444_unorm', divisors: [1, 1] },
] as const;

type Filter = 'nearest' | 'linear';

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
        // 4:4:4 has nothing to reconstruct: chroma is filtered as luma is.
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

/** Positions in eighths of a texel: all fractions of chroma are multiples of 1/16, the coarsest grid that Vulkan allows. */
const EIGHTHS = 8;

function reconstructionRule(kind: 'explicit' | 'implicit'): Rule {
  const explicit = kind === 'explicit';
  return vulkanRule(`Chroma Reconstruction/${kind}`, {
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
    *check(subject, profile, effort) {
      const steps = states(explicit)
        .filter((_, n) => effort === 'full' || n % 3 === 0)
        .map((state, n) => reconstructionRequests(state, explicit, new SeededBits(SEED + n)));
      const off = yield* measureRequests(subject, profile, steps, (value) => 255 * value);
      return off.atMost(1, seeded(SEED));
    },
  });
}

/** Samples of seeded planes at every luma texel: at its centre for a nearest filter, else in eighths. */
function reconstructionRequests(
  { format, filter, chromaFilter, locations }: ReconstructionState,
  explicit: boolean,
  bits: SeededBits,
): JudgedRequests {
  const [width, height] = format.divisors.map((divisor) => SIZE / divisor);
  const codes = (count: number) => Array.from({ length: count }, () => bits.pick([0, 255, bits.below(256)]));
  const planes = [codes(SIZE * SIZE), codes(width * height), codes(width * height)];
  const [positions, first] = filter === 'nearest' ? [1, 0.5] : [EIGHTHS, 0];
  const per = SIZE * positions;
  const coordinate = (n: number) => (n / positions + first) / SIZE;
  const ycbcrConversion: YcbcrConversion = {
    ...PLAIN_CONVERSION,
    xChromaOffset: locations[0],
    yChromaOffset: locations[1],
    chromaFilter,
    forceExplicitReconstruction: explicit,
  };
  return {
    image: storedImage(format.name, SIZE, SIZE, Uint8Array.from(planes.flat())),
    sampler: { ...(filter === 'nearest' ? POINT : LINEAR), ...addressed('clamp_to_edge'), ycbcrConversion },
    instruction: EXPLICIT_LOD,
    count: per * per,
    operands: (n) => ({ s: coordinate(n % per), t: coordinate(Math.floor(n / per)) }),
    components: [0, 1, 2],
  };
}

/** Vulkan: Chroma Reconstruction. */
export const CHROMA_RULES = [reconstructionRule('explicit'), reconstructionRule('implicit')];
