import {
  AXIS_CLAMP,
  AXIS_HOLD,
  AXIS_INVERSE,
  AXIS_PERIOD,
  BLOCK_LANES,
  LANE_ALPHA,
  LANE_AXIS_U,
  LANE_AXIS_V,
  LANE_BETA,
  LANE_COLUMN,
  LANE_FILTER,
  LANE_LAYER,
  LANE_LEFT,
  LANE_LEVEL_HI,
  LANE_LEVEL_LO,
  LANE_OFFSET_U,
  LANE_OFFSET_V,
  LANE_PASSES,
  LANE_ROW,
  LANE_SAMPLES,
  LANE_START,
  LANE_U,
  LANE_V,
  LEVEL_BYTES,
  LEVEL_COLUMNS,
  LEVEL_FIRST_COLUMN,
  LEVEL_FIRST_ROW,
  LEVEL_LAST_COLUMN,
  LEVEL_LAST_ROW,
  LEVEL_LAYER_BYTES,
  LEVEL_MASKED,
  LEVEL_MASK_U,
  LEVEL_MASK_V,
  LEVEL_ROWS,
  LEVEL_SCALE_U,
  LEVEL_SCALE_V,
  LEVEL_SIZE_U,
  LEVEL_SIZE_V,
  LEVEL_SMALL,
  LEVEL_START,
  ROUND_BITS,
  STATE_AXIS_U,
  STATE_AXIS_V,
  STATE_EXACT,
  STATE_FIRST_LEVEL,
  STATE_FRACTION,
  STATE_LAST_LAYER,
  STATE_LAYER_UP,
  STATE_LEVELS,
  STATE_NARROW_WEIGHT,
  STATE_NEAREST,
  STATE_POSITIONS,
  STATE_SINGLE,
  STATE_WEIGHT_BITS,
} from '../kernel-layout.ts';
import { narrowPairs } from './narrow.ts';

/** Coordinates from here on are left to the units, unless their address mode clamps them. */
const FAR: f32 = 1024;
/** Texel offsets up to which no coordinate saturates. */
const MARGIN: i32 = 16;
/** 1.5 * 2^52 and 1.5 * 2^23: floats of this size have no fraction bits, and their low bits are an integer. */
const NO_FRACTION64: f64 = 6755399441055744;
const NO_FRACTION32: f32 = 12582912;
const NO_FRACTION32_BITS: i32 = 0x4b400000;

/**
 * Range reduction, scale, snap and the look-up places of one pass of `quads` quads: LANE_COLUMN, LANE_ROW, LANE_ALPHA,
 * LANE_BETA and LANE_START, and LANE_LEFT for lanes that the tables do not reach.
 *
 * @returns true if there are such lanes, of this pass or an earlier one
 */
export function snap(block: usize, state: usize, quads: i32, pass: i32): bool {
  const single = load<i32>(state, STATE_SINGLE) != 0;
  const levels = state + STATE_LEVELS;
  let level = levels + load<i32>(state, STATE_FIRST_LEVEL) * LEVEL_BYTES;
  let linear = load<i32>(state, STATE_NEAREST) != 0 ? i32x4.splat(0) : i32x4.splat(-1);
  let active = i32x4.splat(-1);
  let left = i32x4.splat(0);
  const spare = block + 4 * BLOCK_LANES;
  let quad = block;
  for (let lanes = block, end = block + 16 * quads; lanes < end; lanes += 16, quad += 4) {
    const before = pass == 0 ? i32x4.splat(0) : v128.load(lanes, LANE_LEFT);
    let missed = i32x4.splat(0);
    let u = v128.load(lanes, LANE_U);
    let v = v128.load(lanes, LANE_V);
    let chosen = i32x4.splat(0);
    let apart = false;
    if (!single) {
      active = i32x4.gt_s(v128.load(lanes, LANE_PASSES), i32x4.splat(pass));
      if (!v128.any_true(active)) {
        v128.store(lanes, before, LANE_LEFT);
        continue;
      }
      const samples = v128.load(lanes, LANE_SAMPLES);
      const coarser = i32x4.le_s(samples, i32x4.splat(pass));
      chosen = v128.bitselect(v128.load(lanes, LANE_LEVEL_LO), v128.load(lanes, LANE_LEVEL_HI), coarser);
      const several = i32x4.gt_s(samples, i32x4.splat(1));
      if (v128.any_true(several)) {
        const sample = i32x4.sub(i32x4.splat(pass), v128.and(samples, coarser));
        const step = positions(load<usize>(state, STATE_POSITIONS), samples, sample, v128.and(several, active));
        u = v128.bitselect(f32x4.add(u, f32x4.mul(v128.load(lanes, LANE_AXIS_U), step)), u, several);
        v = v128.bitselect(f32x4.add(v, f32x4.mul(v128.load(lanes, LANE_AXIS_V), step)), v, several);
      }
      linear = i32x4.gt_s(v128.load(lanes, LANE_FILTER), i32x4.splat(0));
      const first = i32x4.extract_lane(chosen, 0);
      level = levels + first * LEVEL_BYTES;
      apart = !i32x4.all_true(v128.or(i32x4.eq(chosen, i32x4.splat(first)), v128.not(active)));
    }
    // Lanes on levels of their own: the four are snapped on the level of each, and that lane is kept.
    let to = lanes;
    const ofLanes = v128.and(chosen, active);
    if (apart) {
      to = spare;
      v128.store(spare, ofLanes, LANE_LEVEL_HI);
    }
    for (let lane: usize = 0; lane < 16; lane += 4) {
      if (apart) level = levels + load<i32>(spare + lane, LANE_LEVEL_HI) * LEVEL_BYTES;
      const beyond = FourLanes.snap(quad, lanes, to, state, level, u, v, active, linear);
      if (!apart) {
        missed = beyond;
        break;
      }
      const own = i32x4.eq(ofLanes, v128.load32_splat(spare + lane, LANE_LEVEL_HI));
      missed = v128.or(missed, v128.and(own, beyond));
      copyPlace(spare + lane, lanes + lane);
    }
    missed = v128.or(missed, before);
    v128.store(lanes, missed, LANE_LEFT);
    left = v128.or(left, missed);
  }
  return v128.any_true(left);
}

