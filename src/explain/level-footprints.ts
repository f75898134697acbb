import { Coordinates } from '../../rtl-model/address-unit/coordinates.ts';
import { filterWidths } from '../../rtl-model/design/filter-widths.ts';
import { componentScales } from '../../rtl-model/formats/format-scales.ts';
import { orthogonalize } from '../../rtl-model/lod-unit/ellipse.ts';
import { NO_TAP } from '../../rtl-model/registers/footprints.ts';
import type { StateRegisters } from '../../rtl-model/registers/state-registers.ts';
import type { Binding } from '../../rtl-model/state/binding.ts';
import { readFormat, readsIntegers } from '../../rtl-model/state/read-format.ts';
import { FILTER_CODES, SampleShape } from '../../rtl-model/state/sample-shape.ts';
import type { Ellipse, FootprintTap, LevelFootprint } from './explanation.ts';
import type { WatchedQuad } from './request-watch.ts';
import { floatValue } from './step-values.ts';
import { readsSeveralImages, type TapPlaces, tapWeight } from './tap-steps.ts';

/** A level's footprint while its taps are gathered. */
type Gathered = LevelFootprint & { readonly taps: FootprintTap[] };

/** The texels of each level that take part in a lane's result, with their weights and the ellipse of the pixel. */
export function levelFootprints(
  binding: Binding,
  registers: StateRegisters,
  quad: WatchedQuad,
  lane: number,
  places: TapPlaces,
): readonly LevelFootprint[] {
  const found = new Map<string, Gathered>();
  const samples = samplesOf(binding, quad, lane);
  const { lanes, passes } = quad;
  const several = readsSeveralImages(binding);
  for (const [pass, { foot }] of passes.slice(0, lanes.passes[lane]).entries()) {
    for (let tap = 0; tap < foot.tapCount[lane]; tap++) {
      const address = foot.address[4 * lane + tap];
      if (address === NO_TAP) continue;
      const texel = address >= 0 ? locatedAt(places, address) : null;
      const asked = samples === null ? null : samples.tapAt(pass, tap);
      const at = asked ?? (texel === null ? null : [texel.x, texel.y, texel.z]);
      const level = samples?.levelOf(pass) ?? texel?.level;
      if (at === null || level === undefined) continue;
      const image = texel !== null && several ? places.imageNames[texel.image] : places.image;
      const key = [level, at[2], image].join();
      const footprint = found.get(key) ?? {
        image,
        format: readFormat(binding).name,
        level,
        slice: at[2],
        ...sizeOf(binding, level),
        weight: levelShare(binding, quad, lane, level),
        samples: samples?.inLevel(level) ?? [],
        ellipse: samples === null ? null : ellipseOf(binding, quad, lane, level, samples.inLevel(level)),
        taps: [],
      };
      found.set(key, footprint);
      const { weight, one } = tapWeight(binding, registers, quad, lane, pass, tap);
      footprint.taps.push({
        pass,
        tap,
        at: [at[0], at[1]],
        texel: texel && [texel.x, texel.y, texel.z],
        layer: texel && texel.layer,
        weight: samples === null || one === null ? null : weight / one / lanes.samples[lane],
        color: colorOf(binding, quad, lane, pass, tap),
      });
    }
  }
  return [...found.values()];
}

function locatedAt({ locator }: TapPlaces, address: number) {
  if (!locator.locate(address)) return null;
  const { image, level, layer, x, y, z } = locator;
  return { image, level, layer, x, y, z };
}

function sizeOf({ image }: Binding, level: number) {
  const { width, height } = image.levels[level];
  return { width, height };
}

function levelShare({ design, op }: Binding, { lanes }: WatchedQuad, lane: number, level: number): number {
  if (op !== 'sample') return 1;
  const coarser = lanes.levelWeight[lane] / 2 ** filterWidths(design).levelWeightBits;
  return level === lanes.levelHi[lane] ? 1 - coarser : coarser;
}

