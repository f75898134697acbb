import { d3d11Instruction } from '../../../../rtl-model/state/d3d11-instruction.ts';
import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import type { Sampler } from '../../../../rtl-model/state/sampler.ts';
import type { Subject } from '../../subject.ts';
import { addressed, anisotropicState, LINEAR, SAMPLE_D, SAMPLE_L, TRILINEAR } from '../../probes/states.ts';
import { type PlottedPoint, seeded } from '../../probes/measurement.ts';
import {
  askAtOnce,
  askRequests,
  caseWitness,
  type MeasuredStep,
  measureSteps,
  type Operands,
  type Requests,
  stepOf,
} from '../../probes/requests.ts';
import type { SeededBits } from '../../../platform/seeded-bits.ts';
import { texelImage } from '../../probes/texel-image.ts';
import { measuredByD3d11, type Measuring } from '../kinds/specification-rule.ts';

const SEED = 0x7183;
const SIZE = 4;
const LEVELS = 3;
/** Layers of an image, each with other texels. */
const LAYERS = 256;

/** Bilinear, trilinear and anisotropic. */
const SAMPLERS: readonly Partial<Sampler>[] = [
  { ...LINEAR, ...addressed('repeat') },
  { ...TRILINEAR, ...addressed('mirrored_repeat') },
  { ...TRILINEAR, ...anisotropicState(16) },
];

/** Stored components for a byte; they are no NaN and no infinity. */
const FORMATS: readonly { readonly name: string; readonly stored: (byte: number) => number }[] = [
  { name: 'r8g8b8a8_unorm', stored: (byte) => byte },
  { name: 'r8g8b8a8_snorm', stored: (byte) => byte },
  { name: 'r8g8b8a8_srgb', stored: (byte) => byte },
  { name: 'r16g16b16a16_unorm', stored: (byte) => 257 * byte },
  { name: 'r16g16b16a16_sfloat', stored: (byte) => 0x3000 + 17 * byte },
  { name: 'r32g32b32a32_sfloat', stored: (byte) => (byte - 100) / 7 },
];

/** The results of ld for every texel of a layered image: r, g, b, a of texel n at 4n. */
function loadedTexels(subject: Subject, image: ImageSource, level: number): Float32Array {
  const size = SIZE >> level;
  const perLayer = size * size;
  return askAtOnce(subject, {
    image,
    instruction: d3d11Instruction('ld'),
    view: { viewType: '2d_array' },
    count: perLayer * image.layers,
    operands: (n) => ({
      i: n % size,
      j: Math.floor(n / size) % size,
      integerLayer: Math.floor(n / perLayer),
      level,
    }),
  });
}

/** Coordinates and derivatives that reach every level and every place, on no grid. */
function randomPlace(bits: SeededBits): Operands {
  const derivative = () => (bits.below(2) === 0 ? 1 : -1) * 2 ** bits.between(-4, 1.5);
  return {
    s: bits.between(-1, 2),
    t: bits.between(-1, 2),
    dsdx: derivative(),
    dtdx: derivative(),
    dsdy: derivative(),
    dtdy: derivative(),
  };
}

/** Samples layers whose least and largest values are known through ld. */
function* sampledLayers(
  { subject, effort, bits, off }: Measuring,
  texel: (bits: SeededBits, layer: number, place: number) => readonly number[],
  error: (got: number, least: number, largest: number) => number,
) {
  const perLayer = effort === 'full' ? 16 : 2;
  const steps = FORMATS.flatMap((format) => SAMPLERS.map((sampler) => ({ format, sampler })));
  for (const [k, { format, sampler }] of steps.entries()) {
    const image = texelImage(
      format.name,
      { width: SIZE, height: SIZE, layers: LAYERS, levels: LEVELS },
      ({ i, j, layer, level }) => texel(bits, layer, i + SIZE * j + SIZE * SIZE * level).map(format.stored),
    );
    const [leasts, largests] = extremes(
      Array.from({ length: LEVELS }, (_, level) => loadedTexels(subject, image, level)),
    );
    const places = Array.from({ length: perLayer * LAYERS }, (_, n) => ({ ...randomPlace(bits), layer: n % LAYERS }));
    const requests: MeasuredStep = {
      image,
      sampler,
      instruction: SAMPLE_D,
      view: { viewType: '2d_array' },
      count: places.length,
      operands: (n) => places[n],
      measure(color, n, add) {
        for (const [c, got] of color.entries()) {
          const [least, largest] = [leasts, largests].map((all) => all[4 * (n % LAYERS) + c]);
          const expected = least === largest ? least : `${least} to ${largest}`;
          add(error(got, least, largest), () => [expected, got, { component: 'rgba'[c] }]);
        }
      },
    };
    yield* stepOf(k, steps.length, measureSteps(subject, [requests], off));
  }
}

/** The least and the greatest r, g, b and a of every layer. */
function extremes(levels: readonly Float32Array[]): readonly [Float64Array, Float64Array] {
  const least = new Float64Array(4 * LAYERS).fill(Infinity);
  const largest = new Float64Array(4 * LAYERS).fill(-Infinity);
  for (const texels of levels) {
    const perLayer = texels.length / LAYERS;
    texels.forEach((value, n) => {
      const to = 4 * Math.floor(n / perLayer) + (n % 4);
      least[to] = Math.min(least[to], value);
      largest[to] = Math.max(largest[to], value);
    });
  }
  return [least, largest];
}

