import type { Design } from '../../../rtl-model/design/design.ts';
import { baseScales } from '../coordinates/texel-coordinates.ts';
import { FLOAT32_ERROR } from '../exact/float32.ts';
import { type Interval, point, sum, widened } from '../exact/interval.ts';
import { isAnisotropic } from '../lod/anisotropy.ts';
import { type Footprint, footprints } from '../lod/footprint.ts';
import { implicitLength } from '../lod/implicit-length.ts';
import { type Lane } from '../state/lane.ts';
import type { SampleState } from '../state/state.ts';

/** The footprint of an explicit LOD: one sample. */
const ISOTROPIC: Footprint = { length: point(1), samples: [1], axis: [], axisError: 0 };

/**
 * The footprints of a lane. Anisotropic filtering is of 2D images; of 1D images and cubes it may be, so both are
 * allowed (D3D11.3 7.18.11, 7.18.13). Where a text is the standard, its scheme is the implementation's.
 */
export function laneFootprints(state: SampleState, lane: Lane): readonly Footprint[] {
  const { sampler, view, instruction, reading } = state;
  if (instruction.lod === 'explicit') return [ISOTROPIC];
  const ofText = reading.lengths !== undefined;
  const isotropic = () => {
    if (!ofText) return of(false);
    const length = implicitLength(state, lane, false);
    return length === undefined ? [] : [{ ...ISOTROPIC, length }];
  };
  const of = (anisotropic: boolean) => footprints(state, lane, anisotropic);
  const anisotropic = ofText ? isAnisotropic(state, lane) : sampler.anisotropyEnable;
  if (!anisotropic || view.viewType === '3d') return isotropic();
  const must = view.viewType.startsWith('2d') && !ofText;
  return must ? of(true) : [...isotropic(), ...of(true)];
}

/**
 * The coordinates of N samples along the major axis around the lane's (Vulkan: Texel Anisotropic Filtering). The axis
 * may point either way: its positions lie evenly about the centre. float32 rounds the axis, its position, their
 * product, and the sum with the coordinate.
 */
export function samplePlaces(
  state: SampleState,
  center: readonly Interval[],
  { axis, axisError }: Footprint,
  n: number,
): readonly (readonly Interval[])[] {
  if (n === 1) return [center];
  const scales = baseScales(state);
  return Array.from({ length: n }, (_, k) => {
    const position = samplePosition(k, n, state.design);
    return center.map((coordinate, a) => {
      const along = scales[a] === 0 ? 0 : (axis[a] * position) / scales[a];
      const place = sum(coordinate, point(along));
      const size = Math.max(Math.abs(place.lower), Math.abs(place.upper));
      if (!Number.isFinite(size)) return place;
      const axisShare = scales[a] === 0 ? 0 : axisError / 2 / scales[a];
      return widened(place, FLOAT32_ERROR * (size + 4 * Math.abs(along)) + axisShare + 2 ** -149);
    });
  });
}

/** The position of sample k of n, in [-1/2, 1/2] of the axis. */
function samplePosition(k: number, n: number, { lod }: Design): number {
  return lod.anisotropicSpacing === 'centered' ? (2 * k + 1 - n) / (2 * n) : (k + 1) / (n + 1) - 1 / 2;
}
