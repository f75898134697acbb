import {
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
  LEVEL_ROWS,
  LEVEL_SCALE_U,
  LEVEL_SCALE_V,
  LEVEL_SIZE_U,
  LEVEL_SIZE_V,
  LEVEL_SMALL,
  LEVEL_START,
  ROUND_BITS,
  STATE_CLAMP_U,
  STATE_CLAMP_V,
  STATE_EXACT,
  STATE_FIRST_LEVEL,
  STATE_FRACTION,
  STATE_HOLD_U,
  STATE_HOLD_V,
  STATE_INVERSE_U,
  STATE_INVERSE_V,
  STATE_LAST_LAYER,
  STATE_LAYER_UP,
  STATE_LEVELS,
  STATE_NARROW_WEIGHT,
  STATE_PERIOD_U,
  STATE_POSITIONS,
  STATE_SINGLE,
  STATE_WEIGHT_BITS,
} from '../kernel-layout.ts';
import { narrow } from './narrow.ts';

/** From the reciprocal of a period to the period. */
const PERIOD: usize = STATE_PERIOD_U - STATE_INVERSE_U;
/** Coordinates from here on are left to the units, unless their address mode clamps them. */
const FAR: f32 = 1024;
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
  let left = i32x4.splat(0);
  const levels = state + STATE_LEVELS;
  if (load<i32>(state, STATE_SINGLE) != 0) {
    const all = i32x4.splat(-1);
    const level = levels + load<i32>(state, STATE_FIRST_LEVEL) * LEVEL_BYTES;
    let quad = block;
    for (let lanes = block, end = block + 16 * quads; lanes < end; lanes += 16, quad += 4) {
      v128.store(lanes, i32x4.splat(0), LANE_LEFT);
      snapQuad(
        quad,
        lanes,
        state,
        level,
        v128.load(lanes, LANE_U),
        v128.load(lanes, LANE_V),
        all,
        all,
        v128.load(lanes, LANE_LAYER),
      );
      left = v128.or(left, v128.load(lanes, LANE_LEFT));
    }
    return v128.any_true(left);
  }
  const spare = block + 4 * BLOCK_LANES;
  let quad = block;
  for (let lanes = block, end = block + 16 * quads; lanes < end; lanes += 16, quad += 4) {
    const active = i32x4.gt_s(v128.load(lanes, LANE_PASSES), i32x4.splat(pass));
    if (pass == 0) v128.store(lanes, i32x4.splat(0), LANE_LEFT);
    if (!v128.any_true(active)) continue;
    const samples = v128.load(lanes, LANE_SAMPLES);
    const coarser = i32x4.le_s(samples, i32x4.splat(pass));
    const chosen = v128.bitselect(v128.load(lanes, LANE_LEVEL_LO), v128.load(lanes, LANE_LEVEL_HI), coarser);
    let u = v128.load(lanes, LANE_U);
    let v = v128.load(lanes, LANE_V);
    const several = i32x4.gt_s(samples, i32x4.splat(1));
    if (v128.any_true(several)) {
      const sample = i32x4.sub(i32x4.splat(pass), v128.and(samples, coarser));
      const step = positions(load<usize>(state, STATE_POSITIONS), samples, sample, v128.and(several, active));
      u = v128.bitselect(f32x4.add(u, f32x4.mul(v128.load(lanes, LANE_AXIS_U), step)), u, several);
      v = v128.bitselect(f32x4.add(v, f32x4.mul(v128.load(lanes, LANE_AXIS_V), step)), v, several);
    }
    const linear = i32x4.gt_s(v128.load(lanes, LANE_FILTER), i32x4.splat(0));
    const first = i32x4.extract_lane(chosen, 0);
    if (i32x4.all_true(v128.or(i32x4.eq(chosen, i32x4.splat(first)), v128.not(active)))) {
      snapQuad(quad, lanes, state, levels + first * LEVEL_BYTES, u, v, active, linear, v128.load(lanes, LANE_LAYER));
      left = v128.or(left, v128.load(lanes, LANE_LEFT));
      continue;
    }
    const level = v128.and(chosen, active);
    snapLane(quad, lanes, spare, 0, state, levels + i32x4.extract_lane(level, 0) * LEVEL_BYTES, u, v, active, linear);
    snapLane(quad, lanes, spare, 4, state, levels + i32x4.extract_lane(level, 1) * LEVEL_BYTES, u, v, active, linear);
    snapLane(quad, lanes, spare, 8, state, levels + i32x4.extract_lane(level, 2) * LEVEL_BYTES, u, v, active, linear);
    snapLane(quad, lanes, spare, 12, state, levels + i32x4.extract_lane(level, 3) * LEVEL_BYTES, u, v, active, linear);
    left = v128.or(left, v128.load(lanes, LANE_LEFT));
  }
  return v128.any_true(left);
}

