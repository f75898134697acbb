import { describe, expect, it } from 'vitest';
import { planDispatches } from '../../../../src/pictures/downsampler/dispatch-plan.ts';
import { GroupTraceWriter } from '../../../../src/pictures/downsampler/group-trace.ts';
import { type HandOverEvent, runGroups, type TileEvent } from '../../../../src/pictures/downsampler/workgroups.ts';
import { levelSize } from '../../../../rtl-model/memory/level-size.ts';
import { shuffled } from './random-image.ts';

function watch(width: number, height: number, levels: number, slices: number, order?: (groups: number) => number[]) {
  const tiles: TileEvent[] = [];
  const handOvers: HandOverEvent[] = [];
  const observer = {
    tile: (event: TileEvent) => tiles.push(event),
    handOver: (event: HandOverEvent) => handOvers.push(event),
  };
  const counters = runGroups(planDispatches(width, height, levels), slices, observer, order);
  return { tiles, handOvers, counters };
}

describe('the plan', () => {
  it('is one dispatch of twelve levels up to 4159 texels, and two beyond', () => {
    const shape = (width: number, height: number, levels: number) =>
      planDispatches(width, height, levels).map((one) => [one.source, one.levels, one.columns, one.rows]);
    expect(shape(4096, 4096, 13)).toEqual([[0, 12, 64, 64]]);
    expect(shape(4159, 1, 13)).toEqual([[0, 12, 65, 1]]);
    expect(shape(4160, 1, 13)).toEqual([
      [0, 6, 65, 1],
      [6, 6, 2, 1],
    ]);
    expect(shape(16384, 16384, 15)).toEqual([
      [0, 6, 256, 256],
      [6, 8, 4, 4],
    ]);
    expect(shape(64, 64, 7)).toEqual([[0, 6, 1, 1]]);
    expect(shape(65, 1, 7)).toEqual([[0, 6, 2, 1]]);
    expect(shape(128, 128, 8)).toEqual([[0, 7, 2, 2]]);
    expect(shape(1, 1, 1)).toEqual([]);
  });
});

describe('the groups', () => {
  it('write every texel of every level once, in any order', () => {
    for (const [width, height, levels, slices] of [
      [1, 1, 1, 1],
      [130, 70, 8, 3],
      [65, 200, 5, 1],
      [4160, 3, 13, 2],
      [1000, 1000, 10, 6],
    ]) {
      const written = Array.from(
        { length: levels },
        (_, l) => new Uint8Array(slices * levelSize(width, l) * levelSize(height, l)),
      );
      const { tiles, handOvers } = watch(width, height, levels, slices, (groups) => shuffled(groups, 3));
      for (const { slice, regions } of [...tiles, ...handOvers]) {
        for (const { level, x, y, width: columns, height: rows } of regions) {
          const [w, h] = [levelSize(width, level), levelSize(height, level)];
          for (let j = y; j < y + rows; j++) {
            for (let i = x; i < x + columns; i++) written[level][(slice * h + j) * w + i]++;
          }
        }
      }
      expect(written.slice(1).every((level) => level.every((times) => times === 1))).toBe(true);
    }
  });

  it('are counted slice by slice, and the last one continues', () => {
    const { tiles, handOvers } = watch(130, 70, 8, 2, () => [6, 1, 0, 11, 10, 2, 3, 4, 9, 8, 7, 5]);
    expect(tiles.map(({ slice, counter }) => [slice, counter])).toEqual([
      [1, 0],
      [0, 0],
      [0, 1],
      [1, 1],
      [1, 2],
      [0, 2],
      [0, 3],
      [0, 4],
      [1, 3],
      [1, 4],
      [1, 5],
      [0, 5],
    ]);
    const regions = [{ level: 7, x: 0, y: 0, width: 1, height: 1 }];
    expect(handOvers).toEqual([
      { dispatch: 0, group: 7, slice: 1, before: 5, regions },
      { dispatch: 0, group: 5, slice: 0, before: 5, regions },
    ]);
  });

  it('leave the counters at 0 for the next dispatch', () => {
    expect(watch(130, 70, 8, 3).counters).toEqual(Uint32Array.of(0, 0, 0));
    expect(watch(8320, 1, 14, 1).counters).toEqual(Uint32Array.of(0));
  });

  it('have no last group if six levels are all', () => {
    expect(watch(100, 100, 7, 1).handOvers).toEqual([]);
    expect(watch(100, 100, 7, 1).tiles.map(({ counter }) => counter)).toEqual([null, null, null, null]);
    const { tiles, handOvers } = watch(8320, 1, 14, 1);
    expect(tiles.slice(0, 130).every(({ counter }) => counter === null)).toBe(true);
    expect(tiles.slice(130).map(({ dispatch, counter }) => [dispatch, counter])).toEqual([
      [1, 0],
      [1, 1],
      [1, 2],
    ]);
    expect(handOvers.map(({ dispatch, group }) => [dispatch, group])).toEqual([[1, 2]]);
  });

  it('refuse an order that is not a permutation', () => {
    for (const order of [
      [0, 1, 2],
      [0, 1, 2, 2],
      [0, 1, 2, 4],
      [0, 1, 2, 3, 3],
      [0, 1, 2, 0.5],
    ]) {
      expect(() => watch(128, 128, 8, 1, () => order)).toThrow('expected each group from 0 to 3 once');
    }
  });
});

describe('the trace', () => {
  it('has a line for each tile and each hand-over', () => {
    let text = '';
    runGroups(planDispatches(70, 128, 8), 1, new GroupTraceWriter((piece) => (text += piece)), () => [1, 0, 2, 3]);
    expect(text.split('\n')).toEqual([
      '{"texunit":"downsampler","version":1}',
      '{"tile":{"dispatch":0,"group":1,"slice":0,"counter":0,"levels":[[1,32,0,3,32],[2,16,0,1,16],[3,8,0,0,8],[4,4,0,0,4],[5,2,0,0,2],[6,1,0,0,1]]}}',
      '{"tile":{"dispatch":0,"group":0,"slice":0,"counter":1,"levels":[[1,0,0,32,32],[2,0,0,16,16],[3,0,0,8,8],[4,0,0,4,4],[5,0,0,2,2],[6,0,0,1,1]]}}',
      '{"tile":{"dispatch":0,"group":2,"slice":0,"counter":2,"levels":[[1,0,32,32,32],[2,0,16,16,16],[3,0,8,8,8],[4,0,4,4,4],[5,0,2,2,2],[6,0,1,1,1]]}}',
      '{"tile":{"dispatch":0,"group":3,"slice":0,"counter":3,"levels":[[1,32,32,3,32],[2,16,16,1,16],[3,8,8,0,8],[4,4,4,0,4],[5,2,2,0,2],[6,1,1,0,1]]}}',
      '{"handOver":{"dispatch":0,"group":3,"slice":0,"before":3,"levels":[[7,0,0,1,1]]}}',
      '',
    ]);
  });
});