/** The steps along the major axis of four lanes' samples; of no meaning for lanes outside of `several`. */
function positions(table: usize, samples: v128, sample: v128, several: v128): v128 {
  const places = v128.and(i32x4.add(i32x4.shl(samples, 6), i32x4.shl(sample, 2)), several);
  const first = i32x4.extract_lane(places, 0);
  if (i32x4.all_true(i32x4.eq(places, i32x4.splat(first)))) return v128.load32_splat(table + first);
  let steps = v128.load32_zero(table + first);
  steps = v128.load_lane<f32>(table + i32x4.extract_lane(places, 1), steps, 1);
  steps = v128.load_lane<f32>(table + i32x4.extract_lane(places, 2), steps, 2);
  return v128.load_lane<f32>(table + i32x4.extract_lane(places, 3), steps, 3);
}

/** The look-up place of a lane. */
function copyPlace(from: usize, to: usize): void {
  store<i32>(to, load<i32>(from, LANE_COLUMN), LANE_COLUMN);
  store<i32>(to, load<i32>(from, LANE_ROW), LANE_ROW);
  store<i32>(to, load<i32>(from, LANE_ALPHA), LANE_ALPHA);
  store<i32>(to, load<i32>(from, LANE_BETA), LANE_BETA);
  store<i32>(to, load<i32>(from, LANE_START), LANE_START);
}

