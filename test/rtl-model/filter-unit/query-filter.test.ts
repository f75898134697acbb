import { describe, expect, it } from 'vitest';
import {
  emptyQuery,
  footprintQuery,
  type LaneQuery,
  levelsQuery,
  lodQuery,
  nullQuery,
  positionQuery,
  QueryFilter,
  samplesQuery,
  sizeQuery,
} from '../../../rtl-model/filter-unit/query-filter.ts';
import { LaneRegisters } from '../../../rtl-model/registers/lane-registers.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { levelBytes } from '../../../rtl-model/memory/level-size.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { bind } from '../../../rtl-model/state/binding.ts';
import { type ImageView, wholeView } from '../../../rtl-model/state/image-view.ts';
import { DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import { EXPLICIT } from '../../oracle/instructions.ts';
import { LANE, stateOf, usedLanes } from './made-footprint.ts';

/** r, g, b, a of a query's answer, as integers or floats; the lanes beside it hold 3. */
function answer(query: LaneQuery, set: (lanes: LaneRegisters) => void, integer: boolean): number[] {
  const lanes = usedLanes();
  set(lanes);
  query(lanes, LANE);
  const { color, colorBits } = lanes;
  const others = [...color.subarray(0, 4 * LANE), ...color.subarray(4 * LANE + 4)];
  expect(others).toEqual(others.map(() => 3));
  return [...(integer ? colorBits : color).subarray(4 * LANE, 4 * LANE + 4)];
}
const nothing = () => {};

/** A binding of an image with several levels. */
function imageOf(source: Partial<ImageSource>, view: Partial<ImageView> = {}, levels = 3) {
  const whole = { format: TEXEL_FORMATS.get('r8_unorm')!, width: 12, height: 10, layers: 1, ...source };
  const bytes = Array.from({ length: levels }, (_, level) => new Uint8Array(levelBytes(whole, level)));
  const memory = layOutImages([{ ...whole, levels: bytes }], 'linear');
  const viewed = { ...wholeView(memory.images[0]), ...view };
  return bind(FULL_QUALITY, memory, { image: 0, view: viewed, sampler: DEFAULT_SAMPLER, instruction: EXPLICIT }, 0);
}

it('a query is answered for lanes with a pass, and reads no texel', () => {
  const asked: number[] = [];
  const unit = new QueryFilter((_, lane) => asked.push(lane));
  const lanes = new LaneRegisters(5);
  lanes.passes.set([1, 1, 0, 2, 1]);
  unit.finish(lanes, 1, 3);
  expect(asked).toEqual([1, 3]);
});

describe('the answer', () => {
  it('of a null descriptor is zero', () => {
    const lanes = usedLanes();
    lanes.query.fill(5);
    nullQuery(lanes, LANE);
    expect([...lanes.color.subarray(0, 4 * LANE)]).toEqual(Array(4 * LANE).fill(3));
    expect([...lanes.colorBits.subarray(4 * LANE, 4 * LANE + 4)]).toEqual([0, 0, 0, 0]);
    expect(Array.from(lanes.query)).toEqual(Array.from({ length: 64 }, (_, n) => (n >= 32 && n < 48 ? 0 : 5)));
  });

  it('without a level is zero, and one in the alpha that the format lacks', () => {
    const of = (format: string, integer: boolean) => answer(emptyQuery(stateOf({ format })), nothing, integer);
    expect(of('r8g8b8a8_unorm', false)).toEqual([0, 0, 0, 0]);
    expect(of('r8_unorm', false)).toEqual([0, 0, 0, 1]);
    expect(of('r8_uint', true)).toEqual([0, 0, 0, 1]);
    expect(of('r8g8b8a8_sint', true)).toEqual([0, 0, 0, 0]);
  });

  it('to a query of the size is that of a level of the view, and the number of levels', () => {
    const sizes = (source: Partial<ImageSource>, level: number, view: Partial<ImageView> = {}) =>
      answer(sizeQuery(imageOf(source, view)), (lanes) => lanes.level.fill(level), true);
    expect([0, 1, 2].map((level) => sizes({}, level))).toEqual([
      [12, 10, 0, 3],
      [6, 5, 0, 3],
      [3, 2, 0, 3],
    ]);
    expect([-1, 3].map((level) => sizes({}, level))).toEqual([
      [0, 0, 0, 3],
      [0, 0, 0, 3],
    ]);
    expect(sizes({}, 1, { baseMipLevel: 1, levelCount: 2 })).toEqual([3, 2, 0, 2]);
    expect(sizes({}, 2, { baseMipLevel: 1, levelCount: 2 })).toEqual([0, 0, 0, 2]);
    expect(sizes({ type: '1d', height: 1 }, 1)).toEqual([6, 0, 0, 3]);
    expect(sizes({ type: '1d', height: 1, layers: 5 }, 1)).toEqual([6, 5, 0, 3]);
    expect(sizes({ layers: 5 }, 1)).toEqual([6, 5, 5, 3]);
    expect(sizes({ type: '3d', depth: 6 }, 1)).toEqual([6, 5, 3, 3]);
    const cubes = { height: 12, layers: 13 };
    expect(sizes(cubes, 0, { viewType: 'cube_array', layerCount: 12 })).toEqual([12, 12, 2, 3]);
    expect(sizes(cubes, 0, { viewType: 'cube', layerCount: 6 })).toEqual([12, 12, 0, 3]);
  });

  it('to a query of the levels, or of the samples, is their number', () => {
    expect(answer(levelsQuery(imageOf({}, { baseMipLevel: 1, levelCount: 2 })), nothing, true)).toEqual([2, 0, 0, 0]);
    expect(answer(samplesQuery(imageOf({ samples: 4 }, {}, 1)), nothing, true)).toEqual([4, 0, 0, 0]);
  });

  it('to a query of the LOD is the level that is read, and the LOD before the clamp', () => {
    const set = (lanes: LaneRegisters) => {
      lanes.levelParameter[LANE] = 640;
      lanes.lambda[LANE] = -384;
    };
    expect(answer(lodQuery(256, false), set, false)).toEqual([2.5, -1.5, 0, 0]);
    expect(answer(lodQuery(256, true), set, false)).toEqual([0, -1.5, 0, 0]);
  });

  it("to a query of a sample's position is D3D's standard one, in pixels from the centre", () => {
    const position = (samples: 1 | 4, sample: number) =>
      answer(positionQuery(imageOf({ samples }, {}, 1)), (lanes) => lanes.sample.fill(sample), false);
    // D3D11.3 19.2.4.1: (-2, -6), (6, -2), (-6, 2), (2, 6) sixteenths.
    expect([0, 1, 2, 3, 4].map((sample) => position(4, sample))).toEqual([
      [-2 / 16, -6 / 16, 0, 0],
      [6 / 16, -2 / 16, 0, 0],
      [-6 / 16, 2 / 16, 0, 0],
      [2 / 16, 6 / 16, 0, 0],
      [0, 0, 0, 0],
    ]);
    expect(position(1, 0)).toEqual([0, 0, 0, 0]);
  });

  it('to a query of a footprint begins with its level, if it is the only one, and if it is read', () => {
    const set = ({ query }: LaneRegisters) => query.fill(9).set([5, 1, 0], 16 * LANE + 9);
    expect(answer(footprintQuery(), set, true)).toEqual([5, 1, 0, 0]);
  });
});
