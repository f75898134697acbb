import { IDENTITY_MAPPING } from '../../../../rtl-model/state/image-view.ts';
import { YCBCR_MODELS, YCBCR_RANGES, type YcbcrConversion } from '../../../../rtl-model/state/sampler.ts';
import { climb, type Judge, nearbyInteger } from '../../probes/climb.ts';
import { addressed, POINT, EXPLICIT_LOD } from '../../probes/states.ts';
import { Measurement, seeded, type Point, plotOf } from '../../probes/measurement.ts';
import { stepOf, witnessOf, askSteps, type Requests } from '../../probes/requests.ts';
import { SeededBits } from '../../probes/seeded-bits.ts';
import { storedImage } from '../../probes/texel-image.ts';
import {
  clampedTriple,
  modelConverted,
  modelRows,
  rangeExpanded,
  type Triple,
} from '../../../specification/ycbcr/ycbcr-conversion.ts';
import type { Effort } from '../../rule.ts';
import { vulkanRule } from '../specification-rule.ts';

const FORMAT = 'g8_b8_r8_3plane_444_unorm';
const BITS = 8;
const SEED = 0x5cc8;
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

/** Codes of the two components that stay while the third runs through all of its own. */
const LATTICE: Readonly<Record<Effort, readonly number[]>> = { quick: [16, 240], full: [0, 16, 85, 128, 240, 255] };

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
  const [first, second] = others;
  if (running === 0) return [code, first, second];
  return running === 1 ? [first, code, second] : [first, second, code];
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
  const expanded = rangeExpanded(codes, ycbcrRange, BITS);
  const clamped = clampedTriple(expanded);
  if (ycbcrModel === 'ycbcr_identity') {
    return got.map((value, c) => Math.min(Math.abs(value - expanded[c]), Math.abs(value - clamped[c])) * ONE);
  }
  const whole = modelConverted(expanded, ycbcrModel);
  const held = modelConverted(clamped, ycbcrModel);
  const rows = modelRows(ycbcrModel);
  return got.map((value, c) => {
    const allowed = [whole[c], held[c]].flatMap((exact) => [exact, Math.max(0, Math.min(1, exact))]);
    const error = Math.min(...allowed.map((exact) => Math.abs(value - exact))) * ONE;
    // The error that an error of 1 in each of Y', C_B and C_R, and of 1 in the sum, makes.
    return error / (2 + Math.abs(rows[c].cr) + Math.abs(rows[c].cb));
  });
}

export const YCBCR_CONVERSION = vulkanRule("Sampler Y'CbCr Conversion/precision", {
  title: 'Range expansion and model conversion are as precise as the format',
  limit:
    '1 ULP of the format (8 bits: 1 / 255) for each range expansion and for each model conversion, so (2 + |c_B| + |c_R|) ' +
    "ULP of R', G' and B'; clamped to [0, 1] and [-0.5, 0.5] after either step, or not",
  method:
    `all 256 codes of each component of ${FORMAT} with 36 (4 for quick) pairs of codes of the other two, all 5 models with ` +
    'both ranges, nearest filtering; the worst climb',
  unit: 'ULP',
  *check(subject, _profile, effort) {
    const off = new Measurement();
    const bits = new SeededBits(SEED);
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
    const curves: Record<string, Point[]> = {};
    for (const [step, ycbcrConversion] of steps.entries()) {
      const { ycbcrModel, ycbcrRange } = ycbcrConversion;
      const judge: Judge<Triple> = function* (some) {
        const errors = new Float64Array(some.length);
        const image = codeImage(some);
        const requests: Requests = {
          image,
          sampler: { ...POINT, ...addressed('clamp_to_edge'), ycbcrConversion },
          instruction: EXPLICIT_LOD,
          count: some.length,
          operands: (n) => ({ s: ((n % WIDTH) + 0.5) / WIDTH, t: (Math.floor(n / WIDTH) + 0.5) / image.height }),
        };
        yield* askSteps(subject, [requests], ([r, g, b], n) => {
          const codes = some[n];
          errors[n] = Math.max(...shownPrecision([r, g, b], codes, ycbcrConversion));
          if (some === first && ycbcrModel === 'ycbcr_709' && Math.floor(n / 256) === shown) {
            (curves[ycbcrRange] ??= []).push([n % 256, errors[n]]);
          }
          off.add(errors[n], () => {
            const raw = { C_R: String(codes[0]), "Y'": String(codes[1]), C_B: String(codes[2]) };
            const expected = `${expectedText(codes, ycbcrConversion)} (R, G, B)`;
            return witnessOf(requests, n, expected, `${r} ${g} ${b}`, raw);
          });
        });
        return errors;
      };
      const nearby = (from: Triple) => from.map((code) => nearbyInteger(code, ONE, bits)) as unknown as Triple;
      yield* stepOf(step, steps.length, climb(first, judge, nearby, bits, effort === 'full' ? 16 : 2));
    }
    const plot = plotOf("Error of BT.709 over Y'", "Y' code", 'ULP', curves);
    return off.atMost(1, seeded(SEED), [plot]);
  },
});

function expectedText(codes: Triple, { ycbcrModel, ycbcrRange }: YcbcrConversion): string {
  if (ycbcrModel === 'rgb_identity') return codes.map((code) => code / ONE).join(' ');
  const expanded = rangeExpanded(codes, ycbcrRange, BITS);
  return (ycbcrModel === 'ycbcr_identity' ? expanded : modelConverted(expanded, ycbcrModel)).join(' ');
}