/** The steps along the major axis of four lanes' samples; 0 for lanes outside of `several`. */
function positions(table: usize, samples: v128, sample: v128, several: v128): v128 {
  const places = v128.and(i32x4.add(i32x4.shl(samples, 6), i32x4.shl(sample, 2)), several);
  let steps = v128.load32_zero(table + i32x4.extract_lane(places, 0));
  steps = v128.load_lane<f32>(table + i32x4.extract_lane(places, 1), steps, 1);
  steps = v128.load_lane<f32>(table + i32x4.extract_lane(places, 2), steps, 2);
  return v128.load_lane<f32>(table + i32x4.extract_lane(places, 3), steps, 3);
}

/** Snaps the four lanes on one lane's level, and keeps that lane. @param lane its place in a register, in bytes */
function snapLane(
  quad: usize,
  lanes: usize,
  spare: usize,
  lane: usize,
  state: usize,
  level: usize,
  u: v128,
  v: v128,
  active: v128,
  linear: v128,
): void {
  v128.store(spare, i32x4.splat(0), LANE_LEFT);
  snapQuad(quad, spare, state, level, u, v, active, linear, v128.load(lanes, LANE_LAYER));
  const to = lanes + lane;
  const from = spare + lane;
  store<i32>(to, load<i32>(from, LANE_COLUMN), LANE_COLUMN);
  store<i32>(to, load<i32>(from, LANE_ROW), LANE_ROW);
  store<i32>(to, load<i32>(from, LANE_ALPHA), LANE_ALPHA);
  store<i32>(to, load<i32>(from, LANE_BETA), LANE_BETA);
  store<i32>(to, load<i32>(from, LANE_START), LANE_START);
  store<i32>(to, load<i32>(to, LANE_LEFT) | load<i32>(from, LANE_LEFT), LANE_LEFT);
}

/** Snaps four lanes on one level. @param quad place of the quad's own entries  @param to the lanes that receive the places */
function snapQuad(
  quad: usize,
  to: usize,
  state: usize,
  level: usize,
  u: v128,
  v: v128,
  active: v128,
  linear: v128,
  layers: v128,
): void {
  const fraction = load<i32>(state, STATE_FRACTION);
  const offsetU = i32x4.shl(v128.load32_splat(quad, LANE_OFFSET_U), fraction);
  const offsetV = i32x4.shl(v128.load32_splat(quad, LANE_OFFSET_V), fraction);
  // Pseudo-minimum and -maximum are one instruction each, and let NaN pass.
  const holdU = v128.load(state, STATE_HOLD_U);
  const holdV = v128.load(state, STATE_HOLD_V);
  const heldU = f32x4.pmax(f32x4.pmin(u, holdU), f32x4.neg(holdU));
  const heldV = f32x4.pmax(f32x4.pmin(v, holdV), f32x4.neg(holdV));
  const far = f32x4.splat(FAR);
  let near = v128.and(f32x4.lt(f32x4.abs(heldU), far), f32x4.lt(f32x4.abs(heldV), far));
  let x: v128;
  let y: v128;
  if (load<i32>(state, STATE_EXACT)) {
    const half = v128.and(linear, i32x4.splat((1 << fraction) >> 1));
    x = exact(heldU, load<f64>(level, LEVEL_SCALE_U), state + STATE_INVERSE_U, i32x4.sub(offsetU, half));
    y = exact(heldV, load<f64>(level, LEVEL_SCALE_V), state + STATE_INVERSE_V, i32x4.sub(offsetV, half));
  } else {
    const half = v128.and(linear, f32x4.splat(0.5));
    const one = f32x4.splat(<f32>(1 << fraction));
    const small = load<i32>(level, LEVEL_SMALL) != 0;
    x = i32x4.add(
      steps(heldU, v128.load32_splat(level, LEVEL_SIZE_U), state + STATE_INVERSE_U, half, one, small),
      offsetU,
    );
    y = i32x4.add(
      steps(heldV, v128.load32_splat(level, LEVEL_SIZE_V), state + STATE_INVERSE_V, half, one, small),
      offsetV,
    );
  }
  const firstColumn = v128.load32_splat(level, LEVEL_FIRST_COLUMN);
  const firstRow = v128.load32_splat(level, LEVEL_FIRST_ROW);
  const lastColumn = v128.load32_splat(level, LEVEL_LAST_COLUMN);
  const lastRow = v128.load32_splat(level, LEVEL_LAST_ROW);
  let i = i32x4.shr_s(x, fraction);
  let j = i32x4.shr_s(y, fraction);
  // Beyond the tables of clamping modes the entries are those at the ends.
  const clampU = v128.load(state, STATE_CLAMP_U);
  const clampV = v128.load(state, STATE_CLAMP_V);
  const heldI = i32x4.max_s(i32x4.min_s(i, lastColumn), firstColumn);
  const heldJ = i32x4.max_s(i32x4.min_s(j, lastRow), firstRow);
  near = v128.and(near, v128.or(clampU, i32x4.eq(heldI, i)));
  near = v128.and(near, v128.or(clampV, i32x4.eq(heldJ, j)));
  i = heldI;
  j = heldJ;
  v128.store(to, v128.or(v128.load(to, LANE_LEFT), v128.andnot(active, near)), LANE_LEFT);
  v128.store(to, i32x4.add(v128.load32_splat(level, LEVEL_COLUMNS), i32x4.shl(i, 2)), LANE_COLUMN);
  v128.store(to, i32x4.add(v128.load32_splat(level, LEVEL_ROWS), i32x4.shl(j, 2)), LANE_ROW);

  const mask = v128.and(linear, i32x4.splat((1 << fraction) - 1));
  let alpha = v128.and(x, mask);
  let beta = v128.and(y, mask);
  if (load<i32>(state + STATE_NARROW_WEIGHT, ROUND_BITS) != 0) {
    alpha = narrow(alpha, state + STATE_NARROW_WEIGHT);
    beta = narrow(beta, state + STATE_NARROW_WEIGHT);
  }
  const weightOne = i32x4.splat(1 << load<i32>(state, STATE_WEIGHT_BITS));
  v128.store(to, v128.or(i32x4.sub(weightOne, alpha), i32x4.shl(alpha, 16)), LANE_ALPHA);
  v128.store(to, v128.or(i32x4.sub(weightOne, beta), i32x4.shl(beta, 16)), LANE_BETA);

  const start = v128.load32_splat(level, LEVEL_START);
  const lastLayer = load<i32>(state, STATE_LAST_LAYER);
  if (lastLayer == 0) {
    v128.store(to, start, LANE_START);
    return;
  }
  const layer = selectLayer(layers, lastLayer, load<i32>(state, STATE_LAYER_UP));
  v128.store(to, i32x4.add(start, i32x4.mul(layer, v128.load32_splat(level, LEVEL_LAYER_BYTES))), LANE_START);
}

