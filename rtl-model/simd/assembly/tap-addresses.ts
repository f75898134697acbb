import {
  LANE_ADDRESS,
  LANE_COLUMN,
  LANE_FILTER,
  LANE_PASSES,
  LANE_ROW,
  LANE_START,
  TAP_ADDRESSES,
  STATE_COPY,
} from '../kernel-layout.ts';

/** The address of a tap on the border, and of a tap that the pass does not have. */
const BORDER_ADDRESS: i32 = -1;
const NO_TAP: i32 = -2;

/** The byte addresses of the taps of one pass, from the places that `snap` has found, and their numbers. */
export function tapAddresses(block: usize, state: usize, lanes: i32, pass: i32): void {
  const copy = v128.load32_splat(state, STATE_COPY);
  const image = v128.load32_splat(state, STATE_COPY + 4);
  const shift = load<i32>(state, STATE_COPY + 8);
  const none = i32x4.splat(NO_TAP);
  const alone = i32x4(0, -1, -1, -1);
  for (let lane: usize = block, end: usize = block + 4 * lanes; lane < end; lane += 4) {
    const taps = block + 4 * (lane - block);
    if (pass >= load<i32>(lane, LANE_PASSES)) {
      store<i32>(lane, 0, TAP_ADDRESSES);
      v128.store(taps, none, LANE_ADDRESS);
      continue;
    }
    const start = load<i32>(lane, LANE_START);
    const column = load<u64>(load<usize>(lane, LANE_COLUMN));
    const row = load<u64>(load<usize>(lane, LANE_ROW));
    const columns = i64x2.splat(column);
    const rows = i32x4.add(i64x2.splat(row), i32x4.splat(start));
    // Columns 0, 1, 0, 1 and rows 0, 0, 1, 1.
    const sum = i32x4.add(columns, i8x16.shuffle(rows, rows, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7));
    const inImage = i32x4.add(i32x4.shr_s(i32x4.sub(sum, copy), shift), image);
    const address = v128.bitselect(i32x4.splat(BORDER_ADDRESS), inImage, i32x4.lt_s(sum, i32x4.splat(0)));
    const linear = load<i32>(lane, LANE_FILTER) != 0;
    v128.store(taps, linear ? address : v128.bitselect(none, address, alone), LANE_ADDRESS);
    store<i32>(lane, linear ? 4 : 1, TAP_ADDRESSES);
  }
}
