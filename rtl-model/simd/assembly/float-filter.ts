import {
  FORM_HALVES,
  LANE_ALPHA,
  LANE_BETA,
  LANE_COLOR,
  LANE_FILTER,
  LANE_LEFT,
  LANE_LEVEL_WEIGHT,
  LANE_PASSES,
  LANE_SAMPLES,
  LANE_SUM_HI,
  LANE_SUM_LO,
  STATE_CONSTANT,
  STATE_FORM,
  STATE_KEPT,
  STATE_LEVEL_BITS,
  STATE_DIRECT,
  STATE_NEAREST,
  STATE_SINGLE,
  STATE_UPPER,
  STATE_WEIGHT_BITS,
} from '../kernel-layout.ts';
import { powerOf2 } from './narrow.ts';
import { decodeTexel, halvesToFloats, texelAddresses, Texels } from './texels.ts';

/*
 * The `fused` path of floats that are whole multiples of 2^-24: one rounding, at the end (FusedArithmetic). A lane where
 * float64 does not hold a sum is left to the units.
 */

/** Sums of such floats below these, times weights of 2 * 8 bits, have at most 53 bits: of one sample, and of up to 16. */
const WHOLE: f32 = 8192;
const WHOLE_SUM: f32 = 512;

/**
 * Texel loads, decode and bilinear interpolation of one pass: the sums of the levels, or the result of states with one
 * sample.
 *
 * @returns true if a lane is left
 */
export function filterFloats(block: usize, state: usize, lanes: i32, pass: i32): bool {
  const kept = v128.load(state, STATE_KEPT);
  const constant = v128.load(state, STATE_CONSTANT);
  const single = load<i32>(state, STATE_SINGLE) != 0;
  const direct = load<i32>(state, STATE_DIRECT) != 0;
  const nearest = load<i32>(state, STATE_NEAREST) != 0;
  const halves = load<i32>(state, STATE_FORM) == FORM_HALVES;
  const places = v128.load(state, STATE_UPPER);
  const unit = powerOf2(-2 * load<i32>(state, STATE_WEIGHT_BITS));
  let left = false;
  for (let lane: usize = block, end: usize = block + 4 * lanes; lane < end; lane += 4) {
    if (!single && pass >= load<i32>(lane, LANE_PASSES)) continue;
    const addresses = texelAddresses(lane);
    const at00 = i32x4.extract_lane(addresses, 0);
    const at10 = nearest ? at00 : i32x4.extract_lane(addresses, 1);
    const at01 = nearest ? at00 : i32x4.extract_lane(addresses, 2);
    const at11 = nearest ? at00 : i32x4.extract_lane(addresses, 3);
    let texel00: v128;
    let texel10: v128;
    let texel01: v128;
    let texel11: v128;
    if (halves && i32x4.bitmask(addresses) == 0) {
      texel00 = Texels.unsigned(at00, places);
      texel10 = Texels.unsigned(at10, places);
      texel01 = Texels.unsigned(at01, places);
      texel11 = Texels.unsigned(at11, places);
    } else {
      texel00 = decodeTexel(at00, state);
      texel10 = nearest ? texel00 : decodeTexel(at10, state);
      texel01 = nearest ? texel00 : decodeTexel(at01, state);
      texel11 = nearest ? texel00 : decodeTexel(at11, state);
    }
    if (halves) {
      texel00 = halvesToFloats(texel00);
      texel10 = halvesToFloats(texel10);
      texel01 = halvesToFloats(texel01);
      texel11 = halvesToFloats(texel11);
    }
    const samples = single ? 1 : load<i32>(lane, LANE_SAMPLES);
    const limit = f32x4.splat(samples == 1 ? WHOLE : WHOLE_SUM);
    const upper = v128.and(f32x4.lt(f32x4.abs(texel00), limit), f32x4.lt(f32x4.abs(texel10), limit));
    const lower = v128.and(f32x4.lt(f32x4.abs(texel01), limit), f32x4.lt(f32x4.abs(texel11), limit));
    if (!i32x4.all_true(v128.and(upper, lower))) {
      store<i32>(lane, 1, LANE_LEFT);
      left = true;
      continue;
    }
    let low: v128;
    let high: v128;
    const at = block + 4 * (lane - block);
    if (nearest || (!single && load<i32>(lane, LANE_FILTER) == 0)) {
      low = f64x2.promote_low_f32x4(texel00);
      high = f64x2.promote_low_f32x4(v128.shuffle<i64>(texel00, texel00, 1, 1));
    } else {
      const alphas = load<i32>(lane, LANE_ALPHA);
      const betas = load<i32>(lane, LANE_BETA);
      const alpha0 = alphas & 0xffff;
      const alpha1 = alphas >>> 16;
      const beta0 = betas & 0xffff;
      const beta1 = betas >>> 16;
      const weight00 = f64x2.mul(f64x2.splat(<f64>(alpha0 * beta0)), unit);
      const weight10 = f64x2.mul(f64x2.splat(<f64>(alpha1 * beta0)), unit);
      const weight01 = f64x2.mul(f64x2.splat(<f64>(alpha0 * beta1)), unit);
      const weight11 = f64x2.mul(f64x2.splat(<f64>(alpha1 * beta1)), unit);
      // A texel without weight gives +0, so that the sum is not -0.
      const zero = f64x2.splat(alpha0 == 0 || alpha1 == 0 || beta0 == 0 || beta1 == 0 ? 0.0 : -0.0);
      low = f64x2.add(bilinear(texel00, texel10, texel01, texel11, weight00, weight10, weight01, weight11), zero);
      texel00 = v128.shuffle<i64>(texel00, texel00, 1, 1);
      texel10 = v128.shuffle<i64>(texel10, texel10, 1, 1);
      texel01 = v128.shuffle<i64>(texel01, texel01, 1, 1);
      texel11 = v128.shuffle<i64>(texel11, texel11, 1, 1);
      high = f64x2.add(bilinear(texel00, texel10, texel01, texel11, weight00, weight10, weight01, weight11), zero);
    }
    if (direct) {
      const color = v128.shuffle<i64>(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 2);
      v128.store(at, v128.or(v128.and(color, kept), constant), LANE_COLOR);
      continue;
    }
    const sum = block + 8 * (lane - block) + (pass < samples ? LANE_SUM_HI : LANE_SUM_LO);
    if (pass != 0 && pass != samples) {
      low = f64x2.add(v128.load(sum), low);
      high = f64x2.add(v128.load(sum, 16), high);
    }
    v128.store(sum, low);
    v128.store(sum, high, 16);
  }
  return left;
}

