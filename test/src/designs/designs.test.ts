import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Design } from '../../../rtl-model/design/design.ts';
import { DESIGN, L2 as L2_FIELDS, ROWS as ROW_FIELDS } from '../../../rtl-model/design/design-fields.ts';
import { fieldsIn, freeValues, valueAt, withValue } from '../../../rtl-model/design/field.ts';
import { idealFields } from '../../../rtl-model/design/ideal-fields.ts';
import { checkWidths } from '../../../rtl-model/design/widths.ts';
import { PARAMETERS } from '../../../src/checker/minimize/parameters.ts';
import { arithmeticPage } from '../../../src/designs/reference/arithmetic-page.ts';
import { BASES, UNIT_PROFILES } from '../../../src/designs/bases.ts';
import { closest } from '../../../src/designs/closest.ts';
import { designSchema } from '../../../src/designs/design-schema.ts';
import { designsPage } from '../../../src/designs/reference/designs-page.ts';
import { loadDesign } from '../../../src/designs/load-design.ts';
import { parseDesign } from '../../../src/designs/parse-design.ts';
import { DRAMS } from '../../../src/designs/drams.ts';
import { PRESETS } from '../../../src/designs/presets.ts';

const folder = new URL('../../../src/designs/', import.meta.url);

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'no error';
}

/** The error message for a design that extends full-quality with these lines, the first of which is line 2. */
function complaint(...lines: string[]): string {
  return messageOf(() => parseDesign(['{"extends": "full-quality", "name": "x",', ...lines, '}'].join('\n'), 'x.json'));
}

const L2 = {
  ...freeValues(L2_FIELDS),
  lineBytes: 64,
  sets: 512,
  ways: 8,
  setIndex: 'modulo',
  replacement: 'lru',
  allocation: 'on-miss',
  latency: 30,
  bytesPerCycle: 64,
};
const PREFETCH = { next: 'line', sectors: 4 } as const;
const L3 = {
  lineBytes: 256,
  sets: 64,
  ways: 8,
  setIndex: 'modulo',
  indexBits: null,
  replacement: 'lru',
  rrpvBits: 2,
  latency: 20,
  dataLatency: 10,
  bytesPerCycle: 32,
} as const;
const TLB = { pageBytes: 4096, sets: 1, ways: 8, walkLatency: 100, walks: 2 } as const;
const QUEUE = { transactions: 32, commands: 8, writes: { entries: 32, low: 16 } };
const ROWS = { ...freeValues(ROW_FIELDS), banks: 8, rowBytes: 2048, queue: QUEUE, timing: DRAMS['ddr4-2400'] };
const MEMORY = {
  ...PRESETS.get('full-quality')!.pipeline.memory,
  channels: { count: 2, interleaveBytes: 256 },
  rows: ROWS,
  refresh: { interval: 3900, cycles: 100 },
  otherClient: { bytes: 64, interval: 8 },
};

