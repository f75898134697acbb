import { BoxPlan } from '../../rtl-model/address-unit/plans/box-plan.ts';
import { windowLevel } from '../../rtl-model/address-unit/window-level.ts';
import { filterWidths } from '../../rtl-model/design/filter-widths.ts';
import { componentScales } from '../../rtl-model/formats/format-scales.ts';
import { orthogonalized } from '../../rtl-model/lod-unit/ellipse.ts';
import { NO_TAP } from '../../rtl-model/registers/footprints.ts';
import { PLAIN } from '../../rtl-model/steps/plain-steps.ts';
import type { Binding } from '../../rtl-model/state/binding.ts';
import { readFormat, readsIntegers } from '../../rtl-model/state/read-format.ts';
import { FILTER_CODES } from '../../rtl-model/state/sample-shape.ts';
import type { Ellipse, FilterBox, FootprintTap, LevelFootprint } from './explanation.ts';
import { jsonFloat } from './step-values.ts';
import { readsSeveralImages, type TapPlaces, tapWeightStep } from './tap-steps.ts';
import { WatchedLane } from './watched-lane.ts';

/** A level's footprint while its taps are gathered. */
type Gathered = LevelFootprint & { readonly taps: FootprintTap[] };

/** The texels of each level that take part in a lane's result, with their weights and the ellipse of the pixel. */
export function levelFootprints(watched: WatchedLane, places: TapPlaces): readonly LevelFootprint[] {
  const { binding, lanes, passes, lane } = watched;
  const found = new Map<string, Gathered>();
  const samples = samplesOf(watched);
  const several = readsSeveralImages(binding);
  const box = boxOf(watched);
  const inLevel = (image: string, level: number, slice: number): Gathered => ({
    image,
    format: readFormat(binding).name,
    level,
    slice,
    width: binding.image.levels[level].width,
    height: binding.image.levels[level].height,
    weight: levelShare(watched, level),
    samples: samples?.inLevel(level) ?? [],
    ellipse: samples === null ? null : ellipseOf(watched, level, samples.inLevel(level)),
    box,
    taps: [],
  });
  if (watched.isLargeBox) return [inLevel(places.image, windowLevel(binding), 0)];
  for (const [pass, { foot }] of passes.entries()) {
    for (let tap = 0; tap < foot.tapCount[lane]; tap++) {
      const address = foot.address[4 * lane + tap];
      if (address === NO_TAP) continue;
      const texel = address >= 0 ? locatedAt(places, address) : null;
      const asked = samples === null ? null : samples.tapAt(pass, tap);
      const at = asked ?? (texel === null ? null : [texel.x, texel.y, texel.z]);
      const level = samples === null ? texel?.level : watched.levelOf(pass);
      if (at === null || level === undefined) continue;
      const image = texel !== null && several ? places.imageNames[texel.image] : places.image;
      const key = [level, at[2], image].join();
      const footprint = found.get(key) ?? inLevel(image, level, at[2]);
      found.set(key, footprint);
      const { weight, one } = tapWeightStep(watched, pass, tap);
      footprint.taps.push({
        pass,
        tap,
        at: [at[0], at[1]],
        texel: texel && [texel.x, texel.y, texel.z],
        layer: texel && texel.layer,
        weight: samples === null || one === null ? null : weight / one / lanes.samples[lane],
        color: colorOf(watched, pass, tap),
      });
    }
  }
  return [...found.values()];
}

function boxOf(watched: WatchedLane): FilterBox | null {
  const plan = watched.addressed(0);
  if (!(plan instanceof BoxPlan)) return null;
  const one = 2 ** watched.binding.design.address.coordinate.fractionBits;
  const inTexels = ([u, v]: Float64Array) => [u / one, v / one] as const;
  return { start: inTexels(plan.start), length: inTexels(plan.length) };
}

function locatedAt({ locator }: TapPlaces, address: number) {
  if (!locator.locate(address)) return null;
  const { image, level, layer, x, y, z } = locator;
  return { image, level, layer, x, y, z };
}

function levelShare({ binding: { design, op }, lanes, lane }: WatchedLane, level: number): number {
  if (op !== 'sample') return 1;
  const coarser = lanes.levelWeight[lane] / 2 ** filterWidths(design).levelWeightBits;
  return level === lanes.levelHi[lane] ? 1 - coarser : coarser;
}