/** The lower two components. */
function bilinear(
  texel00: v128,
  texel10: v128,
  texel01: v128,
  texel11: v128,
  weight00: v128,
  weight10: v128,
  weight01: v128,
  weight11: v128,
): v128 {
  const above = f64x2.add(
    f64x2.mul(f64x2.promote_low_f32x4(texel00), weight00),
    f64x2.mul(f64x2.promote_low_f32x4(texel10), weight10),
  );
  const below = f64x2.add(
    f64x2.mul(f64x2.promote_low_f32x4(texel01), weight01),
    f64x2.mul(f64x2.promote_low_f32x4(texel11), weight11),
  );
  return f64x2.add(above, below);
}

/** Average of the samples, lerp between the levels and result. @returns true if a lane is left */
export function finishFloats(block: usize, state: usize, lanes: i32): bool {
  const kept = v128.load(state, STATE_KEPT);
  const constant = v128.load(state, STATE_CONSTANT);
  const bits = load<i32>(state, STATE_LEVEL_BITS);
  let left = false;
  for (let lane: usize = block, end: usize = block + 4 * lanes; lane < end; lane += 4) {
    if (load<i32>(lane, LANE_PASSES) == 0 || load<i32>(lane, LANE_LEFT) != 0) continue;
    const samples = f64x2.splat(<f64>load<i32>(lane, LANE_SAMPLES));
    const weight = load<i32>(lane, LANE_LEVEL_WEIGHT);
    const sums = block + 8 * (lane - block);
    let low = v128.load(sums, LANE_SUM_HI);
    let high = v128.load(sums, LANE_SUM_HI + 16);
    if (weight != 0) {
      const one = 1 << bits;
      const finer = f64x2.mul(f64x2.splat(<f64>(one - weight)), powerOf2(-bits));
      const coarser = f64x2.mul(f64x2.splat(<f64>weight), powerOf2(-bits));
      const splitter = f64x2.splat(<f64>(one + 1));
      const low2 = v128.load(sums, LANE_SUM_LO);
      const high2 = v128.load(sums, LANE_SUM_LO + 16);
      const nearLow = f64x2.add(f64x2.mul(low, finer), f64x2.mul(low2, coarser));
      const nearHigh = f64x2.add(f64x2.mul(high, finer), f64x2.mul(high2, coarser));
      const certainLow = certain(low, low2, finer, coarser, nearLow, samples, splitter);
      const certainHigh = certain(high, high2, finer, coarser, nearHigh, samples, splitter);
      if (weight == one || !i64x2.all_true(v128.and(certainLow, certainHigh))) {
        store<i32>(lane, 1, LANE_LEFT);
        left = true;
        continue;
      }
      low = nearLow;
      high = nearHigh;
    }
    const color = v128.shuffle<i64>(
      f32x4.demote_f64x2_zero(f64x2.div(low, samples)),
      f32x4.demote_f64x2_zero(f64x2.div(high, samples)),
      0,
      2,
    );
    v128.store(block + 4 * (lane - block), v128.or(v128.and(color, kept), constant), LANE_COLOR);
  }
  return left;
}

/** True where the lerp x a + y b is exact, or so near that it rounds as the exact one does. */
function certain(x: v128, y: v128, a: v128, b: v128, near: v128, samples: v128, splitter: v128): v128 {
  const left = f64x2.mul(x, a);
  const right = f64x2.mul(y, b);
  const whole = v128.and(f64x2.eq(f64x2.sub(near, left), right), f64x2.eq(f64x2.sub(near, right), left));
  const exact = v128.and(whole, v128.and(f64x2.eq(shortened(x, splitter), x), f64x2.eq(shortened(y, splitter), y)));
  // The leading 25 bits: a tie of two float32, or a float32.
  const quotient = f64x2.div(near, samples);
  const distance = f64x2.abs(f64x2.sub(quotient, shortened(quotient, f64x2.splat(268435457))));
  const away = f64x2.gt(distance, f64x2.mul(f64x2.abs(quotient), powerOf2(-48)));
  const magnitude = f64x2.add(f64x2.abs(left), f64x2.abs(right));
  const stays = f64x2.le(magnitude, f64x2.mul(f64x2.abs(near), f64x2.splat(4)));
  return v128.or(exact, v128.and(away, stays));
}

/** The leading bits of a number (Veltkamp). @param splitter 2^(bits taken off) + 1 */
function shortened(x: v128, splitter: v128): v128 {
  const product = f64x2.mul(x, splitter);
  return f64x2.sub(product, f64x2.sub(product, x));
}
