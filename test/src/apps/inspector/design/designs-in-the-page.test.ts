import { describe, expect, it } from 'vitest';
import type { Design } from '../../../../../rtl-model/design/design.ts';
import { DESIGN } from '../../../../../rtl-model/design/design-fields.ts';
import { fieldsIn, valueAt, withValue } from '../../../../../rtl-model/design/field.ts';
import { BASES } from '../../../../../src/designs/bases.ts';
import { SourceError } from '../../../../../src/designs/json-source.ts';
import { parseDesign } from '../../../../../src/designs/parse-design.ts';
import { designFromAddress, designToAddress } from '../../../../../src/apps/inspector/state/design-address.ts';
import { differencesOf } from '../../../../../src/designs/design-difference.ts';
import { afterChange, namedByFields, nearestBase } from '../../../../../src/designs/design-name.ts';
import { designFile, designFromFile } from '../../../../../src/apps/inspector/design/design-file.ts';
import {
  FIELD_GROUPS,
  firstValue,
  presentFields,
  rangeText,
} from '../../../../../src/apps/inspector/design/field-groups.ts';
import { fieldFaults } from '../../../../../src/apps/inspector/state/field-faults.ts';
import { inTurn } from '../../../../oracle/draws.ts';
import { preset, randomDesign } from '../../../../pipeline/random-work.ts';
import { randomNumbers } from '../../../../pipeline/random-source.ts';

const FULL = preset('full-quality');
const bases = [...BASES.values()];

/** Valid designs that differ from their bases in many fields. */
const RANDOM: readonly Design[] = Array.from({ length: 60 }, (_, seed) => {
  const design = randomDesign(randomNumbers(seed + 1));
  return { ...design, name: seed % 2 === 0 ? design.name : `a ~ name ~ = "${seed}" % & ä` };
}).filter((design) => fieldFaults(design).size === 0);

describe('the difference of a design from its base', () => {
  it('is nothing for every base', () => {
    for (const base of bases) expect(differencesOf(base, base)).toEqual([]);
  });

  it('names each field with its values before and after', () => {
    const design = withValue(withValue(FULL, 'cache.ways', 3), 'lod.anisotropicRates', [1, 2]);
    expect(differencesOf(FULL, design)).toEqual([
      { path: 'lod.anisotropicRates', from: FULL.lod.anisotropicRates, to: [1, 2] },
      { path: 'cache.ways', from: FULL.cache.ways, to: 3 },
    ]);
  });

  it('names a part that one of both lacks as a whole', () => {
    const memory = { ...FULL.pipeline.memory, rows: null };
    const refresh = { interval: 1000, cycles: 10 };
    const without = withValue(FULL, 'pipeline.memory', memory);
    const paths = differencesOf(without, withValue(without, 'pipeline.memory.refresh', refresh));
    expect(paths).toEqual([{ path: 'pipeline.memory.refresh', from: null, to: refresh }]);
  });

  it('gives the design back when it is applied to the base', () => {
    expect(RANDOM.length).toBeGreaterThan(20);
    for (const [n, design] of RANDOM.entries()) {
      for (const base of inTurn(bases, n)) {
        expect(
          differencesOf(base, design).reduce((changed, { path, to }) => withValue(changed, path, to), base),
        ).toEqual(design);
      }
    }
  });

  it('decides which base is nearest, whatever the design is called', () => {
    for (const base of bases) {
      const changed = withValue(base, 'cache.outstandingMisses', base.cache.outstandingMisses + 1);
      const renamed = { ...changed, name: 'mine', description: 'Mine.' };
      // The first of equal ones: Intel's fragment shaders filter as full-quality does, and Kepler's cache is Fermi's.
      const { name, description } = base;
      expect({ ...nearestBase(renamed), name, description }).toEqual(base);
    }
  });
});

