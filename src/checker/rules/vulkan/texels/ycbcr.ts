import { IDENTITY_MAPPING } from '../../../../../rtl-model/state/image-view.ts';
import {
  YCBCR_MODELS,
  YCBCR_RANGES,
  type YcbcrConversion,
  CHROMA_LOCATIONS,
} from '../../../../../rtl-model/state/sampler.ts';
import { climb, type Judge, nearbyInteger } from '../../../probes/climb.ts';
import { addressed, POINT, EXPLICIT_LOD, LINEAR } from '../../../probes/states.ts';
import { seeded } from '../../../probes/measurement.ts';
import { type MeasuredStep, measureSteps, stepOf } from '../../../probes/requests.ts';
import { SeededBits } from '../../../../platform/seeded-bits.ts';
import { storedImage } from '../../../probes/texel-image.ts';
import { point } from '../../../../specification/exact/interval.ts';
import {
  expansionClamped,
  modelConverted,
  modelRows,
  rangeExpanded,
} from '../../../../specification/ycbcr/ycbcr-conversion.ts';
import type { Effort, Rule } from '../../../rule.ts';
import { measuredByVulkan } from '../../kinds/specification-rule.ts';
import type { JudgedRequests } from '../../../probes/judged-requests.ts';

const FORMAT = 'g8_b8_r8_3plane_444_unorm';
const BITS = 8;
const ONE = 255;

export const PLAIN_CONVERSION: YcbcrConversion = {
  ycbcrModel: 'rgb_identity',
  ycbcrRange: 'itu_full',
  components: IDENTITY_MAPPING,
  xChromaOffset: 'cosited_even',
  yChromaOffset: 'cosited_even',
  chromaFilter: 'nearest',
  forceExplicitReconstruction: true,
  enableYDegamma: false,
  enableCbCrDegamma: false,
};

/** Codes of the two components that stay while the third runs through all codes. */
const LATTICE: Readonly<Record<Effort, readonly number[]>> = { quick: [16, 240], full: [0, 16, 85, 128, 240, 255] };

/** r, g and b: C_R, Y' and C_B, or R', G' and B'. */
type Triple = readonly [r: number, g: number, b: number];

/** Rows of texels: which of r, g and b runs along u, and the codes of the other two. */
interface CodeRow {
  readonly running: number;
  readonly others: readonly [number, number];
}

function codeRows(effort: Effort): readonly CodeRow[] {
  const lattice = LATTICE[effort];
  return [0, 1, 2].flatMap((running) =>
    lattice.flatMap((first) => lattice.map((second) => ({ running, others: [first, second] as const }))),
  );
}

function codesOf({ running, others }: CodeRow, code: number): Triple {
  return others.toSpliced(running, 0, code) as unknown as Triple;
}

const WIDTH = 256;

/** Texels of given codes, row by row; what is left of the last row repeats the first. */
function codeImage(codes: readonly Triple[]) {
  const height = Math.ceil(codes.length / WIDTH);
  const all = Array.from({ length: WIDTH * height }, (_, n) => codes[n] ?? codes[0]);
  // The planes are those of g, b and r.
  return storedImage(FORMAT, WIDTH, height, Uint8Array.from([1, 2, 0].flatMap((c) => all.map((triple) => triple[c]))));
}

/** The precision of operations, in ULP, that explains a result: the least over all clamps that an implementation may do. */
function shownPrecision(got: Triple, codes: Triple, { ycbcrModel, ycbcrRange }: YcbcrConversion): readonly number[] {
  if (ycbcrModel === 'rgb_identity') return got.map((value, c) => Math.abs(value * ONE - codes[c]));
  const expanded = rangeExpanded(codes.map(point), ycbcrRange, BITS);
  const clamped = expansionClamped(expanded, { luma: true, chroma: true });
  if (ycbcrModel === 'ycbcr_identity') {
    return got.map((value, c) => Math.min(...[expanded, clamped].map((all) => Math.abs(value - all[c].lower))) * ONE);
  }
  const whole = modelConverted(expanded, ycbcrModel);
  const held = modelConverted(clamped, ycbcrModel);
  const rows = modelRows(ycbcrModel);
  return got.map((value, c) => {
    const allowed = [whole[c].lower, held[c].lower].flatMap((exact) => [exact, Math.max(0, Math.min(1, exact))]);
    const error = Math.min(...allowed.map((exact) => Math.abs(value - exact))) * ONE;
    // The error that an error of 1 in each of Y', C_B and C_R, and of 1 in the sum, makes.
    return error / (2 + Math.abs(rows[c].cr) + Math.abs(rows[c].cb));
  });
}