/** Four lanes on one level. */
class FourLanes {
  /**
   * Snaps four lanes on one level.
   *
   * @param quad place of the quad's own entries
   * @param lanes place of the lanes' entries
   * @param to the lanes that receive the look-up places
   * @returns the active lanes that the tables do not reach
   */
  @inline
  static snap(
    quad: usize,
    lanes: usize,
    to: usize,
    state: usize,
    level: usize,
    u: v128,
    v: v128,
    active: v128,
    linear: v128,
  ): v128 {
    const fraction = load<i32>(state, STATE_FRACTION);
    const offsetU = load<i32>(quad, LANE_OFFSET_U);
    const offsetV = load<i32>(quad, LANE_OFFSET_V);
    let near: v128;
    let x: v128;
    let y: v128;
    let i: v128;
    let j: v128;
    const half = v128.and(linear, i32x4.splat((1 << fraction) >> 1));
    if (load<i32>(level, LEVEL_MASKED) != 0) {
      near = v128.and(f32x4.lt(f32x4.abs(u), f32x4.splat(FAR)), f32x4.lt(f32x4.abs(v), f32x4.splat(FAR)));
      if (load<i32>(state, STATE_EXACT)) {
        x = i32x4.sub(FourLanes.product(u, load<f64>(level, LEVEL_SCALE_U)), half);
        y = i32x4.sub(FourLanes.product(v, load<f64>(level, LEVEL_SCALE_V)), half);
      } else {
        const texels = v128.and(linear, f32x4.splat(0.5));
        const one = f32x4.splat(<f32>(1 << fraction));
        x = FourLanes.steps(f32x4.sub(u, f32x4.floor(u)), v128.load32_splat(level, LEVEL_SIZE_U), texels, one);
        y = FourLanes.steps(f32x4.sub(v, f32x4.floor(v)), v128.load32_splat(level, LEVEL_SIZE_V), texels, one);
      }
      if ((offsetU | offsetV) != 0) {
        // Larger ones may saturate.
        if (<u32>(offsetU + MARGIN) > 2 * MARGIN || <u32>(offsetV + MARGIN) > 2 * MARGIN) near = i32x4.splat(0);
        x = i32x4.add(x, i32x4.splat(offsetU << fraction));
        y = i32x4.add(y, i32x4.splat(offsetV << fraction));
      }
      x = v128.and(x, v128.load32_splat(level, LEVEL_MASK_U));
      y = v128.and(y, v128.load32_splat(level, LEVEL_MASK_V));
      i = i32x4.shr_s(x, fraction);
      j = i32x4.shr_s(y, fraction);
    } else {
      // Pseudo-minimum and -maximum are one instruction each, and let NaN pass.
      const holdU = v128.load(state, STATE_AXIS_U + AXIS_HOLD);
      const holdV = v128.load(state, STATE_AXIS_V + AXIS_HOLD);
      const heldU = f32x4.pmax(f32x4.pmin(u, holdU), f32x4.neg(holdU));
      const heldV = f32x4.pmax(f32x4.pmin(v, holdV), f32x4.neg(holdV));
      const far = f32x4.splat(FAR);
      near = v128.and(f32x4.lt(f32x4.abs(heldU), far), f32x4.lt(f32x4.abs(heldV), far));
      if (load<i32>(state, STATE_EXACT)) {
        x = i32x4.sub(exact(heldU, load<f64>(level, LEVEL_SCALE_U), state + STATE_AXIS_U), half);
        y = i32x4.sub(exact(heldV, load<f64>(level, LEVEL_SCALE_V), state + STATE_AXIS_V), half);
      } else {
        const texels = v128.and(linear, f32x4.splat(0.5));
        const one = f32x4.splat(<f32>(1 << fraction));
        const small = load<i32>(level, LEVEL_SMALL) != 0;
        x = steps(heldU, v128.load32_splat(level, LEVEL_SIZE_U), state + STATE_AXIS_U, texels, one, small);
        y = steps(heldV, v128.load32_splat(level, LEVEL_SIZE_V), state + STATE_AXIS_V, texels, one, small);
      }
      if ((offsetU | offsetV) != 0) {
        x = i32x4.add(x, i32x4.splat(offsetU << fraction));
        y = i32x4.add(y, i32x4.splat(offsetV << fraction));
      }
      i = i32x4.shr_s(x, fraction);
      j = i32x4.shr_s(y, fraction);
      // Beyond the tables of clamping modes the entries are those at the ends.
      const firstColumn = v128.load32_splat(level, LEVEL_FIRST_COLUMN);
      const firstRow = v128.load32_splat(level, LEVEL_FIRST_ROW);
      const heldI = i32x4.max_s(i32x4.min_s(i, v128.load32_splat(level, LEVEL_LAST_COLUMN)), firstColumn);
      const heldJ = i32x4.max_s(i32x4.min_s(j, v128.load32_splat(level, LEVEL_LAST_ROW)), firstRow);
      near = v128.and(near, v128.or(v128.load(state, STATE_AXIS_U + AXIS_CLAMP), i32x4.eq(heldI, i)));
      near = v128.and(near, v128.or(v128.load(state, STATE_AXIS_V + AXIS_CLAMP), i32x4.eq(heldJ, j)));
      i = heldI;
      j = heldJ;
    }
    v128.store(to, i32x4.add(v128.load32_splat(level, LEVEL_COLUMNS), i32x4.shl(i, 2)), LANE_COLUMN);
    v128.store(to, i32x4.add(v128.load32_splat(level, LEVEL_ROWS), i32x4.shl(j, 2)), LANE_ROW);

    let alpha = v128.and(x, i32x4.splat((1 << fraction) - 1));
    let beta = v128.and(y, i32x4.splat((1 << fraction) - 1));
    if (load<i32>(state + STATE_NARROW_WEIGHT, ROUND_BITS) != 0) {
      const both = narrowPairs(v128.or(alpha, i32x4.shl(beta, 16)), state + STATE_NARROW_WEIGHT, false);
      alpha = v128.and(both, i32x4.splat(0xffff));
      beta = i32x4.shr_u(both, 16);
    }
    alpha = v128.and(alpha, linear);
    beta = v128.and(beta, linear);
    const weightOne = i32x4.splat(1 << load<i32>(state, STATE_WEIGHT_BITS));
    v128.store(to, i32x4.add(i32x4.sub(weightOne, alpha), i32x4.shl(alpha, 16)), LANE_ALPHA);
    v128.store(to, i32x4.add(i32x4.sub(weightOne, beta), i32x4.shl(beta, 16)), LANE_BETA);

    let start = v128.load32_splat(level, LEVEL_START);
    const lastLayer = load<i32>(state, STATE_LAST_LAYER);
    if (lastLayer != 0) {
      const layer = selectLayer(v128.load(lanes, LANE_LAYER), lastLayer, load<i32>(state, STATE_LAYER_UP));
      start = i32x4.add(start, i32x4.mul(layer, v128.load32_splat(level, LEVEL_LAYER_BYTES)));
    }
    v128.store(to, start, LANE_START);
    return v128.andnot(active, near);
  }