describe('the name of a changed design', () => {
  const changed = withValue(withValue(FULL, 'cache.ways', 3), 'filter.guardBits', 3);

  it('says how many fields differ from the base, and the description which', () => {
    const { name, description } = namedByFields(changed);
    expect(name).toBe('full-quality, 2 fields changed');
    expect(description).toBe('full-quality with filter.guardBits 3 instead of 24, cache.ways 3 instead of 4.');
    expect(namedByFields(namedByFields(changed))).toEqual(namedByFields(changed));
    for (const base of bases) expect(namedByFields(base)).toEqual(base);
  });

  it('follows the fields, and not a count of former changes', () => {
    const again = withValue(namedByFields(changed), 'filter.guardBits', 24);
    expect(namedByFields(again).name).toBe('full-quality, 1 field changed');
    expect(namedByFields(withValue(again, 'cache.ways', FULL.cache.ways))).toEqual(FULL);
  });

  it('is no longer that of a file whose fields are changed', () => {
    const swept = { ...changed, name: 'full-quality #17' };
    const once = afterChange(swept, withValue(swept, 'cache.ways', 2));
    expect(once.name).toBe('full-quality #17, changed');
    expect(afterChange(once, withValue(once, 'cache.ways', 1)).name).toBe('full-quality #17, changed');
    expect(afterChange(once, { ...once, name: 'mine' }).name).toBe('mine');
    expect(afterChange(swept, { ...swept, description: 'Mine.' }).name).toBe('full-quality #17');
    expect(afterChange(FULL, changed).name).toBe(FULL.name);
  });
});

describe('a design in an address', () => {
  it('reads as its base and the fields that differ', () => {
    const design = withValue(withValue(FULL, 'cache.ways', 3), 'lod.rounding', 'down');
    expect(designToAddress({ base: FULL, design })).toBe('full-quality~lod.rounding=down~cache.ways=3');
  });

  it('comes back from the address as it was, with every base', () => {
    for (const [n, design] of RANDOM.entries()) {
      for (const base of inTurn(bases, n)) {
        const address = designToAddress({ base, design });
        const parameters = new URLSearchParams(new URLSearchParams({ design: address }).toString());
        expect(designFromAddress(parameters.get('design')!)).toEqual({ base, design });
      }
    }
  });

  it.each([
    ['no-such', 'design "no-such": expected one of full-quality'],
    ['full-quality~cache.wayz=3', '"cache.wayz=3": expected the path of a field'],
    ['full-quality~cache', '"cache": expected the path of a field'],
    ['full-quality~cache.l2=null~cache.l2.ways=3', '"cache.l2.ways=3": expected the path of a field'],
    ['full-quality~cache.ways=[1', 'cache.ways: "[1"; expected a word or JSON'],
    ['full-quality~cache.ways=600', 'cache.ways: 600; expected an integer from 1 to 512'],
  ])('tells what is wrong with %s', (text, message) => {
    expect(() => designFromAddress(text)).toThrow(SourceError);
    expect(() => designFromAddress(text)).toThrow(message);
  });
});

describe('a design in a file', () => {
  it('comes back from its file as it was, with every base', () => {
    for (const [n, design] of RANDOM.entries()) {
      for (const base of inTurn(bases, n))
        expect(designFromFile(designFile({ base, design }), 'x.json').design).toEqual(design);
    }
  });

  it('holds nothing but the fields that differ from the preset', () => {
    const file = designFile({ base: FULL, design: withValue(FULL, 'filter.guardBits', 3) });
    const name = 'full-quality, 1 field changed';
    const description = 'full-quality with filter.guardBits 3 instead of 24.';
    expect(JSON.parse(file)).toEqual({ extends: 'full-quality', name, description, filter: { guardBits: 3 } });
  });

  it('has a name of the user, and a description, as they are', () => {
    const design = { ...withValue(FULL, 'filter.guardBits', 3), name: 'mine', description: 'My own.' };
    expect(designFromFile(designFile({ base: FULL, design }), 'x.json').design).toEqual(design);
    const described = { ...design, name: FULL.name };
    const { design: read } = designFromFile(designFile({ base: FULL, design: described }), 'x.json');
    expect(read).toEqual(described);
  });

  it('of an older export has the name of its fields, though the file calls it by the preset', () => {
    const file = JSON.stringify({ ...withValue(FULL, 'cache.ways', 3), description: FULL.description });
    expect(parseDesign(file, 'x.json')).toMatchObject({
      name: 'full-quality, 1 field changed',
      description: 'full-quality with cache.ways 3 instead of 4.',
    });
    expect(parseDesign(JSON.stringify(FULL), 'x.json')).toEqual(FULL);
  });

  it('keeps the sectors where the lines alone change', () => {
    const design = withValue(FULL, 'cache.lineBytes', 2 * FULL.cache.lineBytes);
    expect(designFromFile(designFile({ base: FULL, design }), 'x.json').design).toEqual(design);
  });

  it('names the preset that it extends as its base, or else the nearest one', () => {
    const extending = designFromFile('{ "extends": "d3d11.3-minimum" }', 'x.json');
    expect(extending.base.name).toBe('d3d11.3-minimum');
    expect(designFromFile(JSON.stringify({ ...FULL, name: 'mine' }), 'x.json').base.name).toBe('full-quality');
  });

  it('tells file, line, column and field of a fault', () => {
    const text = '{\n  "extends": "full-quality",\n  "cache": { "ways": 0 }\n}';
    expect(() => designFromFile(text, 'mine.json')).toThrow('mine.json:3:14: cache.ways: 0; expected');
  });
});