export const YCBCR_CONVERSION = measuredByVulkan("Sampler Y'CbCr Conversion/precision", {
  title: 'Range expansion and model conversion are as precise as the format',
  limit:
    '1 ULP of the format (8 bits: 1 / 255) for each range expansion and for each model conversion, so (2 + |c_B| + |c_R|) ' +
    "ULP of R', G' and B'; clamped to [0, 1] and [-0.5, 0.5] after either step, or not",
  method:
    `all 256 codes of each component of ${FORMAT} with 36 (4 for quick) pairs of codes of the other two, all 5 models with ` +
    'both ranges, nearest filtering; the worst climb',
  unit: 'ULP',
  atMost: 1,
  chosen: seeded(0x5cc8),
  plot: { title: "Error of BT.709 over Y'", x: "Y' code", y: 'ULP' },
  *measure({ subject, effort, bits, off, curve }) {
    const rows = codeRows(effort);
    const first = rows.flatMap((row) => Array.from({ length: 256 }, (_, code) => codesOf(row, code)));
    const steps = YCBCR_MODELS.flatMap((ycbcrModel) =>
      YCBCR_RANGES.filter((ycbcrRange) => ycbcrModel !== 'rgb_identity' || ycbcrRange === 'itu_full').map(
        (ycbcrRange) => ({
          ...PLAIN_CONVERSION,
          ycbcrModel,
          ycbcrRange,
        }),
      ),
    );
    const shown = rows.findIndex(({ running, others }) => running === 1 && others[0] === others[1]);
    for (const [step, ycbcrConversion] of steps.entries()) {
      const { ycbcrModel, ycbcrRange } = ycbcrConversion;
      const judge: Judge<Triple> = function* (some) {
        const errors = new Float64Array(some.length);
        const image = codeImage(some);
        const requests: MeasuredStep = {
          image,
          sampler: { ...POINT, ...addressed('clamp_to_edge'), ycbcrConversion },
          instruction: EXPLICIT_LOD,
          count: some.length,
          operands: (n) => ({ s: ((n % WIDTH) + 0.5) / WIDTH, t: (Math.floor(n / WIDTH) + 0.5) / image.height }),
          measure([r, g, b], n, add) {
            const codes = some[n];
            errors[n] = Math.max(...shownPrecision([r, g, b], codes, ycbcrConversion));
            if (some === first && ycbcrModel === 'ycbcr_709' && Math.floor(n / 256) === shown) {
              curve(ycbcrRange).push([n % 256, errors[n]]);
            }
            add(errors[n], () => {
              const raw = { C_R: String(codes[0]), "Y'": String(codes[1]), C_B: String(codes[2]) };
              const expected = `${expectedText(codes, ycbcrConversion)} (R, G, B)`;
              return [expected, `${r} ${g} ${b}`, raw];
            });
          },
        };
        yield* measureSteps(subject, [requests], off);
        return errors;
      };
      const nearby = (from: Triple) => from.map((code) => nearbyInteger(code, ONE, bits)) as unknown as Triple;
      yield* stepOf(step, steps.length, climb(first, judge, nearby, bits, effort === 'full' ? 16 : 2));
    }
  },
});

function expectedText(codes: Triple, { ycbcrModel, ycbcrRange }: YcbcrConversion): string {
  if (ycbcrModel === 'rgb_identity') return codes.map((code) => code / ONE).join(' ');
  const expanded = rangeExpanded(codes.map(point), ycbcrRange, BITS);
  const color = ycbcrModel === 'ycbcr_identity' ? expanded : modelConverted(expanded, ycbcrModel);
  return color.map(({ lower }) => lower).join(' ');
}

const CHROMA_SEED = 0x5e29;
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
  return measuredByVulkan(`Chroma Reconstruction/${kind}`, {
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
    atMost: 1,
    chosen: seeded(CHROMA_SEED),
    inUnits: (value) => 255 * value,
    requests: ({ effort }) =>
      states(explicit)
        .filter((_, n) => effort === 'full' || n % 3 === 0)
        .map((state, n) => reconstructionRequests(state, explicit, new SeededBits(CHROMA_SEED + n))),
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

export const CHROMA_RULES = [reconstructionRule('explicit'), reconstructionRule('implicit')];