  /** The product of a coordinate and a size, rounded once to nearest even, in the low 32 bits. @param u below FAR */
  @inline
  static product(u: v128, scale: f64): v128 {
    const factor = f64x2.splat(scale);
    const magic = f64x2.splat(NO_FRACTION64);
    const low = f64x2.add(f64x2.mul(f64x2.promote_low_f32x4(u), factor), magic);
    const upper = v128.shuffle<i64>(u, u, 1, 1);
    const high = f64x2.add(f64x2.mul(f64x2.promote_low_f32x4(upper), factor), magic);
    return v128.shuffle<i32>(low, high, 0, 2, 4, 6);
  }

  /** The steps after the reduction, of coordinates below 2^22. */
  @inline
  static steps(reduced: v128, size: v128, half: v128, one: v128): v128 {
    const fixed = f32x4.mul(f32x4.sub(f32x4.mul(reduced, size), half), one);
    return i32x4.sub(f32x4.add(fixed, f32x4.splat(NO_FRACTION32)), i32x4.splat(NO_FRACTION32_BITS));
  }
}

/**
 * `FourLanes.product` less whole periods, which go afterwards, as integers.
 *
 * @param axis address of the axis's record
 */
function exact(u: v128, scale: f64, axis: usize): v128 {
  const images = load<f32>(axis, AXIS_PERIOD);
  if (images == 0) return FourLanes.product(u, scale);
  const periods = f32x4.floor(f32x4.mul(u, v128.load(axis, AXIS_INVERSE)));
  const whole = i32x4.sub(f32x4.add(periods, f32x4.splat(NO_FRACTION32)), i32x4.splat(NO_FRACTION32_BITS));
  const width = i32x4.splat(<i32>(images * <f32>scale));
  return i32x4.sub(FourLanes.product(u, scale), i32x4.mul(whole, width));
}

/**
 * The same in float32 steps: reduction, product, half a texel off, each rounded; then the snap to nearest even.
 *
 * @param small true if coordinates are so small that adding NO_FRACTION32 rounds them
 */
function steps(u: v128, size: v128, axis: usize, half: v128, one: v128, small: bool): v128 {
  const periods = f32x4.trunc(f32x4.mul(u, v128.load(axis, AXIS_INVERSE)));
  // A period of 1 is taken off downwards, one of 2 towards zero.
  const down = f32x4.floor(u);
  const width = v128.load(axis, AXIS_PERIOD);
  const whole = v128.bitselect(down, f32x4.mul(periods, width), f32x4.eq(width, f32x4.splat(1)));
  const reduced = f32x4.sub(u, whole);
  if (small) return FourLanes.steps(reduced, size, half, one);
  return i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(f32x4.sub(f32x4.mul(reduced, size), half), one)));
}

/** The layer that an operand selects: NaN and negative ones the first. */
function selectLayer(operand: v128, last: i32, up: i32): v128 {
  const most = f32x4.splat(<f32>last);
  const floor = f32x4.floor(operand);
  const upper = v128.and(f32x4.ge(f32x4.sub(operand, floor), f32x4.splat(0.5)), f32x4.splat(1));
  const rounded = up ? f32x4.add(floor, upper) : f32x4.nearest(operand);
  return i32x4.trunc_sat_f32x4_s(f32x4.max(f32x4.min(rounded, most), f32x4.splat(0)));
}
