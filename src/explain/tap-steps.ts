import { Coordinates } from '../../rtl-model/address-unit/coordinates.ts';
import { BoxPlan } from '../../rtl-model/address-unit/plans/box-plan.ts';
import { SamplePlan } from '../../rtl-model/address-unit/plans/sample-plan.ts';
import { WeightedPlan } from '../../rtl-model/address-unit/plans/weighted-plan.ts';
import type { Binding } from '../../rtl-model/state/binding.ts';
import { LANE } from '../../rtl-model/registers/register.ts';
import { SampleShape } from '../../rtl-model/state/sample-shape.ts';
import { storedScales } from '../../rtl-model/filter-unit/arithmetic/tap-texels.ts';
import { planeComponents } from '../../rtl-model/filter-unit/sample-filter.ts';
import { readFormat } from '../../rtl-model/state/read-format.ts';
import { BORDER_ADDRESS, CORNER_ADDRESS, UNBOUND_ADDRESS, ZERO_ADDRESS } from '../../rtl-model/registers/footprints.ts';
import type { TapAccesses } from '../../traces/accesses/tap-accesses.ts';
import type { TexelLocator } from '../../traces/accesses/texel-locator.ts';
import { FACE_NAMES } from '../checker/probes/cube-image.ts';
import { addressSteps } from './address-steps.ts';
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
  [ZERO_ADDRESS, 'outside'],
  [UNBOUND_ADDRESS, 'unbound'],
]);

const FIRST_COLUMNS = ['tap', 'texel', 'level', 'weight', 'stored'];
const LAST_COLUMNS = ['address', 'line', 'look-up'];

