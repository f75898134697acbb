import {
  LANE_ACTIVE,
  LANE_AXIS_U,
  LANE_AXIS_V,
  LANE_BASE_LOD,
  LANE_FILTER,
  LANE_LAMBDA,
  LANE_LEVEL_HI,
  LANE_LEVEL_LO,
  LANE_LEVEL_PARAMETER,
  LANE_LEVEL_WEIGHT,
  LANE_LOD,
  LANE_LOD_OPERAND,
  LANE_MIN_LOD,
  LANE_PASSES,
  LANE_SAMPLES,
} from '../kernel-layout.ts';
import { selectLevels } from './levels.ts';
import { explicitLods } from './lod-bounds.ts';
import { LodRecord } from './lod-record.ts';
import { measureAxes, measureLengths } from './scale-factor.ts';

/**
 * The LOD unit: `LodUnit.select` of the first `count` lanes of a block. Quads whose lanes share derivatives and operands
 * are measured four at once, as points: the point of quad q takes the place of lane q, until it is spread over the quad.
 *
 * @param record address of the state's LodRecord
 * @param count a multiple of 4
 * @returns the most passes of a lane
 */
export function selectLods(record: usize, block: usize, count: i32): i32 {
  const r = changetype<LodRecord>(record);
  const quads = count >> 2;
  const anisotropic = r.maxAnisotropy > 1;
  if (!r.shared) {
    if (r.explicit) takeOperands(block, count, r);
    else if (anisotropic) measureAxes(block, 4, count, r);
    else measureLengths(block, 4, count, r);
    selectLevels(block, 4, count, r);
  } else {
    if (anisotropic) measureAxes(block, 16, quads, r);
    else measureLengths(block, 16, quads, r);
    const uniform = operandsAreUniform(block, count);
    if (uniform) selectLevels(block, 16, quads, r);
    spreadMeasured(block, quads, anisotropic);
    if (uniform) spreadSelected(block, quads);
    else selectLevels(block, 4, count, r);
  }
  return withholdPasses(block, quads);
}

function takeOperands(lane: usize, count: i32, r: LodRecord): void {
  const one = i32x4.splat(1);
  for (const end: usize = lane + 4 * count; lane < end; lane += 16) {
    v128.store(lane, explicitLods(v128.load(lane, LANE_LOD_OPERAND), r), LANE_BASE_LOD);
    v128.store(lane, one, LANE_SAMPLES);
  }
}

/** True if in every quad the lanes have the same operands. */
function operandsAreUniform(quad: usize, count: i32): bool {
  let same = i32x4.splat(-1);
  for (const end: usize = quad + 4 * count; quad < end; quad += 16) {
    const operand = v128.load(quad, LANE_LOD_OPERAND);
    const bound = v128.load(quad, LANE_MIN_LOD);
    same = v128.and(same, f32x4.eq(operand, v128.shuffle<i32>(operand, operand, 0, 0, 0, 0)));
    same = v128.and(same, f32x4.eq(bound, v128.shuffle<i32>(bound, bound, 0, 0, 0, 0)));
  }
  return i32x4.all_true(same);
}

function spreadMeasured(block: usize, quads: i32, anisotropic: bool): void {
  spread(block + LANE_BASE_LOD, quads);
  spread(block + LANE_SAMPLES, quads);
  if (!anisotropic) return;
  spread(block + LANE_AXIS_U, quads);
  spread(block + LANE_AXIS_V, quads);
}

function spreadSelected(block: usize, quads: i32): void {
  spread(block + LANE_LAMBDA, quads);
  spread(block + LANE_LOD, quads);
  spread(block + LANE_LEVEL_PARAMETER, quads);
  spread(block + LANE_FILTER, quads);
  spread(block + LANE_LEVEL_HI, quads);
  spread(block + LANE_LEVEL_LO, quads);
  spread(block + LANE_LEVEL_WEIGHT, quads);
  spread(block + LANE_PASSES, quads);
}

/** From points to the lanes of their quads, from the last quad down: no point is overwritten before it is read. */
function spread(register: usize, quads: i32): void {
  for (let q = quads - 1; q >= 0; q--) v128.store(register + 16 * q, v128.load32_splat(register + 4 * q));
}

/** Takes the passes from lanes that want no result. @returns the most passes that remain */
function withholdPasses(block: usize, quads: i32): i32 {
  const bits = i32x4(1, 2, 4, 8);
  let most = i32x4.splat(0);
  for (let q = 0; q < quads; q++) {
    const quad = block + 16 * q;
    const active = i32x4.eq(v128.and(v128.load32_splat(block + 4 * q, LANE_ACTIVE), bits), bits);
    const passes = v128.and(v128.load(quad, LANE_PASSES), active);
    v128.store(quad, passes, LANE_PASSES);
    most = i32x4.max_s(most, passes);
  }
  const two = i32x4.max_s(most, v128.shuffle<i64>(most, most, 1, 0));
  return max(i32x4.extract_lane(two, 0), i32x4.extract_lane(two, 1));
}