/** The samples of a lane, with taps around snapped coordinates; null for other operations, and for chroma. */
function samplesOf(watched: WatchedLane) {
  const { binding, lanes, passes, lane, passesOfSample } = watched;
  const { op, image, sampler, dimensions } = binding;
  if ((op !== 'sample' && op !== 'gather') || image.planes !== null || sampler.ycbcrConversion !== null) return null;
  const gathers = op === 'gather';
  const filter = gathers ? FILTER_CODES.linear : lanes.filter[lane];
  const perAxis = [1, 2, 4][filter];
  const inLevel = gathers ? 1 : lanes.samples[lane] * passesOfSample;
  const half = filter === 0 ? 0 : 0.5;
  /** The whole periods by which a pass lies beyond the range to which its coordinate may have been reduced. */
  const periods = (pass: number, axis: number, period: number) => {
    const { sampleU, sampleV, sampleW } = watched.foot(pass);
    const whole = [sampleU, sampleV, sampleW][axis][lane] * watched.sizeOf(pass)[axis] - half;
    const beyond = (whole - watched.snappedOf(pass)[axis]) / period;
    return Number.isFinite(beyond) ? Math.round(beyond) : 0;
  };
  const modes = [sampler.addressModeU, sampler.addressModeV, sampler.addressModeW];
  /** Along u, v, w, in texels before the wrap, the level's first sample in the range to which it was reduced. */
  const snapped = (pass: number): readonly number[] => {
    const first = watched.levelOf(pass) === watched.levelOf(0) ? 0 : inLevel;
    return watched.snappedOf(pass).map((fixed, axis) => {
      if (axis >= dimensions) return 0;
      const period = PERIODS[modes[axis]] * watched.sizeOf(pass)[axis];
      const beyond = period === 0 ? 0 : periods(pass, axis, period) - periods(first, axis, period);
      return fixed + beyond * period;
    });
  };
  return {
    tapAt: (pass: number, tap: number): readonly [number, number, number] => {
      const n = 4 * (pass % passesOfSample) + tap;
      const [i, j, k] = snapped(pass).map((value, axis) =>
        axis >= dimensions
          ? 0
          : Math.floor(value) + (Math.floor(n / perAxis ** axis) % perAxis) - (perAxis === 4 ? 1 : 0),
      );
      return [i, j, k];
    },
    inLevel: (level: number): readonly (readonly [number, number])[] =>
      passes.flatMap((_, pass) => {
        if (watched.levelOf(pass) !== level || pass % passesOfSample !== 0) return [];
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
  { binding: { instruction, image, op, dimensions }, lanes, lane }: WatchedLane,
  level: number,
  samples: readonly (readonly [number, number])[],
): Ellipse | null {
  if (op !== 'sample' || instruction.lod === 'explicit' || dimensions === 1) return null;
  const ends = image.cornerSampled ? 1 : 0;
  const { width, height } = image.levels[level];
  const xu = lanes.dudx[lane] * (width - ends);
  const xv = lanes.dvdx[lane] * (height - ends);
  const yu = lanes.dudy[lane] * (width - ends);
  const yv = lanes.dvdy[lane] * (height - ends);
  const d = [xu, xv, yu, yv];
  if (!d.every(Number.isFinite) || d.every((value) => value === 0)) return null;
  const isLine = xu * yv === xv * yu;
  const turned = orthogonalized(PLAIN, { xu, xv, yu, yv });
  const axes = [[turned.xu, turned.xv] as const, [turned.yu, turned.yv] as const];
  axes.sort((a, b) => Math.hypot(...b) - Math.hypot(...a));
  const mean = (axis: 0 | 1) => samples.reduce((sum, sample) => sum + sample[axis], 0) / samples.length;
  return { center: [mean(0), mean(1)], major: axes[0], minor: isLine ? [0, 0] : axes[1] };
}

function colorOf(watched: WatchedLane, pass: number, tap: number) {
  const { binding, lane } = watched;
  const foot = watched.decodedOf(pass, tap);
  const scales = componentScales(readFormat(binding), binding.design.filter.srgbLinearBits);
  return scales.map(({ one }, c) => {
    const at = 16 * lane + 4 * tap + c;
    if (!readsIntegers(binding)) return jsonFloat(foot.texel[at] / one);
    return readFormat(binding).componentType === 'uint' ? foot.texelBits[at] >>> 0 : foot.texelBits[at];
  });
}