/** Coordinates, taps and texels of a pass. A large box has one section, without its taps. */
export function passSection(watched: WatchedLane, pass: number, places: TapPlaces): Section {
  const { binding, registers, quad, lane, passes, isLargeBox } = watched;
  const place = quad.passes[pass];
  const ofLane = registers.outOf('address').filter(({ register }) => register.of === LANE);
  const inside = addressSteps(watched, pass);
  if (isLargeBox) return { title: `Passes 0 to ${passes.length - 1}: address unit, cache, decoder`, ...inside };
  const steps = [...snaps(watched, pass), ...registerSteps(ofLane, place, lane), ...inside.steps];
  const rows = Array.from({ length: place.foot.tapCount[lane] }, (_, tap) => tapRow(watched, pass, tap, places));
  const ofTexel = binding.instruction.dref ? ['depth', 'passes'] : ['r', 'g', 'b', 'a'];
  const columns = [...FIRST_COLUMNS, ...ofTexel, ...LAST_COLUMNS];
  return { title: `Pass ${pass}: address unit, cache, decoder`, steps, table: inside.table ?? { columns, rows } };
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
  const coordinates = new Coordinates(binding);
  const taken = coordinates.shift(lanes.filter[lane]);
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
      const found = coordinates.snap(axis, of[lane], size, taken, offset[lane], lanes.filter[lane]);
      const scale = coordinates.scale(size);
      sameBits(`fixed ${name}`, found, fixed[lane]);
      const half = taken === 0 ? '' : taken > 0 ? ' - 0.5' : ' + 0.5';
      const { rounding, fractionBits } = coordinates.along(axis, lanes.filter[lane]);
      const places = fractionBits === coordinates.format.fractionBits ? '' : ` to ${fractionBits} fraction bits`;
      const shift = `${half}${offset[lane] === 0 ? '' : ` + offset ${offset[lane]}`}`;
      return [
        {
          name: `${name} scaled`,
          value: jsonFloat(exact ? of[lane] * scale : Math.fround(of[lane] * scale)),
          format: exact ? 'exact product' : 'float32',
          note: `${name} * ${scale}, before the range is reduced; then${shift || ' nothing'}, ${rounding}${places}`,
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
  const texel = texelCells(watched, pass, tap);
  if (at < 0) {
    const place = at === CORNER_ADDRESS ? cornerText(watched, pass, tap) : (UNREAD.get(at) ?? 'none');
    return [String(tap), place, '', weight, '', ...texel, '', '', ''];
  }
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
    found ? texelText(locator, imageNames, watched, pass, tap) : '',
    found ? String(locator.level) : '',
    weight,
    at + size <= bytes.length ? storedText(bytes.subarray(at, at + size)) : '',
    ...texel,
    hex(address, 32),
    hex(line, 32),
    lookupText(lookup),
  ];
}

/** True if taps fall into several planes or images. */
export function readsSeveralImages({ op, image }: Binding): boolean {
  return image.planes !== null || op === 'sample_weighted' || op === 'block_match';
}

/** (i, j), with image and layer where there are several. */
function texelText(
  { x, y, z, layer, image }: TexelLocator,
  names: readonly string[],
  watched: WatchedLane,
  pass: number,
  tap: number,
): string {
  const { binding, lanes, lane } = watched;
  const { dimensions, image: bound, cube, view, arrayed } = binding;
  const name = readsSeveralImages(binding) ? `${names[image]} ` : '';
  const texel = `${name}(${[x, y, z].slice(0, Math.max(dimensions, 2)).join(', ')})`;
  if (!cube) return `${texel}${bound.layers > 1 ? ` layer ${layer}` : ''}`;
  const face = (layer - view.baseArrayLayer) % FACE_NAMES.length;
  // Beyond an edge, the place on the face that the direction meets comes first.
  const from = face === lanes.face[lane] ? '' : beforeSeam(watched, pass, tap);
  return `${from}${texel} of ${FACE_NAMES[face]}${arrayed ? ` layer ${layer}` : ''}`;
}

/** The place of a sample's tap on the face of the sample, before an edge of the cube is crossed. */
function beforeSeam(watched: WatchedLane, pass: number, tap: number): string {
  const plan = watched.addressed(pass);
  if (!(plan instanceof SamplePlan)) return '';
  const { lanes, lane, passesOfSample } = watched;
  const [u, v] = plan.axes;
  const n = plan.shape.pass(lanes.filter[lane], pass % passesOfSample).firstTap + tap;
  return `(${u.index[n % u.count]}, ${v.index[Math.floor(n / u.count)]}) -> `;
}

/** The texel that a cube's corner lacks, and the taps whose average takes its place. */
function cornerText(watched: WatchedLane, pass: number, tap: number): string {
  const others = [0, 1, 2, 3].filter((other) => other !== tap);
  return `${beforeSeam(watched, pass, tap)}corner, mean of ${others.join(', ')}`;
}

/** A weight in units of 1 / one; `one` is null where the operation alone knows it. */
interface TapWeight {
  readonly weight: number;
  readonly one: number | null;
}

/** The weight of a tap: its own, or the product of those along its axes. */
export function tapWeightStep(watched: WatchedLane, pass: number, tap: number): TapWeight {
  const { binding, registers, lane } = watched;
  const { design, dimensions, op } = binding;
  const used = (name: string) => registers.all.some((register) => register.name === name);
  const foot = watched.foot(pass);
  if (used('weight')) {
    return { weight: foot.weight[4 * lane + tap], one: tapWeightOne(watched, pass) };
  }
  if (foot.tapCount[lane] === 1 || !used('alpha')) return { weight: 1, one: op === 'sample' ? 1 : null };
  const one = 2 ** design.filter.weightBits;
  const weights = [foot.alpha, foot.beta, foot.gamma].slice(0, dimensions).map((weight) => weight[lane]);
  // A volume has a slice in each of two passes.
  const beyond = [tap & 1, tap >> 1, pass % 2];
  const weight = weights.reduce((all, share, axis) => all * (beyond[axis] === 1 ? share : one - share), 1);
  return { weight, one: one ** dimensions };
}

/** The components of a texel as decoded; of a depth also the outcome of its comparison, as the filter takes it. */
function texelCells(watched: WatchedLane, pass: number, tap: number): readonly string[] {
  const { binding, lane } = watched;
  const decoded = [0, 1, 2, 3].map((c) => component(watched, pass, tap, c));
  if (!binding.instruction.dref) return decoded;
  const [{ one }] = storedScales(binding);
  const isRead = watched.decodedOf(pass, tap) !== watched.foot(pass);
  const outcome = watched.foot(pass).texel[16 * lane + 4 * tap];
  // A cube's corner has the mean of three outcomes.
  const isMean = outcome !== 0 && outcome !== one;
  return [isRead ? decoded[0] : '', isMean && one !== 1 ? `${outcome}/${one}` : String(outcome / one)];
}

/** The plane whose components a pass reads: the luma and the chroma of a pair are as two planes. */
function planeOf({ path, lanes, lane, passesOfSample, quad }: WatchedLane, pass: number): number {
  const { addressUnit } = path;
  if (!(addressUnit instanceof SamplePlan)) return quad.passes[pass].foot.plane[lane];
  return addressUnit.shape.pass(lanes.filter[lane], pass % passesOfSample).plane;
}

/** The weight 1 in the unit of a tap's own weight. */
function tapWeightOne({ binding, lanes, lane, path }: WatchedLane, pass: number): number {
  if (path.addressUnit instanceof WeightedPlan) return path.addressUnit.kernel.one;
  if (path.addressUnit instanceof BoxPlan) return 2 ** (2 * binding.design.address.coordinate.fractionBits);
  const shape = new SampleShape(binding);
  const filter = lanes.filter[lane];
  return 2 ** shape.pass(filter, pass % shape.passes(filter)).fractionBits;
}

/** A code with its value: n/m for normalized formats, the number itself for others; empty where the plane lacks it. */
function component(watched: WatchedLane, pass: number, tap: number, c: number): string {
  const { binding, lane } = watched;
  const foot = watched.decodedOf(pass, tap);
  const at = 16 * lane + 4 * tap + c;
  const { componentType } = readFormat(binding);
  if (componentType === 'uint') return String(foot.texelBits[at] >>> 0);
  if (componentType === 'sint') return String(foot.texelBits[at]);
  if (planeComponents(binding).at(planeOf(watched, pass))?.includes(c) === false) return '';
  const code = foot.texel[at];
  const { one, bits } = storedScales(binding)[c];
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
