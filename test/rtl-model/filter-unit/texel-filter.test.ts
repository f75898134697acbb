import { describe, expect, it } from 'vitest';
import { GatherFilter, TexelFilter } from '../../../rtl-model/filter-unit/texel-filter.ts';
import { UNBOUND_ADDRESS, ZERO_ADDRESS } from '../../../rtl-model/registers/footprints.ts';
import { FOOT, footprintOf, LANE, resultOf, stateOf, type State, usedLanes } from './made-footprint.ts';

const FETCH: State = { instruction: { op: 'fetch' } };

describe('a fetched texel', () => {
  it('is code / one, then swizzled', () => {
    const unit = new TexelFilter(stateOf({ ...FETCH, view: { components: ['g', 'one', 'a', 'r'] } }));
    const lanes = usedLanes();
    lanes.passes[LANE] = 1;
    unit.accumulate(footprintOf({ texels: [[51, 102, 153, 204]], addresses: [0] }), FOOT, lanes, LANE, 1, 0);
    expect(resultOf(lanes)).toEqual([0.2, 0.4, 0.6, 0.8].map(Math.fround));
    unit.finish(lanes, LANE, 1);
    expect(resultOf(lanes)).toEqual([0.4, 1, 0.8, 0.2].map(Math.fround));
    // A lane that wants no result keeps what it has.
    lanes.passes[LANE] = 0;
    unit.finish(lanes, LANE, 1);
    expect(resultOf(lanes)).toEqual([0.4, 1, 0.8, 0.2].map(Math.fround));
  });

  it('is the bits of an integer', () => {
    const unit = new TexelFilter(stateOf({ ...FETCH, format: 'r32g32b32a32_sint' }));
    const lanes = usedLanes();
    unit.accumulate(
      footprintOf({ texels: [[-1, 0x7f80_0001, -3, 4]], addresses: [0], integer: true }),
      FOOT,
      lanes,
      LANE,
      1,
      0,
    );
    expect([...lanes.colorBits.subarray(4 * LANE, 4 * LANE + 4)]).toEqual([-1, 0x7f80_0001, -3, 4]);
  });

  it('takes from each plane the components that it has', () => {
    const unit = new TexelFilter(stateOf({ ...FETCH, format: 'g8_b8r8_2plane_420_unorm' }));
    const lanes = usedLanes();
    const planes = [
      [0, 51, 0, 1],
      [102, 0, 153, 1],
    ];
    planes.forEach((texel, pass) => {
      unit.accumulate(footprintOf({ texels: [texel], addresses: [0] }), FOOT, lanes, LANE, 1, pass);
    });
    expect(resultOf(lanes)).toEqual([0.4, 0.2, 0.6, 1].map(Math.fround));
  });

  it('is zero outside of the image', () => {
    const unit = new TexelFilter(stateOf({ ...FETCH, format: 'r8g8_unorm' }));
    const lanes = usedLanes();
    unit.accumulate(footprintOf({ texels: [[9, 9, 9, 9]], addresses: [ZERO_ADDRESS] }), FOOT, lanes, LANE, 1, 0);
    expect(resultOf(lanes)).toEqual([0, 0, 0, 1]);
  });
});

describe('a gather', () => {
  const TEXELS = [
    [51, 52, 53, 54],
    [102, 103, 104, 105],
    [153, 154, 155, 156],
    [204, 205, 206, 207],
  ];
  const gather = (state: State, integer = false, addresses = [0, 4, 8, 12]) => {
    const unit = new GatherFilter(stateOf(state));
    const lanes = usedLanes();
    lanes.passes[LANE] = 1;
    unit.accumulate(footprintOf({ texels: TEXELS, addresses, integer }), FOOT, lanes, LANE, 1, 0);
    unit.finish(lanes, LANE, 1);
    const bits = [...lanes.colorBits.subarray(4 * LANE, 4 * LANE + 4)];
    return integer ? bits : resultOf(lanes);
  };
  const of = (component: number) => ({ instruction: { op: 'gather', component } }) as const;

  it('has the component that is asked for of each texel, the first if none is', () => {
    for (const component of [0, 1, 2, 3]) {
      const expected = TEXELS.map((texel) => Math.fround(texel[component] / 255));
      expect(gather(of(component))).toEqual(expected);
      expect(gather({ ...of(component), format: 'r8g8b8a8_uint' }, true)).toEqual(TEXELS.map((t) => t[component]));
    }
    expect(gather({ instruction: { op: 'gather' } })).toEqual(TEXELS.map(([red]) => Math.fround(red / 255)));
  });

  it('has the source that the view maps to the component', () => {
    const view = { components: ['b', 'zero', 'one', 'identity'] } as const;
    expect([0, 1, 2, 3].map((component) => gather({ ...of(component), view })[1])).toEqual(
      [104 / 255, 0, 1, 105 / 255].map(Math.fround),
    );
    const bits = [0, 1, 2, 3].map((n) => gather({ ...of(n), view, format: 'r8g8b8a8_uint' }, true)[1]);
    expect(bits).toEqual([104, 0, 1, 105]);
  });

  it('is zero of texels outside of the image, or without memory', () => {
    const addresses = [0, ZERO_ADDRESS, UNBOUND_ADDRESS, 12];
    expect(gather(of(2), false, addresses)).toEqual([53 / 255, 0, 0, 206 / 255].map(Math.fround));
  });
});
