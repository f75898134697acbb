import { faceCoordinate } from '../address/cube.ts';
import { laneDerivatives } from '../address/derivatives.ts';
import type { LaneOperands } from '../address/lane.ts';
import { selectLayer } from '../address/lane.ts';
import type { LevelSelection } from '../address/levels.ts';
import { selectLevels } from '../address/levels.ts';
import type { SampleFootprint } from '../address/scale-factor.ts';
import { sampleFootprint } from '../address/scale-factor.ts';
import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import type { LevelSample, Tap } from '../filter/tap-grid.ts';
import { gridTaps } from '../filter/tap-grid.ts';
import type { FilterMode, ForeignSampler, ForeignView } from '../tables/records.ts';

/** The taps of a level: those of each anisotropic sample, with the weight of the level in all. */
export interface LevelTaps {
  readonly level: number;
  readonly weight: number;
  readonly taps: readonly Tap[];
}

/** The texels that a sample takes, and the LOD that selected its levels. */
export interface SamplePlan {
  readonly selection: LevelSelection;
  readonly levels: readonly LevelTaps[];
  readonly rate: number;
}

/** The quad or single lane that an instruction works on. */
export interface LaneGroup {
  readonly view: ForeignView;
  readonly sampler: ForeignSampler;
  readonly lanes: readonly LaneOperands[];
  readonly lane: number;
}

/** The LOD before the bias, and the anisotropic samples of a lane. */
function baseFootprint(device: ForeignDevice, group: LaneGroup): SampleFootprint {
  const { view, sampler, lanes, lane } = group;
  const { lod, gradient } = lanes[lane];
  const explicit = faulty(device, 'lod_of_first_lane') ? lanes[0].lod : lod;
  if (explicit !== null) {
    const known = faulty(device, 'lod_explicit_ignored') ? 0 : explicit;
    const halved = faulty(device, 'lod_explicit_halved') ? known / 2 : known;
    const used = faulty(device, 'lod_explicit_truncated') ? Math.trunc(halved) : halved;
    if (!faulty(device, 'anisotropy_of_explicit_lods')) return { lod: used, rate: 1, axis: [] };
    return {
      ...sampleFootprint(device, view, sampler, laneDerivatives(device, view, sampler, lanes, lane)),
      lod: used,
    };
  }
  const shared = device.settings.quadLod === 'shared' && gradient === null && lanes.length === 4;
  const source = shared || (gradient !== null && faulty(device, 'gradient_of_first_lane')) ? 0 : lane;
  const footprint = sampleFootprint(device, view, sampler, laneDerivatives(device, view, sampler, lanes, source));
  const scheme = device.settings.anisotropicScheme;
  const lodFault = faulty(device, 'lod_clamped_before_bias') ? Math.max(footprint.lod, 0) : footprint.lod;
  return { ...footprint, lod: lodFault, rate: scheme === 'single' ? 1 : footprint.rate };
}

/** The levels of a lane without its texels (Vulkan: LOD Query). */
export function planLevels(device: ForeignDevice, group: LaneGroup): LevelSelection & { footprint: SampleFootprint } {
  const { view, sampler, lanes, lane } = group;
  const footprint = baseFootprint(device, group);
  return { ...selectLevels(device, view, sampler, lanes[lane], footprint.lod), footprint };
}

/** The group with the filters that the device has for anisotropic samples (Vulkan: Texel Anisotropic Filtering). */
function withFilters(device: ForeignDevice, group: LaneGroup): LaneGroup {
  const { anisotropicFilters } = device.settings;
  const { sampler, lanes, lane } = group;
  if (anisotropicFilters === 'given' || !sampler.anisotropyEnable || lanes[lane].lod !== null) return group;
  const linear = (filter: FilterMode) => (filter === 'nearest' ? 'linear' : filter);
  const mipmapMode = anisotropicFilters === 'trilinear' ? 'linear' : sampler.mipmapMode;
  const [magFilter, minFilter] = [linear(sampler.magFilter), linear(sampler.minFilter)];
  return { ...group, sampler: { ...sampler, mipmapMode, magFilter, minFilter } };
}

/** The taps of a sampling instruction. */
export function planSample(device: ForeignDevice, given: LaneGroup): SamplePlan {
  const group = withFilters(device, given);
  const selection = planLevels(device, group);
  const { footprint } = selection;
  const levels = selection.levels.map(({ level, weight }, n) => ({
    level,
    weight,
    taps: samplePlaces(device, footprint).flatMap((place) => {
      const moved = movedAxes(group.lanes[group.lane].axes, footprint.axis, place);
      const share = faulty(device, 'anisotropy_sum_not_divided') ? 1.25 : 1;
      const source = n > 0 && faulty(device, 'offset_misses_coarse_level') ? withoutOffset(group) : group;
      return levelTaps(device, source, level, moved, selection.filter).map((tap) => ({
        ...tap,
        weight: (tap.weight * (footprint.rate > 1 ? share : 1)) / footprint.rate,
      }));
    }),
  }));
  return { selection, levels, rate: footprint.rate };
}

function withoutOffset(group: LaneGroup): LaneGroup {
  return { ...group, lanes: group.lanes.map((lane) => ({ ...lane, offset: [0, 0, 0] })) };
}

/** The places of anisotropic samples along the major axis, from -1/2 to 1/2 (Vulkan: Texel Anisotropic Filtering). */
function samplePlaces(device: ForeignDevice, { rate }: SampleFootprint): number[] {
  if (rate === 1) return [0];
  const midpoints = device.settings.anisotropicPlacement === 'midpoints';
  return Array.from({ length: rate }, (_, n) => {
    const place = midpoints ? (n + 0.5) / rate - 0.5 : (n + 1) / (rate + 1) - 0.5;
    if (faulty(device, 'anisotropy_one_sided')) return place + 0.5;
    return faulty(device, 'anisotropy_twice_as_long') ? 2 * place : place;
  });
}

function movedAxes(axes: readonly number[], axis: readonly number[], place: number): readonly number[] {
  return place === 0 ? axes : axes.map((value, n) => value + place * (axis[n] ?? 0));
}

/** The taps of one isotropic sample in a level. */
function levelTaps(
  device: ForeignDevice,
  group: LaneGroup,
  level: number,
  axes: readonly number[],
  filter: FilterMode,
): Tap[] {
  return gridTaps(device, levelSample(device, group, level, axes), filter);
}

/** A sample's place in a level: layers are selected, and directions of cubes become faces. */
export function levelSample(
  device: ForeignDevice,
  { view, sampler, lanes, lane }: LaneGroup,
  level: number,
  axes: readonly number[],
): LevelSample {
  const { layer, offset } = lanes[lane];
  const common = { view, sampler, level, layer: selectLayer(device, view, layer), offset };
  if (!view.viewType.startsWith('cube')) return { ...common, axes, face: null };
  const { face, s, t } = faceCoordinate(device, axes);
  return { ...common, axes: [s, t], face };
}