export const CONSTANT_COLOR = measuredByD3d11('7.18.16.3/constant-color', {
  title: 'Filtering a texture of one colour gives that colour',
  limit: 'the very float32 that ld returns',
  method:
    'every 8-bit code in every component, in six formats; bilinear, trilinear and anisotropic samples at random places with ' +
    'random derivatives',
  unit: 'cases',
  chosen: seeded(SEED),
  measure(measuring) {
    const colour = (_: SeededBits, layer: number) => [0, 64, 128, 192].map((offset) => (layer + offset) % 256);
    return sampledLayers(measuring, colour, (got, least) => Number(got !== least));
  },
});

export const WITHIN_TEXELS = measuredByD3d11('7.18.16.3/within-texels', {
  title: 'A filtered value lies between the least and the largest texel',
  limit: 'no excess over what ld returns for the texels of the footprint',
  method:
    'layers of random texels within 8 codes of each other, of which all are in reach, in six formats; bilinear, trilinear ' +
    'and anisotropic samples at random places with random derivatives',
  unit: 'value',
  chosen: seeded(SEED),
  measure(measuring) {
    // Layers of few different values: a small excess shows.
    const colour = (bits: SeededBits, layer: number) =>
      [0, 1, 2, 3].map((c) => ((layer + 64 * c) % 249) + bits.below(2));
    return sampledLayers(measuring, colour, (got, least, largest) => Math.max(least - got, got - largest, 0));
  },
});

const ONE = 256;

export const MONOTONE = measuredByD3d11('7.18.16.3/monotone', {
  title: 'Bilinear colours rise or fall monotonically with the weights of u and of v',
  limit: 'no step against the direction from the first weight to the last',
  method:
    'random 2x2 texels of 8-bit UNORM, neighbouring codes among them; one weight through all 2^8 steps, the other random',
  unit: 'value',
  chosen: seeded(SEED),
  plot: { title: 'One sweep', x: 'weight, in 2^-8', y: 'result' },
  *measure({ subject, effort, bits, off, curve }) {
    const footprints = effort === 'full' ? 2048 : 128;
    const rows = 32;
    for (let first = 0; first < footprints; first += rows) {
      const near = bits.below(256);
      const codes = Array.from({ length: 4 * rows }, () =>
        [0, 1, 2, 3].map(() => (bits.below(2) === 0 ? bits.below(256) : Math.min(255, near + bits.below(3)))),
      );
      const others = Array.from({ length: rows }, () => bits.below(256));
      for (const axis of [0, 1]) {
        const values = new Float32Array(4 * rows * ONE);
        const alongU = axis === 0;
        // Footprints lie one below the other, or, with u and v exchanged, one beside the other.
        const [width, height] = alongU ? [2, 2 * rows] : [2 * rows, 2];
        const requests: Requests = {
          image: texelImage('r8g8b8a8_unorm', { width, height }, ({ i, j }) => codes[alongU ? i + 2 * j : j + 2 * i]),
          sampler: { ...LINEAR, ...addressed('clamp_to_edge') },
          instruction: SAMPLE_L,
          count: rows * ONE,
          operands(n) {
            const row = Math.floor(n / ONE);
            const swept = ((n % ONE) / ONE + 0.5) / 2;
            const other = (2 * row + 0.5 + others[row] / ONE) / (2 * rows);
            return alongU ? { s: swept, t: other } : { s: other, t: swept };
          },
        };
        const asked = askRequests(subject, requests, (result, at, n) => values.set(result.subarray(at, at + 4), 4 * n));
        for (const part of asked) yield (first + (rows / 2) * (axis + part)) / footprints;
        for (let line = 0; line < 4 * rows; line++) {
          const points = sweep(values, line);
          if (curve().length === 0) curve().push(...points);
          const [reversal, weight] = largestReversal(points);
          off.add(reversal, () =>
            caseWitness(
              { format: 'r8g8b8a8_unorm', axis: alongU ? 'u' : 'v', component: 'rgba'[line % 4] },
              'a step in the direction of all others, or none',
              `${points[weight - 1][1]}, then ${points[weight][1]}`,
              { weight: `${weight} (0.8)`, otherWeight: `${others[line >> 2]} (0.8)` },
            ),
          );
        }
      }
    }
  },
});

/** Results of one component of one footprint over the weight. */
function sweep(values: Float32Array, line: number): readonly PlottedPoint[] {
  const [row, c] = [line >> 2, line % 4];
  return Array.from({ length: ONE }, (_, weight) => [weight, values[4 * (row * ONE + weight) + c]] as const);
}

/** The largest step against the direction of the whole sweep, or the smaller of both directions where it has none. */
function largestReversal(points: readonly PlottedPoint[]): readonly [number, number] {
  const direction = Math.sign(points[ONE - 1][1] - points[0][1]);
  let [up, upAt, down, downAt] = [0, 1, 0, 1];
  for (let n = 1; n < ONE; n++) {
    const step = points[n][1] - points[n - 1][1];
    if (step > up) [up, upAt] = [step, n];
    if (-step > down) [down, downAt] = [-step, n];
  }
  if (direction > 0) return [down, downAt];
  if (direction < 0) return [up, upAt];
  return up < down ? [up, upAt] : [down, downAt];
}

export const INVARIANT_RULES = [CONSTANT_COLOR, WITHIN_TEXELS, MONOTONE];
