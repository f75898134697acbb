import { Coordinates } from '../../rtl-model/address-unit/coordinates.ts';
import type { Binding } from '../../rtl-model/state/binding.ts';
import { LANE } from '../../rtl-model/registers/register.ts';
import { SampleShape } from '../../rtl-model/state/sample-shape.ts';
import { readFormat } from '../../rtl-model/state/read-format.ts';
import {
  BORDER_ADDRESS,
  CORNER_ADDRESS,
  type Footprints,
  UNBOUND_ADDRESS,
  ZERO_ADDRESS,
} from '../../rtl-model/registers/footprints.ts';
import { componentScales } from '../../rtl-model/formats/format-scales.ts';
import type { TapAccesses } from '../../traces/accesses/tap-accesses.ts';
import type { TexelLocator } from '../../traces/accesses/texel-locator.ts';
import type { Section, Step } from './explanation.ts';
import type { WatchedLookup } from './request-watch.ts';
import { jsonFloat, hex, registerSteps, sameBits } from './step-values.ts';
import { WatchedLane } from './watched-lane.ts';

/** The images, texels and bytes at the addresses of taps. */
export interface TapPlaces {
  readonly locator: TexelLocator;
  /** The name that the request has for its image. */
  readonly image: string;
  readonly imageNames: readonly string[];
  readonly accesses: TapAccesses;
  readonly bytes: Uint8Array;
}

/** Why a tap reads nothing. */
const UNREAD: ReadonlyMap<number, string> = new Map([
  [BORDER_ADDRESS, 'border'],
  [CORNER_ADDRESS, 'cube corner'],
  [ZERO_ADDRESS, 'outside'],
  [UNBOUND_ADDRESS, 'unbound'],
]);

const COLUMNS = ['tap', 'texel', 'level', 'weight', 'address', 'line', 'look-up', 'stored', 'r', 'g', 'b', 'a'];

/** Coordinates, taps and texels of a pass. */
export function passSection(watched: WatchedLane, pass: number, places: TapPlaces): Section {
  const { registers, quad, lane } = watched;
  const place = quad.passes[pass];
  const ofLane = registers.outOf('address').filter(({ register }) => register.of === LANE);
  const steps = [...snaps(watched, pass), ...registerSteps(ofLane, place, lane)];
  const rows = Array.from({ length: place.foot.tapCount[lane] }, (_, tap) => tapRow(watched, pass, tap, places));
  return { title: `Pass ${pass}: address unit, cache, decoder`, steps, table: { columns: COLUMNS, rows } };
}

/**
 * The steps before the snapped coordinates of a sample; none where planes of chroma, or the faces of a seamless cube,
 * take part.
 */
function snaps(watched: WatchedLane, pass: number): readonly Step[] {
  const { binding, lanes, lane } = watched;
  const { design, sampler, op, cube, dimensions } = binding;
  const foot = watched.foot(pass);
  if (op !== 'sample' || sampler.ycbcrConversion !== null || (cube && !sampler.nonSeamlessCubeMap)) return [];
  if (foot.tapCount[lane] === 0) return [];
  const n = lanes.samples[lane];
  const sample = Math.floor(pass / watched.passesOfSample);
  const [width, height, depth] = watched.sizeOf(pass);
  const linear = lanes.filter[lane] !== 0;
  const coordinates = new Coordinates(binding);
  const exact = design.address.scalePrecision === 'exact';
  const axes = [
    { name: 'u', of: foot.sampleU, size: width, offset: lanes.offsetU, fixed: foot.fixedU, index: 'i0' },
    { name: 'v', of: foot.sampleV, size: height, offset: lanes.offsetV, fixed: foot.fixedV, index: 'j0' },
    { name: 'w', of: foot.sampleW, size: depth, offset: lanes.offsetW, fixed: foot.fixedW, index: 'k0' },
  ].slice(0, dimensions);
  const sizes = axes.map(({ size }) => size).join(' x ');
  return [
    { name: 'level', value: watched.levelOf(pass), note: `${sizes} texels, sample ${sample % n} of ${n}` },
    ...axes.flatMap(({ name, of, size, offset, fixed, index }, axis): readonly Step[] => {
      const found = coordinates.snap(axis, of[lane], size, linear ? 0.5 : 0, offset[lane], 1);
      sameBits(`fixed ${name}`, found, fixed[lane]);
      const shift = `${linear ? ' - 0.5' : ''}${offset[lane] === 0 ? '' : ` + offset ${offset[lane]}`}`;
      return [
        {
          name: `${name} scaled`,
          value: jsonFloat(exact ? of[lane] * size : Math.fround(of[lane] * size)),
          format: exact ? 'exact product' : 'float32',
          note: `${name} * ${size}, before the range is reduced; then${shift || ' nothing'}, ${design.address.rounding}`,
        },
        { name: index, value: Math.floor(found / coordinates.format.one), note: 'floor, before the wrap' },
      ];
    }),
  ];
}

