import {
  LANE_DREF,
  LANE_REFERENCE,
  LANE_TEXELS,
  STATE_DEPTH_EQUAL,
  STATE_DEPTH_GREATER,
  STATE_DEPTH_LESS,
  STATE_DEPTH_ONE,
  STATE_DEPTH_QUANTIZED,
} from '../kernel-layout.ts';
import { high, low } from './float64.ts';

/** The upper bits of two integers of 16 bits. Unsigned integers with their upper bits inverted compare as signed ones. */
const UPPER_BITS: i32 = 0x8000_8000;

/** The texels of a pass become the codes, of 1 or of 0, that their comparison with the lane's reference gives. */
export function compareDepths(block: usize, state: usize, lanes: i32, pass: i32): void {
  if (pass == 0) storeReferences(block, state, lanes);
  const equal = v128.load16_splat(state, STATE_DEPTH_EQUAL);
  const less = v128.load16_splat(state, STATE_DEPTH_LESS);
  const greater = v128.load16_splat(state, STATE_DEPTH_GREATER);
  const flip = i32x4.splat(UPPER_BITS);
  for (let lane = block, end = block + 4 * lanes, row = block; lane < end; lane += 4, row += 32) {
    const floor = v128.load16_splat(lane, LANE_REFERENCE);
    const ceil = v128.load16_splat(lane, LANE_REFERENCE + 2);
    for (let texels = row; texels < row + 32; texels += 16) {
      const code = v128.xor(v128.load(texels, LANE_TEXELS), flip);
      // The reference is less than codes above its floor, and greater than codes below its ceiling.
      const isLess = v128.and(i16x8.gt_s(code, floor), less);
      const isGreater = v128.and(i16x8.gt_s(ceil, code), greater);
      v128.store(texels, v128.xor(v128.xor(isLess, isGreater), equal), LANE_TEXELS);
    }
  }
}

/** LANE_REFERENCE: `DepthCompare.reference` for codes. */
function storeReferences(block: usize, state: usize, lanes: i32): void {
  const one = v128.load64_splat(state, STATE_DEPTH_ONE);
  const quantized = load<i32>(state, STATE_DEPTH_QUANTIZED) != 0;
  for (let lane = block, end = block + 4 * lanes; lane < end; lane += 16) {
    // Pseudo-maximum and -minimum take the second operand only where it is beyond the first: NaN becomes 0.
    const depth = f32x4.pmin(f32x4.pmax(f32x4.splat(0), v128.load(lane, LANE_DREF)), f32x4.splat(1));
    const first = bounds(f64x2.mul(low(depth), one), quantized);
    const second = bounds(f64x2.mul(high(depth), one), quantized);
    const both = v128.shuffle<i32>(first, second, 0, 2, 4, 6);
    v128.store(lane, v128.xor(both, i32x4.splat(UPPER_BITS)), LANE_REFERENCE);
  }
}

/** Floor and ceiling of two references below 2^16, as the low 16 and the next 16 bits of 64. */
function bounds(reference: v128, quantized: bool): v128 {
  if (quantized) reference = f64x2.floor(f64x2.add(reference, f64x2.splat(0.5)));
  const integer = f64x2.splat(4503599627370496);
  const floor = f64x2.add(f64x2.floor(reference), integer);
  const ceil = f64x2.add(f64x2.ceil(reference), integer);
  return v128.xor(floor, i64x2.shl(ceil, 16));
}