describe('the schema', () => {
  it('has the values of Design, by the kinds of the fields', () => {
    expectTypeOf<z.output<typeof designSchema>>().toExtend<Design>();
    expectTypeOf<Design['name']>().toEqualTypeOf<string>();
    expectTypeOf<Design['address']['rangeReduction']>().toEqualTypeOf<boolean>();
    expectTypeOf<Design['address']['coordinate']['fractionBits']>().toEqualTypeOf<number>();
    expectTypeOf<Design['filter']['floatPath']>().toEqualTypeOf<'fused' | 'float32-steps'>();
    expectTypeOf<Design['filter']['reciprocalBits']>().toEqualTypeOf<number | 'exact'>();
    expectTypeOf<Design['lod']['anisotropicRates']>().toEqualTypeOf<readonly number[]>();
    expectTypeOf<Design['lod']['levelWeightCurve']>().toEqualTypeOf<readonly (readonly [number, number])[] | null>();
    expectTypeOf<Design['limits']['maxBlockMatchRegion']>().toEqualTypeOf<readonly [number, number]>();
    expectTypeOf<null>().toExtend<Design['cache']['l2']>();
    expectTypeOf<null>().not.toExtend<Design['cache']>();
  });

  it('accepts every number of a field from the least to the most, and none beyond', () => {
    const base = PRESETS.get('full-quality')!;
    const steps = { weights: [4, 3, 2, 1], rests: [1, 1, 0, 0] };
    const signedRamp = { total: 5, eightSteps: steps, sixSteps: steps };
    const full = {
      ...base,
      decoder: { codeBits: 8, bc: { ...BASES.get('sony-psp')!.decoder.bc!, signedRamp } },
      filter: {
        ...base.filter,
        rate: {
          ...base.filter.rate,
          factors: { over32Bits: 2, over64Bits: 1, linear32: 2, blocks: 1, volume: 1, cube: 1, comparison: 1 },
        },
        alignedSum: { guardBits: 4, srgbBits: 8, srgbExponentBits: 5, rounding: 'nearest-up' },
      },
      cache: { ...base.cache, prefetch: PREFETCH, tlb: TLB, l2: L2, l3: L3 },
      pipeline: { ...base.pipeline, memory: MEMORY },
    };
    let checked = 0;
    for (const [path, field] of fieldsIn(DESIGN.fields)) {
      if (field.kind !== 'integer' && field.kind !== 'number') continue;
      const takes = (value: number) => designSchema.safeParse(withValue(full, path, value)).success;
      const step = field.kind === 'integer' ? 1 : 0.25;
      expect([field.min - step, field.min, field.max, field.max + step].map(takes), path).toEqual([
        false,
        true,
        true,
        false,
      ]);
      expect(takes(field.min + 0.5), path).toBe(field.kind === 'number');
      checked++;
    }
    expect(checked).toBeGreaterThan(70);
  });

  it('describes every field', () => {
    const silent: string[] = [];
    const visit = (schema: z.core.$ZodType, path: string) => {
      const known = schema instanceof z.ZodType ? schema.description : undefined;
      if (known === undefined) silent.push(path);
      if (!(schema instanceof z.ZodObject)) return;
      for (const [key, field] of Object.entries(schema.shape)) visit(field, `${path}.${key}`);
    };
    visit(designSchema, 'design');
    expect(silent).toEqual([]);
  });
});