function tapRow(watched: WatchedLane, pass: number, tap: number, places: TapPlaces): readonly string[] {
  const { binding, quad, lane } = watched;
  const foot = watched.foot(pass);
  const at = foot.address[4 * lane + tap];
  const { weight: share, one } = tapWeightStep(watched, pass, tap);
  const weight = one === null || one === 1 ? String(share) : `${share}/${one}`;
  const texel = [0, 1, 2, 3].map((c) => component(binding, foot, 16 * lane + 4 * tap + c, c));
  if (at < 0) return [String(tap), UNREAD.get(at) ?? 'none', '', weight, '', '', '', '', ...texel];
  const { locator, imageNames, accesses, bytes } = places;
  const address = accesses.address(quad.state, at);
  const { lineBytes } = binding.design.cache;
  const line = address - (address % lineBytes);
  // A line in sectors has a look-up for each sector.
  const lookup = quad.lookups
    .filter((one) => one.pass === pass && address >= one.line && address < one.line + lineBytes)
    .sort((a, b) => b.line - a.line)[0];
  const found = locator.locate(at);
  const size = accesses.bytes(quad.state, foot.plane[lane]);
  return [
    String(tap),
    found ? texelText(locator, imageNames, binding) : '',
    found ? String(locator.level) : '',
    weight,
    hex(address, 32),
    hex(line, 32),
    lookupText(lookup),
    at + size <= bytes.length ? storedText(bytes.subarray(at, at + size)) : '',
    ...texel,
  ];
}

/** True if taps fall into several planes or images. */
export function readsSeveralImages({ op, image }: Binding): boolean {
  return image.planes !== null || op === 'sample_weighted' || op === 'block_match';
}

/** (i, j), with image and layer where there are several. */
function texelText({ x, y, z, layer, image }: TexelLocator, names: readonly string[], binding: Binding): string {
  const { dimensions, image: bound } = binding;
  const name = readsSeveralImages(binding) ? `${names[image]} ` : '';
  return `${name}(${[x, y, z].slice(0, Math.max(dimensions, 2)).join(', ')})${bound.layers > 1 ? ` layer ${layer}` : ''}`;
}

/** A weight in units of 1 / one; `one` is null where the operation alone knows it. */
interface TapWeight {
  readonly weight: number;
  readonly one: number | null;
}

/** The weight of a tap: its own, or the product of those along its axes. */
export function tapWeightStep(watched: WatchedLane, pass: number, tap: number): TapWeight {
  const { binding, registers, lanes, lane } = watched;
  const { design, dimensions, op } = binding;
  const used = (name: string) => registers.all.some((register) => register.name === name);
  const foot = watched.foot(pass);
  if (used('weight')) {
    const shape = new SampleShape(binding);
    const filter = lanes.filter[lane];
    const one = op === 'sample' ? 2 ** shape.pass(filter, pass % shape.passes(filter)).fractionBits : null;
    return { weight: foot.weight[4 * lane + tap], one };
  }
  if (foot.tapCount[lane] === 1 || !used('alpha')) return { weight: 1, one: op === 'sample' ? 1 : null };
  const one = 2 ** design.filter.weightBits;
  const weights = [foot.alpha, foot.beta, foot.gamma].slice(0, dimensions).map((weight) => weight[lane]);
  // A volume has a slice in each of two passes.
  const beyond = [tap & 1, tap >> 1, pass % 2];
  const weight = weights.reduce((all, share, axis) => all * (beyond[axis] === 1 ? share : one - share), 1);
  return { weight, one: one ** dimensions };
}

/** A code with its value: n/m for normalized formats, the number itself for others. */
function component(binding: Binding, foot: Footprints, at: number, c: number): string {
  const { componentType, planes } = readFormat(binding);
  if (componentType === 'uint') return String(foot.texelBits[at] >>> 0);
  if (componentType === 'sint') return String(foot.texelBits[at]);
  const code = foot.texel[at];
  if (planes !== null) return String(code);
  const { one, bits } = componentScales(readFormat(binding), binding.design.filter.srgbLinearBits)[c];
  return bits === 0 || one === 1 ? String(code) : `${code}/${one}`;
}

function lookupText(lookup: WatchedLookup | undefined): string {
  if (lookup === undefined) return '';
  if (lookup.hit) return `hit @${lookup.cycle}`;
  return `miss @${lookup.cycle}${lookup.filled === null ? '' : `, back @${lookup.filled}`}`;
}

/** Bytes in the order of their addresses. */
function storedText(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}
