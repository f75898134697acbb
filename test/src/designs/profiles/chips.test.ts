import { describe, expect, it } from 'vitest';
import { DESIGN } from '../../../../rtl-model/design/design-fields.ts';
import { fieldsIn, valueAt } from '../../../../rtl-model/design/field.ts';
import { readFileSync } from 'node:fs';
import { reproduction } from '../../../../src/checker/closest/closest-preset.ts';
import { chips } from '../../../../src/checker/report/chips-page.ts';
import { UNIT_PROFILES } from '../../../../src/designs/bases.ts';
import { withFields } from '../../../../src/designs/with-fields.ts';

const CHIPS = new Map(chips().map((chip) => [chip.design.name, chip]));

/** Requests of each trace that the profile gives to the bit, or within the decimals of the source: docs/chips.md. */
const EQUAL = {
  'sony-psp': [1760, 669, 1783],
  'sony-ps2': [90],
  'xbox-nv2a': [3600, 406],
  'intel-gen9-fragment': [51],
  'intel-gen9-compute': [15],
  'apple-m1': [66],
  'amd-rdna1': [66],
  'nvidia-rtx3060': [410],
  'nvidia-rtx5070ti': [19],
} as const;

const NEAREST_THIRD = { first: 2, second: 1, added: 1, divisor: 3 };
const HALF = { first: 1, second: 1, added: 0, divisor: 2 };

/** Another value of a field, and the number of the trace that shows that it is not the chip's. */
const OTHERS = [
  ['sony-psp', 0, 'address.rounding', 'nearest-even'],
  ['sony-psp', 0, 'filter.weightBits', 3],
  ['sony-psp', 1, 'filter.guardBits', 1],
  ['sony-psp', 1, 'filter.rounding', 'nearest-up'],
  ['sony-psp', 1, 'lod.log2Table.indexBits', 1],
  ['sony-psp', 1, 'lod.format.fractionBits', 3],
  ['sony-psp', 1, 'lod.format.fractionBits', 5],
  ['sony-psp', 1, 'lod.rounding', 'nearest-even'],
  ['sony-psp', 1, 'lod.bias', { integerBits: 3, fractionBits: 4 }],
  ['sony-psp', 1, 'lod.bias', { integerBits: 4, fractionBits: 3 }],
  ['sony-psp', 1, 'limits.maxSamplerLodBias', 7],
  ['sony-psp', 2, 'decoder.codeBits', 'stored'],
  ['sony-psp', 2, 'decoder.bc.ends', 'replicated'],
  ['sony-psp', 2, 'decoder.bc.fiveBits', { of: 'ends', third: NEAREST_THIRD, half: HALF }],
  ['sony-psp', 2, 'decoder.bc.sixBits', { of: 'ends', third: NEAREST_THIRD, half: HALF }],
  ['sony-psp', 2, 'decoder.bc.threeColors', 'bc1'],
  ['sony-psp', 2, 'decoder.bc.alpha', UNIT_PROFILES.get('xbox-nv2a')!.decoder.bc!.alpha],
  ['sony-ps2', 0, 'lod.format.fractionBits', 6],
  ['sony-ps2', 0, 'lod.log2Table.indexBits', 6],
  ['sony-ps2', 0, 'lod.log2Table.indexBits', 8],
  ['sony-ps2', 0, 'lod.log2Table.entryBits', 8],
  ['sony-ps2', 0, 'lod.log2Table.interpolationBits', 1],
  ['xbox-nv2a', 0, 'filter.weightBits', 3],
  ['xbox-nv2a', 0, 'filter.guardBits', 1],
  ['xbox-nv2a', 0, 'filter.rounding', 'nearest-even'],
  ['xbox-nv2a', 0, 'lod.format.fractionBits', 7],
  ['xbox-nv2a', 0, 'lod.bias.fractionBits', 7],
  ['xbox-nv2a', 1, 'decoder.bc.ends', 'shifted'],
  ['xbox-nv2a', 1, 'decoder.bc.fiveBits.of', 'codes'],
  ['xbox-nv2a', 1, 'decoder.bc.fiveBits.third', { ...NEAREST_THIRD, added: 0 }],
  ['xbox-nv2a', 1, 'decoder.bc.sixBits.of', 'codes'],
  ['xbox-nv2a', 1, 'decoder.bc.sixBits.third', { ...NEAREST_THIRD, added: 0 }],
  ['intel-gen9-fragment', 0, 'lod.format.fractionBits', 7],
  ['intel-gen9-fragment', 0, 'lod.format.fractionBits', 9],
  ['intel-gen9-fragment', 0, 'lod.rounding', 'floor'],
  ['intel-gen9-fragment', 0, 'lod.log2Table.indexBits', 3],
  ['intel-gen9-compute', 0, 'lod.levelWeightCurve', null],
  ['apple-m1', 0, 'lod.log2Table.indexBits', 1],
  ['apple-m1', 0, 'lod.log2Table.indexBits', 3],
  ['apple-m1', 0, 'lod.format.fractionBits', 7],
  ['apple-m1', 0, 'lod.format.fractionBits', 9],
  ['apple-m1', 0, 'lod.rounding', 'floor'],
  ['apple-m1', 0, 'filter.guardBits', 3],
  ['apple-m1', 0, 'filter.guardBits', 5],
  ['apple-m1', 0, 'filter.rounding', 'floor'],
  ['apple-m1', 0, 'filter.rounding', 'nearest-down'],
  ['amd-rdna1', 0, 'lod.levelWeightCurve', null],
  ['amd-rdna1', 0, 'lod.format.fractionBits', 7],
  ['amd-rdna1', 0, 'lod.format.fractionBits', 9],
  ['amd-rdna1', 0, 'lod.levelWeightCurve', [[0.1, 0], [0.9, 1]]], // prettier-ignore
  ['amd-rdna1', 0, 'lod.rounding', 'floor'],
  ['amd-rdna1', 0, 'lod.rounding', 'nearest-even'],
  ['amd-rdna1', 0, 'lod.log2Table.indexBits', 2],
  ['amd-rdna1', 0, 'lod.log2Table.indexBits', 4],
  ['amd-rdna1', 0, 'lod.log2Table.entryBits', 9],
  ['amd-rdna1', 0, 'lod.log2Table.entryBits', 11],
  ['nvidia-rtx3060', 0, 'filter.srgbTable', null],
  ['nvidia-rtx3060', 0, 'lod.log2Table', UNIT_PROFILES.get('sony-ps2')!.lod.log2Table],
  ['nvidia-rtx5070ti', 0, 'decoder.bc.ramp', UNIT_PROFILES.get('xbox-nv2a')!.decoder.bc!.ramp],
] as const;