describe('the faults of a design', () => {
  it('are none in a preset or a real unit', () => {
    for (const base of bases) expect([...fieldFaults(base)]).toEqual([]);
  });

  it('stand at the field, with its value and what would be right', () => {
    const wrong = withValue(withValue(FULL, 'cache.ways', 'many'), 'limits.maxBlockMatchRegion', [0, 64]);
    expect(Object.fromEntries(fieldFaults(wrong))).toEqual({
      'cache.ways': '"many"; expected an integer from 1 to 512',
      'limits.maxBlockMatchRegion': '[0,64]; expected an integer from 1 to 256',
    });
  });

  it('are also those of widths that do not fit together', () => {
    const wrong = withValue(FULL, 'filter.weightBits', FULL.address.coordinate.fractionBits + 1);
    expect([...fieldFaults(wrong).keys()]).toContain('filter.weightBits');
    expect(fieldFaults(wrong).get('filter.weightBits')).not.toContain('filter.weightBits');
  });
});

describe('the groups of fields', () => {
  it('have a control for every fault of widths', () => {
    const wrong = withValue(withValue(FULL, 'lod.format.integerBits', 31), 'lod.format.fractionBits', 15);
    const paths = FIELD_GROUPS.flatMap(({ fields }) => fields).map(({ path }) => path);
    expect([...fieldFaults(wrong).keys()]).toContain('lod.format.integerBits');
    for (const path of fieldFaults(wrong).keys()) expect(paths).toContain(path);
  });

  const all = FIELD_GROUPS.flatMap(({ fields }) => fields);

  it('hold every field of a design once, with a sentence', () => {
    const leaves = [...fieldsIn(DESIGN.fields)].filter(([, field]) => field.kind !== 'part' || field.nullable);
    expect(all.map(({ path }) => path).toSorted()).toEqual(leaves.map(([path]) => path).toSorted());
    for (const { doc } of all) expect(doc).toMatch(/\w+/);
  });

  it('tell a range with its unit wherever a number is typed', () => {
    for (const { field } of all) {
      if (field.kind === 'integer' || field.kind === 'extent') expect(rangeText(field)).toContain(field.unit);
    }
  });

  it('leave out the fields of a part that a design has not', () => {
    const without = withValue(FULL, 'cache.l2', null);
    const paths = FIELD_GROUPS.flatMap((group) => presentFields(group, without)).map(({ path }) => path);
    expect(paths).toContain('cache.l2');
    expect(paths).not.toContain('cache.l2.ways');
  });

  it('know a valid first value for every part and list that may be null, but for those that a text has, without a control', () => {
    for (const base of bases) {
      for (const { path, field } of FIELD_GROUPS.flatMap((group) => presentFields(group, base))) {
        if (!('nullable' in field) || valueAt(base, path) !== null) continue;
        expect([path, ...fieldFaults(withValue(base, path, firstValue(field, base)))]).toEqual([path]);
      }
    }
  });
});