/**
 * The exact product of a coordinate and a size, rounded once to nearest even; whole periods go afterwards, as integers.
 *
 * @param period the reciprocal of the period, and PERIOD bytes behind it the period
 */
function exact(u: v128, scale: f64, period: usize, shift: v128): v128 {
  const factor = f64x2.splat(scale);
  const magic = f64x2.splat(NO_FRACTION64);
  const low = f64x2.add(f64x2.mul(f64x2.promote_low_f32x4(u), factor), magic);
  const upper = i8x16.shuffle(u, u, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15);
  const high = f64x2.add(f64x2.mul(f64x2.promote_low_f32x4(upper), factor), magic);
  const scaled = i8x16.shuffle(low, high, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27);
  const periods = f32x4.floor(f32x4.mul(u, v128.load(period)));
  const whole = i32x4.sub(f32x4.add(periods, f32x4.splat(NO_FRACTION32)), i32x4.splat(NO_FRACTION32_BITS));
  const width = i32x4.splat(<i32>(load<f32>(period, PERIOD) * <f32>scale));
  return i32x4.add(scaled, i32x4.sub(shift, i32x4.mul(whole, width)));
}

/**
 * The same in float32 steps: reduction, product, half a texel off, each rounded; then the snap to nearest even.
 *
 * @param small true if coordinates are so small that adding NO_FRACTION32 rounds them
 */
function steps(u: v128, size: v128, period: usize, half: v128, one: v128, small: bool): v128 {
  const periods = f32x4.trunc(f32x4.mul(u, v128.load(period)));
  // A period of 1 is taken off downwards, one of 2 towards zero.
  const down = f32x4.floor(u);
  const width = v128.load(period, PERIOD);
  const whole = v128.bitselect(down, f32x4.mul(periods, width), f32x4.eq(width, f32x4.splat(1)));
  const scaled = f32x4.sub(f32x4.mul(f32x4.sub(u, whole), size), half);
  const fixed = f32x4.mul(scaled, one);
  if (small) return i32x4.sub(f32x4.add(fixed, f32x4.splat(NO_FRACTION32)), i32x4.splat(NO_FRACTION32_BITS));
  return i32x4.trunc_sat_f32x4_s(f32x4.nearest(fixed));
}

/** The layer that an operand selects: NaN and negative ones the first. */
function selectLayer(operand: v128, last: i32, up: i32): v128 {
  const most = f32x4.splat(<f32>last);
  const floor = f32x4.floor(operand);
  const upper = v128.and(f32x4.ge(f32x4.sub(operand, floor), f32x4.splat(0.5)), f32x4.splat(1));
  const rounded = up ? f32x4.add(floor, upper) : f32x4.nearest(operand);
  return i32x4.trunc_sat_f32x4_s(f32x4.max(f32x4.min(rounded, most), f32x4.splat(0)));
}
