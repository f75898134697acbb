import { describe, expect, it } from 'vitest';
import { parseVariation, varyDesign } from '../../../src/designs/vary-design.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';

const vary = (...texts: string[]) => varyDesign(FULL_QUALITY, texts.map(parseVariation));

describe('a varied design', () => {
  it('says in its description which fields have other values, and has not that of the design that it came from', () => {
    const [same, other] = vary('cache.ways=4,8');
    expect(other.description).toBe('full-quality with cache.ways 8 instead of 4.');
    expect([same.name, same.description]).toEqual(['full-quality ways 4', FULL_QUALITY.description]);
  });

  it('has every combination of the values, the last changing fastest, and is named by them', () => {
    const designs = vary('cache.sets=16,32', 'cache.replacement=lru,fifo');
    expect(designs.map(({ cache }) => [cache.sets, cache.replacement])).toEqual([
      [16, 'lru'],
      [16, 'fifo'],
      [32, 'lru'],
      [32, 'fifo'],
    ]);
    expect(designs[1].name).toBe('full-quality sets 16 replacement fifo');
  });

  it('does not change the original design or any other field', () => {
    const before = structuredClone(FULL_QUALITY);
    const [design] = vary('pipeline.memory.latency=7');
    expect(FULL_QUALITY).toEqual(before);
    const { name, description, pipeline } = before;
    expect({ ...design, name, description, pipeline }).toEqual(before);
    expect(design.pipeline).toEqual({ ...before.pipeline, memory: { ...before.pipeline.memory, latency: 7 } });
  });

  it('keeps one sector a line if the line varies', () => {
    const [short, long] = vary('cache.lineBytes=32,128');
    expect([short.cache.sectorBytes, long.cache.sectorBytes]).toEqual([32, 128]);
    const both = ['cache.sectorBytes=64', 'cache.lineBytes=128'];
    for (const order of [both, both.toReversed()]) expect(vary(...order)[0].cache.sectorBytes).toBe(64);
  });

  it('reads numbers, flags, null and names', () => {
    expect(parseVariation('a.b=1,-2.5,true,null,exact').values).toEqual([1, -2.5, true, null, 'exact']);
  });

  it('reads lists and parts as JSON, parts without the fields that have a default', () => {
    const hashed = vary('cache.sets=4', 'cache.indexBits=[6,7],[7,8]');
    expect(hashed.map(({ cache }) => cache.indexBits)).toEqual([
      [6, 7],
      [7, 8],
    ]);
    expect(hashed[1].name).toBe('full-quality sets 4 indexBits [7,8]');
    const [without, small] = vary('cache.tlb=null,{"pageBytes":4096,"sets":1,"ways":2,"walks":1,"walkLatency":100}');
    expect([without.cache.tlb, small.cache.tlb?.ways]).toEqual([null, 2]);
  });

  it('are refused before any is made where they are too many, with their number', () => {
    const values = Array.from({ length: 1000 }, (_, n) => n + 1).join();
    expect(() => vary(`cache.sets=${values}`, `cache.ways=${values}`, `pipeline.memory.latency=${values}`)).toThrow(
      '--vary: would make 1000000000 designs (cache.sets with 1000, cache.ways with 1000, pipeline.memory.latency with 1000), expected at most 4096',
    );
  });

  it.each([
    ['cache.ways', '"cache.ways": expected field=value,value such as cache.ways=1,2,4'],
    ['cache.wayz=2', 'cache.wayz: design full-quality has no such field; did you mean cache.ways?'],
    ['cache.constructor=2', 'cache.constructor: design full-quality has no such field'],
    ['__proto__.toString=1', '__proto__.toString: design full-quality has no such field'],
    ['constructor.prototype.x=1', 'constructor.prototype.x: design full-quality has no such field'],
    ['cache.ways=0x10', 'full-quality ways 0x10: cache.ways: expected an integer from 1 to 512'],
    ['cache.ways=1e999', 'full-quality ways 1e999: cache.ways: expected an integer from 1 to 512'],
    ['cache.l2.sets=2', 'cache.l2.sets: design full-quality has no such field'],
    ['cache.indexBits=[0,1', '"[0,1": expected values as JSON where one is a list or a part'],
    ['cache.ways=[2]', 'full-quality ways [2]: cache.ways: expected an integer from 1 to 512'],
    ['cache.ways=0', 'full-quality ways 0: cache.ways: expected an integer from 1 to 512'],
    ['cache.sets=3', 'full-quality sets 3: cache.sets: 3; expected a power of two from 1 to 65536'],
    [
      'cache.layout=tiled',
      'full-quality layout tiled: cache.layout: expected "linear", "morton", or "tiled-WxH" with W and H of 1, 2, 4, 8, 16 or 32',
    ],
  ])('refuses %s and says why', (text, message) => {
    expect(() => vary(text)).toThrow(message);
  });
});