describe('docs/designs.md', () => {
  const page = readFileSync(new URL('../../docs/designs.md', folder), 'utf8');

  it('is what npm run schema writes', () => {
    expect(page).toBe(designsPage());
  });

  it('has an item for every field of the presets, in lines that a screen holds', () => {
    const leaves = (value: unknown, path: string): string[] =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value).flatMap(([name, inner]) => leaves(inner, path === '' ? name : `${path}.${name}`))
        : [path];
    for (const path of leaves(PRESETS.get('full-quality'), '')) {
      expect(
        page.split('\n').filter((line) => line.startsWith(`- \`${path}\``)),
        path,
      ).toHaveLength(1);
    }
    expect(Math.max(...page.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
  });
});

describe('docs/arithmetic.md', () => {
  const page = readFileSync(new URL('../../docs/arithmetic.md', folder), 'utf8');

  it('is what npm run schema writes', () => {
    expect(page).toBe(arithmeticPage());
  });

  it('names every width that is searched, but that of cubes and of cubic weights', () => {
    const searched = PARAMETERS.map(({ field }) => field).filter((field) => !page.includes(`\`${field}\``));
    expect(searched).toEqual(['filter.cubicWeightBits', 'frontEnd.cubeDivideBits']);
  });

  it('has input, output, rounding and the file of each step, and conditions that designs can meet', () => {
    const [, ...steps] = page.split('\n## Formats\n')[0].split(/^## /m);
    expect(steps.length).toBeGreaterThan(20);
    for (const [n, step] of steps.entries()) {
      expect(step).toMatch(new RegExp(`^${n + 1}\\. [^]*\\n- In: [^]*\\n- Out: [^]*\\n- Rounding: `));
      const [, file] = /\(\.\.\/(rtl-model\/[\w/.-]+)\)\s*$/.exec(step)!;
      expect(existsSync(new URL(`../../${file}`, folder)), file).toBe(true);
    }
    const conditions = [...page.replaceAll(/\n +/g, ' ').matchAll(/^- (?:Only w|W)here (`.*)/gm)];
    expect(conditions.length).toBeGreaterThan(10);
    for (const [, words] of conditions) {
      const [, path, value] = /^`([\w.]+)` is (?:not )?`([^`]+)`[:.]/.exec(words) ?? [];
      const design = PRESETS.get('full-quality')!;
      const given = value === 'true' || value === 'false' ? value === 'true' : value;
      expect(designSchema.safeParse(withValue(design, path, given)).success, words).toBe(true);
    }
  });

  it('has the values of a design in the place of its fields', () => {
    for (const design of PRESETS.values()) {
      const text = arithmeticPage(design);
      expect(text).not.toMatch(/[{}]|undefined/);
      expect(text).toContain(`${design.lod.log2Table.entryBits} fraction bits`);
      const { integerBits, fractionBits } = design.address.coordinate;
      expect(text).toContain(`- \`fixedU\`: ${integerBits}.${fractionBits}. `);
    }
  });

  it('leaves out what a design does not do', () => {
    const text = arithmeticPage(
      parseDesign('{"extends": "d3d11.3-minimum", "lod": {"scaleFactor": "euclidean"}}', 'x'),
    );
    expect(text).toContain('length = sqrt(u^2 + v^2)');
    expect(text).not.toMatch(/max\(u, v\)|Squares and product|[Ww]here `/);
  });
});

describe('an ideal field', () => {
  it('is one that is exact; a design without any is synthesizable', () => {
    const base = PRESETS.get('d3d11.3-minimum')!;
    const widths = ['frontEnd.projectionBits', 'frontEnd.cubeDivideBits', 'lod.alphaBetaBits', 'lod.scaleFactorBits'];
    expect(idealFields(base)).toEqual([...widths, 'lod.ellipseBits', 'lod.lengthBits', 'lod.minorAxisBits']);
    const built = idealFields(base).reduce((design, path) => withValue(design, path, 24), base);
    expect(idealFields(withValue(built, 'lod.alphaBetaBits', 4))).toEqual([]);
    expect(idealFields(withValue(built, 'filter.reciprocalBits', 'exact'))).toEqual(['filter.reciprocalBits']);
  });
});

describe('a preset', () => {
  it('is every file of the folder, under its own name', () => {
    const files = readdirSync(new URL('presets/', folder)).map((file) => file.replace(/\.json$/, ''));
    expect([...PRESETS.keys()].sort()).toEqual(files.sort());
  });

  it('fits into the arithmetic and equals a file with its text', () => {
    for (const [name, design] of PRESETS) {
      expect(() => checkWidths(design)).not.toThrow();
      const path = new URL(`presets/${name}.json`, folder);
      expect(parseDesign(readFileSync(path, 'utf8'), name)).toEqual(design);
      expect(loadDesign(name)).toBe(design);
    }
  });

  it('is whole, or extends another one and gives what differs: a description, and formats with all their bits', () => {
    const fileOf = (name: string) => {
      const kind = PRESETS.has(name) ? 'presets' : UNIT_PROFILES.has(name) ? 'profiles' : 'published-caches';
      return JSON.parse(readFileSync(new URL(`${kind}/${name}.json`, folder), 'utf8'));
    };
    for (const name of BASES.keys()) {
      const { $schema: _, extends: base, ...own } = fileOf(name);
      if (base === undefined) {
        expect([name, designSchema.safeParse(own).success]).toEqual(['full-quality', true]);
        continue;
      }
      const given = [...fieldsIn(DESIGN.fields)].filter(
        ([path, field]) => (field.kind !== 'part' || 'fixedPoint' in field) && valueAt(own, path) !== undefined,
      );
      const isFormat = (path: string) => path.endsWith('integerBits') || path.endsWith('fractionBits');
      const same = given.filter(
        ([path]) =>
          !isFormat(path) && JSON.stringify(valueAt(own, path)) === JSON.stringify(valueAt(BASES.get(base)!, path)),
      );
      expect(
        same.map(([path]) => path),
        name,
      ).toEqual([]);
      expect(given.map(([path]) => path)).toContain('description');
    }
  });
});

describe('a whole design', () => {
  it('may leave out the fields that came later, which are then free', () => {
    const preset = PRESETS.get('full-quality')!;
    const { busClock: _clock, channels: _, refresh: _refresh, otherClient: _other, ...memory } = preset.pipeline.memory;
    const { shader: _shader, units: _units, ...pipeline } = preset.pipeline;
    const text = JSON.stringify({ ...preset, pipeline: { ...pipeline, memory } });
    expect(parseDesign(text, 'old.json')).toEqual(preset);
  });
});

describe('a design that extends a preset', () => {
  it('may extend a real unit as well', () => {
    const { name, cache, ...others } = parseDesign('{"extends": "tmu2", "cache": {"sets": 8}}', 'small.json');
    const { name: _, description: __, cache: of, ...tmu2 } = UNIT_PROFILES.get('tmu2')!;
    expect([name, cache, others]).toEqual(['small', { ...of, sets: 8 }, { ...tmu2, description: 'Extends tmu2.' }]);
    expect(messageOf(() => parseDesign('{"extends": "tmu"}', 'x.json'))).toContain(
      'extends: "tmu"; did you mean "tmu2"? Expected one of full-quality, ',
    );
  });

  it('differs from it only in the given fields', () => {
    const text =
      '{"extends": "full-quality", "name": "small", "cache": {"sets": 8}, "lod": {"anisotropicRates": [1, 16]}}';
    const base = PRESETS.get('full-quality')!;
    expect(parseDesign(text, 'small.json')).toEqual({
      ...base,
      name: 'small',
      description: 'Extends full-quality.',
      cache: { ...base.cache, sets: 8 },
      lod: { ...base.lod, anisotropicRates: [1, 16] },
    });
  });

  it('can set null and its own description', () => {
    const text =
      '{"$schema": "s", "extends": "d3d11.3-minimum", "name": "n", "description": "d", "lod": {"levelWeightCurve": [[0, 0], [1, 1]]}}';
    const design = parseDesign(text, 'n.json');
    expect([design.description, design.lod.levelWeightCurve]).toEqual([
      'd',
      [
        [0, 0],
        [1, 1],
      ],
    ]);
  });

  it('keeps one sector a line if it changes only the line', () => {
    const cache = (text: string) =>
      parseDesign(`{"extends": "full-quality", "name": "n", "cache": ${text}}`, 'n').cache;
    expect(cache('{"lineBytes": 128}')).toMatchObject({ lineBytes: 128, sectorBytes: 128 });
    expect(cache('{"lineBytes": 128, "sectorBytes": 32}')).toMatchObject({ lineBytes: 128, sectorBytes: 32 });
    expect(cache('{"sectorBytes": 32}')).toMatchObject({ lineBytes: 64, sectorBytes: 32 });
  });

  it('must set all fields of a record that is null in the preset, but those that are free if left out', () => {
    const rows = '{"banks": 8, "rowBytes": 2048, "activateCycles": 40}';
    const l2 =
      '{"lineBytes": 128, "sets": 512, "ways": 8, "setIndex": "xor-folded", "replacement": "tree-plru", ' +
      '"allocation": "on-miss", "latency": 30, "bytesPerCycle": 64}';
    const text = `{"extends": "full-quality", "name": "n", "cache": {"l2": ${l2}}, "pipeline": {"memory": {"rows": ${rows}}}}`;
    const { cache, pipeline } = parseDesign(text, 'n.json');
    expect([cache.l2, pipeline.memory.rows]).toEqual([
      { ...freeValues(L2_FIELDS), ...JSON.parse(l2) },
      { ...freeValues(ROW_FIELDS), ...JSON.parse(rows) },
    ]);
    expect(complaint('"cache": {"l2": {', '"sets": 4, "ways": 8}}')).toBe(
      'x.json:2:11: cache.l2.lineBytes: missing; expected a power of two from 16 to 1024; also missing: setIndex, ' +
        'replacement, allocation, latency, bytesPerCycle',
    );
    expect(complaint('"cache": {"l2": true}')).toBe(
      'x.json:2:11: cache.l2: true; expected an object with all its fields, or null',
    );
  });

  it('has the name of its file where it gives none', () => {
    for (const [file, name] of [
      ['runs/small.json', 'small'],
      ['C:\\runs\\Small.JSON', 'Small'],
      ['.json', '.json'],
      ['/dev/fd/63', '63'],
    ]) {
      expect(parseDesign('{"extends": "full-quality"}', file).name).toBe(name);
    }
    const { name: _, ...whole } = PRESETS.get('full-quality')!;
    expect(parseDesign(JSON.stringify(whole), 'whole.json').name).toBe('whole');
    expect(messageOf(() => parseDesign('{"extends": "full-quality", "name": ""}', 'x.json'))).toBe(
      'x.json:1:29: name: ""; expected a name: one line of 1 to 80 characters',
    );
    for (const name of ['a\nendmodule', 'x'.repeat(81), '\u2028']) {
      const text = JSON.stringify({ extends: 'full-quality', name });
      expect(messageOf(() => parseDesign(text, 'x.json'))).toMatch(
        /^x\.json:1:27: name: [^]*; expected a name: one line/,
      );
    }
    expect(parseDesign('{"extends": "full-quality"}', `${'x'.repeat(200)}\n.json`).name).toBe(`${'x'.repeat(77)}...`);
  });

  it('needs a preset that exists', () => {
    expect(messageOf(() => parseDesign('{"name": "x", "extends": "best"}', 'x.json'))).toBe(
      'x.json:1:15: extends: "best"; expected one of full-quality, d3d11.3-minimum, vulkan-1.0-minimum, d3d11.3-synthesizable, vulkan-1.4-synthesizable, tmu2, vortex, attila, gamecube-flipper, voodoo1, n64-rdp, rasterix, amd-rx580, sony-psp, sony-ps2, xbox-nv2a, intel-gen9-fragment, intel-gen9-compute, apple-m1, amd-rdna1, nvidia-h100, nvidia-rtx3060, nvidia-rtx5070ti, gt200-cache, fermi-cache, kepler-cache, maxwell-cache, gpgpu-sim-cache, volta-cache',
    );
  });
});

describe('a faulty design', () => {
  it('is reported with file, line, column and field, and with the right value', () => {
    expect(complaint('  "cache": {', '    "ways": 0 }')).toBe(
      'x.json:3:5: cache.ways: 0; expected an integer from 1 to 512',
    );
    expect(complaint('"cache": {"ways": 2.5}')).toBe('x.json:2:11: cache.ways: 2.5; expected an integer from 1 to 512');
    expect(complaint('"cache": [1]')).toBe('x.json:2:1: cache: [1]; expected an object');
    expect(complaint('"address": {"rangeReduction": "yes"}')).toBe(
      'x.json:2:13: address.rangeReduction: "yes"; expected true or false',
    );
    expect(complaint('"lod": {"derivatives": "best"}')).toBe(
      'x.json:2:9: lod.derivatives: "best"; expected one of "coarse", "fine", "diagonal"',
    );
    expect(complaint('"lod": {"derivatives": "corse"}')).toBe(
      'x.json:2:9: lod.derivatives: "corse"; did you mean "coarse"? Expected one of "coarse", "fine", "diagonal"',
    );
    expect(complaint('"filter": {"reciprocalBits": 0}')).toBe(
      'x.json:2:12: filter.reciprocalBits: 0; expected an integer from 1 to 32, or "exact"',
    );
    expect(complaint('"lod": {"anisotropicRates": [1,', '0]}')).toBe(
      'x.json:3:1: lod.anisotropicRates[1]: 0; expected an integer from 1 to 127',
    );
    expect(complaint('"lod": {"levelWeightCurve": [[0, 1], [1, 0]]}')).toBe(
      'x.json:2:9: lod.levelWeightCurve: [[0,1],[1,0]]; expected knots whose fractions rise and whose weights never fall',
    );
  });

  it('is reported with its misspelt fields and the intended ones', () => {
    expect(complaint('"cache": {"wayz": 2}')).toBe('x.json:2:11: cache.wayz: unknown field; did you mean "ways"?');
    expect(complaint('"pipeline": {"memory": {"__proto__": 2}}')).toBe(
      'x.json:2:25: pipeline.memory.__proto__: unknown field; expected latency, bytesPerCycle, busClock, ' +
        'burstBytes, requests, channels, rows, refresh, otherClient',
    );
    expect(complaint('"cache": {"l2": {"latencie": 2}}')).toBe(
      'x.json:2:11: cache.l2.lineBytes: missing; expected a power of two from 16 to 1024; also missing: sets, ways, ' +
        'setIndex, replacement, allocation, bytesPerCycle\n' +
        'x.json:2:18: cache.l2.latencie: unknown field; did you mean "latency"?',
    );
    expect(complaint('"pipeline": {"memory": {"rows": {"bankz": 2, "x": 1}}}')).toBe(
      'x.json:2:25: pipeline.memory.rows.rowBytes: missing; expected a power of two from 16 to 65536\n' +
        'x.json:2:34: pipeline.memory.rows.bankz: unknown field; did you mean "banks"?\n' +
        'x.json:2:46: pipeline.memory.rows.x: unknown field; expected banks, rowBytes, ranks, policy, ' +
        'activateCycles, prechargeCycles, window, queue, timing, hitLimit',
    );
    expect(complaint('"cache": {"l2": {"colour": 2}}').split('\n')[1]).toBe(
      'x.json:2:18: cache.l2.colour: unknown field; expected lineBytes, sets, ways, setIndex, indexBits, replacement, ' +
        'rrpvBits, allocation, bypass, inclusive, sharing, latency, dataLatency, banks, ports, outstandingMisses, bytesPerCycle, busClock',
    );
  });

  it('is reported where it names a DRAM that is not known, or gives some limits of one', () => {
    const rows = (timing: string) =>
      complaint(`"pipeline": {"memory": {"rows": {"banks": 8, "rowBytes": 2048, "timing": ${timing}}}}`);
    expect(rows('"ddr9"')).toBe(
      'x.json:2:64: pipeline.memory.rows.timing: "ddr9"; expected an object with all its fields, or null, ' +
        'or one of ddr4-2400, lpddr4-3200, gddr6, hbm2',
    );
    expect(rows('{"tRCD": 3}')).toMatch('pipeline.memory.rows.timing.bankGroups: missing; expected a power of two');
  });

  it('is reported if a complete record lacks a field', () => {
    const { filter, ...rest } = PRESETS.get('full-quality')!;
    const whole = { ...rest, filter: { ...filter, weightBits: undefined } };
    expect(messageOf(() => parseDesign(JSON.stringify(whole, null, 1), 'x.json'))).toMatch(
      /^x\.json:\d+:2: filter\.weightBits: missing; expected an integer from 1 to 16$/,
    );
  });

  it('is reported with the misspelt field rather than the missing one', () => {
    const { cache, ...rest } = PRESETS.get('full-quality')!;
    const { ways, ...others } = cache;
    const whole = JSON.stringify({ ...rest, cache: { ...others, wayz: ways } }, null, 1);
    expect(messageOf(() => parseDesign(whole, 'x.json'))).toMatch(/cache\.wayz: unknown field; did you mean "ways"\?$/);
  });

  it('is reported with all its faults, each in a line, in the order of the text', () => {
    const text = [
      '{ "extends": "best",',
      '  "cache": { "wayz": 2, "sets": 0, "sets": 1e999 },',
      '  "lod": { "derivatives": "best" },',
      '  "constructor": 1, "toString": null,',
      '  "__proto__": { "x": 1 } }',
    ].join('\n');
    const known = 'expected name, description, text, frontEnd, address, lod, decoder, filter, cache, pipeline, limits';
    expect(messageOf(() => parseDesign(text, 'x.json')).split('\n')).toEqual([
      'x.json:1:3: extends: "best"; expected one of full-quality, d3d11.3-minimum, vulkan-1.0-minimum, d3d11.3-synthesizable, vulkan-1.4-synthesizable, tmu2, vortex, attila, gamecube-flipper, voodoo1, n64-rdp, rasterix, amd-rx580, sony-psp, sony-ps2, xbox-nv2a, intel-gen9-fragment, intel-gen9-compute, apple-m1, amd-rdna1, nvidia-h100, nvidia-rtx3060, nvidia-rtx5070ti, gt200-cache, fermi-cache, kepler-cache, maxwell-cache, gpgpu-sim-cache, volta-cache',
      'x.json:2:14: cache.wayz: unknown field; did you mean "ways"?',
      'x.json:2:25: cache.sets: 0; expected a power of two from 1 to 65536',
      'x.json:2:36: cache.sets: given twice',
      'x.json:3:12: lod.derivatives: "best"; expected one of "coarse", "fine", "diagonal"',
      `x.json:4:3: constructor: unknown field; ${known}`,
      `x.json:4:21: toString: unknown field; ${known}`,
      `x.json:5:3: __proto__: unknown field; ${known}`,
    ]);
    expect(complaint('"filter": {"accumulatorBits": 20},', '"cache": {"sets": 3}').split('\n')).toEqual([
      'x.json:2:12: filter.accumulatorBits: the sum of 16 samples needs 37, not 20',
      'x.json:3:11: cache.sets: 3; expected a power of two from 1 to 65536',
    ]);
    expect(Object.prototype).not.toHaveProperty('x');
  });

  it('of very many faults tells some and their number', () => {
    const reported = (count: number) =>
      complaint(Array.from({ length: count }, (_, n) => `"field${n}": 1`).join(',\n'));
    const lines = reported(5000).split('\n');
    expect(lines).toHaveLength(21);
    expect(lines[20]).toBe('x.json: has 4980 more faults');
    // Eight times as many take eight times as long. With a step for each pair it would be 64 times.
    const seconds = (count: number) => {
      const { user } = process.cpuUsage();
      reported(count);
      return process.cpuUsage({ user, system: 0 }).user / 1e6;
    };
    const few = Math.min(...[1, 2, 3].map(() => seconds(5000)));
    expect(seconds(40_000) / few).toBeLessThan(30);
  });

  it('is reported if fields contradict each other', () => {
    expect(complaint('"cache":', ' {"sets": 3}')).toBe(
      'x.json:3:3: cache.sets: 3; expected a power of two from 1 to 65536',
    );
    expect(complaint('"filter": {"accumulatorBits": 20}')).toBe(
      'x.json:2:12: filter.accumulatorBits: the sum of 16 samples needs 37, not 20',
    );
    // The wrong value is in the preset, so the message points at the object around it.
    expect(complaint('"lod": {"anisotropicRates": [1, 2]}')).toBe(
      'x.json:1:1: limits.maxSamplerAnisotropy: 16 is more than the highest of lod.anisotropicRates',
    );
  });

  it('is refused if its text is not strict JSON', () => {
    for (const [text, message] of [
      ['', 'x.json:1:1: not JSON: value expected'],
      ['{"name": "x",\n}', 'x.json:2:1: not JSON: property name expected'],
      ['{"name": "x"\n "cache": 1}', 'x.json:2:2: not JSON: comma expected'],
      ['// design\n{}', 'x.json:1:1: not JSON: invalid comment token'],
      ['{"name": "x",\r\n "name": "y", "extends": "full-quality"}', 'x.json:2:2: name: given twice'],
      ['[]', 'x.json:1:1: the file holds []; expected an object'],
    ] as const) {
      expect(messageOf(() => parseDesign(text, 'x.json'))).toBe(message);
    }
  });

  it('is searched for among presets, profiles and files', () => {
    const names = [...BASES.keys()].join(', ');
    expect(messageOf(() => loadDesign('ful-quality'))).toBe(
      `no design "ful-quality": did you mean full-quality? Expected a JSON file or one of the designs ${names}`,
    );
    expect(messageOf(() => loadDesign('no/such.json'))).toBe('no design "no/such.json": there is no such file');
    expect(messageOf(() => loadDesign('.'))).toBe('.: is a folder, expected a file');
  });
});

describe('the closest word', () => {
  it('differs in a third of its letters at most', () => {
    expect(closest('wayz', ['sets', 'ways', 'banks'])).toBe('ways');
    expect(closest('linebytes', ['lineBytes'])).toBe('lineBytes');
    expect(closest('abcdef', ['abcdxy'])).toBe('abcdxy');
    expect(closest('abcdef', ['abcxyz'])).toBeNull();
    expect(closest('a', [])).toBeNull();
  });
});
