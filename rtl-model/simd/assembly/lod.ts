import {
  LANE_ACTIVE,
  LANE_AXIS_U,
  LANE_AXIS_V,
  LANE_BASE_LOD,
  LANE_DUDX,
  LANE_DUDY,
  LANE_DVDX,
  LANE_DVDY,
  LANE_FILTER,
  LANE_LEVEL_HI,
  LANE_LEVEL_LO,
  LANE_LEVEL_WEIGHT,
  LANE_LOD_OPERAND,
  LANE_MIN_LOD,
  LANE_PASSES,
  LANE_SAMPLES,
} from '../kernel-layout.ts';
import { selectLevels } from './levels.ts';
import { explicitLods } from './lod-bounds.ts';
import { LodRecord } from './lod-record.ts';
import { measure } from './measure.ts';
import { strided } from './vectors.ts';

/**
 * The LOD unit: `LodUnit.select` of the first `count` lanes of a block. Quads whose lanes have the same derivatives, or
 * the same explicit LOD, are measured four at once, as points: the point of quad q takes the place of lane q, until it is
 * spread over the quad.
 *
 * @param record address of the state's LodRecord
 * @param count a multiple of 4
 * @returns the most passes of a lane
 */
export function selectLods(record: usize, block: usize, count: i32): i32 {
  const r = changetype<LodRecord>(record);
  const quads = count >> 2;
  const anisotropic = !r.explicit && r.maxAnisotropy > 1;
  const sameOperands = operandsAreUniform(block, count);
  const shared = r.explicit ? sameOperands : r.shared || derivativesAreUniform(block, count);
  const stride: usize = shared ? 16 : 4;
  const points = shared ? quads : count;
  if (r.explicit) takeOperands(block, stride, points, r);
  else measure(block, stride, points, anisotropic, r);
  if (shared && sameOperands) selectLevels(block, 16, quads, r);
  if (shared) spreadMeasured(block, quads, sameOperands, anisotropic);
  if (!shared || !sameOperands) selectLevels(block, 4, count, r);
  return withholdPasses(block, quads);
}

/** Base LOD and samples of explicit LODs; parameters as `measure`. */
function takeOperands(at: usize, stride: usize, count: i32, r: LodRecord): void {
  const one = i32x4.splat(1);
  let point = at;
  for (const end: usize = point + 4 * count; point < end; point += 16) {
    v128.store(point, explicitLods(strided(at + LANE_LOD_OPERAND, stride), r), LANE_BASE_LOD);
    v128.store(point, one, LANE_SAMPLES);
    at += 4 * stride;
  }
}

function derivativesAreUniform(quad: usize, count: i32): bool {
  const end: usize = quad + 4 * count;
  while (quad < end) {
    const alongX = v128.and(isUniform(quad + LANE_DUDX), isUniform(quad + LANE_DVDX));
    const alongY = v128.and(isUniform(quad + LANE_DUDY), isUniform(quad + LANE_DVDY));
    if (!i32x4.all_true(v128.and(alongX, alongY))) return false;
    quad += 16;
  }
  return true;
}

function operandsAreUniform(quad: usize, count: i32): bool {
  const end: usize = quad + 4 * count;
  while (quad < end) {
    if (!i32x4.all_true(v128.and(isUniform(quad + LANE_LOD_OPERAND), isUniform(quad + LANE_MIN_LOD)))) return false;
    quad += 16;
  }
  return true;
}

/** All set in the lanes of a quad that have the bits of lane 0 in the register. */
function isUniform(register: usize): v128 {
  return i32x4.eq(v128.load(register), v128.load32_splat(register));
}

/**
 * From points to the lanes of their quads, from the last quad down: no point is overwritten before it is read.
 *
 * @param selected true if the points have levels, which take the place of the base LOD
 */
function spreadMeasured(block: usize, quads: i32, selected: bool, anisotropic: bool): void {
  for (let q = quads - 1; q >= 0; q--) {
    spread(block, q, LANE_SAMPLES);
    if (selected) {
      spread(block, q, LANE_FILTER);
      spread(block, q, LANE_LEVEL_HI);
      spread(block, q, LANE_LEVEL_LO);
      spread(block, q, LANE_LEVEL_WEIGHT);
      spread(block, q, LANE_PASSES);
    } else {
      spread(block, q, LANE_BASE_LOD);
    }
    if (!anisotropic) continue;
    spread(block, q, LANE_AXIS_U);
    spread(block, q, LANE_AXIS_V);
  }
}

function spread(block: usize, q: i32, register: usize): void {
  v128.store(block + register + 16 * q, v128.load32_splat(block + register + 4 * q));
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