/** The samples of a lane whose taps stand around snapped coordinates; null for other operations, and for chroma. */
function samplesOf(binding: Binding, { lanes, passes }: WatchedQuad, lane: number) {
  const { op, image, sampler, dimensions } = binding;
  if ((op !== 'sample' && op !== 'gather') || image.planes !== null || sampler.ycbcrConversion !== null) return null;
  const gathers = op === 'gather';
  const filter = gathers ? FILTER_CODES.linear : lanes.filter[lane];
  const shape = new SampleShape(binding);
  const inSample = gathers ? 1 : shape.passes(filter);
  const perAxis = [1, 2, 4][filter];
  const { one } = new Coordinates(binding).format;
  const inLevel = gathers ? 1 : lanes.samples[lane] * inSample;
  const levelOf = (pass: number) =>
    gathers ? binding.firstLevel : pass < inLevel ? lanes.levelHi[lane] : lanes.levelLo[lane];
  const half = filter === 0 ? 0 : 0.5;
  /** The whole periods by which a pass lies beyond the range to which its coordinate may have been reduced. */
  const periods = (pass: number, axis: number, period: number) => {
    const { foot } = passes[pass];
    const whole = [foot.sampleU, foot.sampleV, foot.sampleW][axis][lane] * sizes(pass)[axis] - half;
    const beyond = (whole - [foot.fixedU, foot.fixedV, foot.fixedW][axis][lane] / one) / period;
    return Number.isFinite(beyond) ? Math.round(beyond) : 0;
  };
  const sizes = (pass: number) => {
    const { width, height, depth } = image.levels[levelOf(pass)];
    return [width, height, depth];
  };
  const modes = [sampler.addressModeU, sampler.addressModeV, sampler.addressModeW];
  /** Along u, v, w, in texels before the wrap, the level's first sample in the range to which it was reduced. */
  const snapped = (pass: number): readonly number[] => {
    const { foot } = passes[pass];
    const first = levelOf(pass) === levelOf(0) ? 0 : inLevel;
    return [foot.fixedU, foot.fixedV, foot.fixedW].map((fixed, axis) => {
      if (axis >= dimensions) return 0;
      const period = PERIODS[modes[axis]] * sizes(pass)[axis];
      const beyond = period === 0 ? 0 : periods(pass, axis, period) - periods(first, axis, period);
      return fixed[lane] / one + beyond * period;
    });
  };
  return {
    levelOf,
    tapAt: (pass: number, tap: number): readonly [number, number, number] => {
      const n = 4 * (pass % inSample) + tap;
      const [i, j, k] = snapped(pass).map((value, axis) =>
        axis >= dimensions
          ? 0
          : Math.floor(value) + (Math.floor(n / perAxis ** axis) % perAxis) - (perAxis === 4 ? 1 : 0),
      );
      return [i, j, k];
    },
    inLevel: (level: number): readonly (readonly [number, number])[] =>
      passes.slice(0, lanes.passes[lane]).flatMap((_, pass) => {
        if (levelOf(pass) !== level || pass % inSample !== 0) return [];
        const [u, v] = snapped(pass);
        return [[u + half, dimensions > 1 ? v + half : 0.5] as const];
      }),
  };
}

/** Images until the wrap begins again; 0 for modes that do not repeat. */
const PERIODS: Readonly<Record<Binding['sampler']['addressModeU'], number>> = {
  repeat: 1,
  mirrored_repeat: 2,
  clamp_to_edge: 0,
  clamp_to_border: 0,
  mirror_clamp_to_edge: 0,
};

/**
 * The ellipse that a pixel's circle becomes in the level: the change of the coordinates from pixel to pixel, along x and
 * along y, spans it, and the vectors of its axes are those of D3D11.3 7.18.11.
 */
function ellipseOf(
  { instruction, image, op, dimensions }: Binding,
  { lanes }: WatchedQuad,
  lane: number,
  level: number,
  samples: readonly (readonly [number, number])[],
): Ellipse | null {
  if (op !== 'sample' || instruction.lod === 'explicit' || dimensions === 1) return null;
  const ends = image.cornerSampled ? 1 : 0;
  const { width, height } = image.levels[level];
  const d = Float64Array.of(
    lanes.dudx[lane] * (width - ends),
    lanes.dvdx[lane] * (height - ends),
    lanes.dudy[lane] * (width - ends),
    lanes.dvdy[lane] * (height - ends),
  );
  if (!d.every(Number.isFinite) || d.every((value) => value === 0)) return null;
  const isLine = d[0] * d[3] === d[1] * d[2];
  orthogonalize(d);
  const axes = [[d[0], d[1]] as const, [d[2], d[3]] as const].sort((a, b) => Math.hypot(...b) - Math.hypot(...a));
  const mean = (axis: 0 | 1) => samples.reduce((sum, sample) => sum + sample[axis], 0) / samples.length;
  return { center: [mean(0), mean(1)], major: axes[0], minor: isLine ? [0, 0] : axes[1] };
}

function colorOf(binding: Binding, { passes }: WatchedQuad, lane: number, pass: number, tap: number) {
  const { foot } = passes[pass];
  const scales = componentScales(readFormat(binding), binding.design.filter.srgbLinearBits);
  return scales.map(({ one }, c) => {
    const at = 16 * lane + 4 * tap + c;
    if (!readsIntegers(binding)) return floatValue(foot.texel[at] / one);
    return readFormat(binding).componentType === 'uint' ? foot.texelBits[at] >>> 0 : foot.texelBits[at];
  });
}
