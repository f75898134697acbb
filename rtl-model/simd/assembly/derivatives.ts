import { LANE_DUDX, LANE_DUDY, LANE_DVDX, LANE_DVDY, LANE_Q, LANE_U, LANE_V } from '../kernel-layout.ts';
import { high, low, rounded } from './float64.ts';
import { flushDenorm, truncated } from './truncation.ts';

/** Divides the coordinates of `count` lanes by q. @param unit of the quotient (truncation.ts) */
export function project(block: usize, count: i32, unit: f64): void {
  for (const end: usize = block + 4 * count; block < end; block += 16) {
    const q = v128.load(block, LANE_Q);
    v128.store(block, quotients(v128.load(block, LANE_U), q, unit), LANE_U);
    v128.store(block, quotients(v128.load(block, LANE_V), q, unit), LANE_V);
  }
}

/** `quotient` of four float32. */
function quotients(a: v128, b: v128, unit: f64): v128 {
  if (unit == 0) return f32x4.div(a, b);
  return rounded(narrowQuotient(low(a), low(b), unit), narrowQuotient(high(a), high(b), unit));
}

function narrowQuotient(a: v128, b: v128, unit: f64): v128 {
  const q = f64x2.div(flushDenorm(a), flushDenorm(b));
  const isFinite = f64x2.lt(f64x2.abs(q), f64x2.splat(Infinity));
  return flushDenorm(v128.bitselect(truncated(q, unit), q, isFinite));
}

/** `quadDerivatives` of `count` lanes: one difference for the quad, taken at lane 0. */
export function deriveCoarse(block: usize, count: i32): void {
  for (const end: usize = block + 4 * count; block < end; block += 16) {
    storeCoarse(block, LANE_U, LANE_DUDX, LANE_DUDY);
    storeCoarse(block, LANE_V, LANE_DVDX, LANE_DVDY);
  }
}

/** `quadDerivatives` of `count` lanes: along the lane's own row and column. */
export function deriveFine(block: usize, count: i32): void {
  for (const end: usize = block + 4 * count; block < end; block += 16) {
    storeFine(block, LANE_U, LANE_DUDX, LANE_DUDY);
    storeFine(block, LANE_V, LANE_DVDX, LANE_DVDY);
  }
}

function storeCoarse(quad: usize, coordinate: usize, dx: usize, dy: usize): void {
  const x = v128.load(quad + coordinate);
  const d = f32x4.sub(x, v128.shuffle<i32>(x, x, 0, 0, 0, 0));
  v128.store(quad + dx, v128.shuffle<i32>(d, d, 1, 1, 1, 1));
  v128.store(quad + dy, v128.shuffle<i32>(d, d, 2, 2, 2, 2));
}

function storeFine(quad: usize, coordinate: usize, dx: usize, dy: usize): void {
  const x = v128.load(quad + coordinate);
  v128.store(quad + dx, f32x4.sub(v128.shuffle<i32>(x, x, 1, 1, 3, 3), v128.shuffle<i32>(x, x, 0, 0, 2, 2)));
  v128.store(quad + dy, f32x4.sub(v128.shuffle<i32>(x, x, 2, 3, 2, 3), v128.shuffle<i32>(x, x, 0, 1, 0, 1)));
}