describe('a field that the evidence calls measured', () => {
  it.each(OTHERS)('loses results of %s (trace %i) where %s is %j', (name, trace, field, value) => {
    const { design, traces } = CHIPS.get(name)!;
    const other = withFields(design, [[field, value]]);
    expect(reproduction(traces[trace], other).reproduced).toBeLessThan(EQUAL[name][trace]!);
  });

  it('has another value here', () => {
    // nvidia-h100.test.ts has those of the H100, in more traces than the page counts.
    const measured = [...CHIPS.values()]
      .filter(({ design }) => design.name !== 'nvidia-h100')
      .flatMap(({ design, evidence: { evidence } }) =>
        evidence
          .filter(({ kind }) => kind === 'measured')
          .flatMap(({ fields }) => fields.map((field) => `${design.name} ${field}`)),
      );
    expect(new Set(OTHERS.map(([name, , field]) => `${name} ${field}`))).toEqual(new Set(measured));
  });
});

describe('the evidence of every profile', () => {
  it.each([...UNIT_PROFILES.keys()])(
    'covers each field that %s names, and states its sources and their licences',
    (name) => {
      const { evidence } = CHIPS.get(name)!;
      const file = new URL(`../../../../src/designs/profiles/${name}.json`, import.meta.url);
      const own = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
      const paths = [...fieldsIn(DESIGN.fields)].map(([path]) => path);
      const covered = evidence.evidence.flatMap(({ fields }) => fields);
      expect(covered.filter((field) => !paths.includes(field))).toEqual([]);
      expect(new Set(covered).size).toBe(covered.length);
      const named = paths.filter((path) => {
        const value = valueAt(own, path);
        const isPart = typeof value === 'object' && value !== null && !Array.isArray(value);
        return (
          value !== undefined &&
          !isPart &&
          !['name', 'description'].includes(path) &&
          !path.endsWith('format.integerBits')
        );
      });
      const holds = (path: string) => covered.some((field) => path === field || path.startsWith(`${field}.`));
      expect(named.filter((path) => !holds(path))).toEqual([]);
      expect(evidence.evidence.every(({ shown }) => shown.endsWith('.'))).toBe(true);
      expect(evidence.sources.length).toBeGreaterThan(0);
      expect(evidence.sources.every(({ source, licence }) => source !== '' && licence !== '')).toBe(true);
    },
  );
});
