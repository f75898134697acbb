import { describe, expect, it } from 'vitest';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { agrees, readingSubject } from '../../../../src/checker/minimize/field-reads.ts';
import { KnownVerdicts } from '../../../../src/checker/minimize/known-verdicts.ts';
import { PARAMETERS } from '../../../../src/checker/minimize/parameters.ts';
import { EXPLICIT_LOD, TRILINEAR, GRADIENT_LOD } from '../../../../src/checker/probes/states.ts';
import { askAtOnce } from '../../../../src/checker/probes/requests.ts';
import { texelImage } from '../../../../src/checker/probes/texel-image.ts';
import { D3D11_3, VULKAN_1_4 } from '../../../../src/checker/profiles.ts';
import type { Rule } from '../../../../src/checker/rule.ts';
import { BORDER_COLOR, UNBOUND } from '../../../../src/checker/rules/d3d11/absent-texels.ts';
import { SRGB_TO_FLOAT } from '../../../../src/checker/rules/d3d11/code-conversions.ts';
import { RESIDENCY } from '../../../../src/checker/rules/vulkan/texels/sparse-residency.ts';
import { ACCESS_RULES } from '../../../../src/checker/rules/vulkan/texels/texel-access.ts';
import { designSubject, type Subject } from '../../../../src/checker/subject.ts';
import { preset } from '../../../pipeline/random-work.ts';

const DESIGN = preset('d3d11.3-minimum');

function sampled(subject: Subject, format: string, cubic = false): Float32Array {
  const image = texelImage(format, { width: 8, height: 8, levels: 4 }, ({ i, j, level }) =>
    [0, 1, 2, 3].map((c) => (37 * i + 91 * j + 59 * c + 13 * level) % 256),
  );
  const sampler = cubic ? ({ magFilter: 'cubic', minFilter: 'cubic' } as const) : TRILINEAR;
  const anisotropic = cubic ? {} : { anisotropyEnable: true, maxAnisotropy: 8 };
  return askAtOnce(subject, {
    image,
    sampler: { ...sampler, ...anisotropic },
    instruction: GRADIENT_LOD,
    count: 64,
    operands: (n) => ({ s: n / 50, t: n / 70, dsdx: n / 300 }),
  });
}

function findingOf(rule: Rule, subject: Subject, profile = D3D11_3) {
  const steps = rule.check(subject, profile, 'quick');
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

describe('readingSubject', () => {
  it('answers as the model of the design does', () => {
    for (const format of ['r8g8b8a8_unorm', 'r8g8b8a8_srgb']) {
      expect(sampled(readingSubject(DESIGN).subject, format)).toEqual(sampled(designSubject(DESIGN), format));
    }
  });

  it('returns residency codes, and texels that are written, as the model of the design does', () => {
    for (const rule of [RESIDENCY, ...ACCESS_RULES]) {
      const found = findingOf(rule, readingSubject(DESIGN).subject, VULKAN_1_4);
      expect(found.verdict, rule.id).toBe('pass');
      expect(found).toEqual(findingOf(rule, designSubject(DESIGN), VULKAN_1_4));
    }
  });

  it('lists the fields that a filter reads, without those that only the check of the widths reads', () => {
    const { subject, fieldsRead } = readingSubject(DESIGN);
    sampled(subject, 'r8g8b8a8_unorm');
    const fields = fieldsRead();
    expect(fields.get('filter.weightBits')).toBe(8);
    expect(fields.get('filter.guardBits')).toBe(8);
    expect(fields.get('filter.reciprocalBits')).toBe(8);
    expect(fields.get('lod.log2Table.entryBits')).toBe(14);
    for (const field of ['filter.accumulatorBits', 'cache.ways', 'pipeline.memory.burstBytes', 'lod.clamp.ways']) {
      expect(fields.has(field), field).toBe(false);
    }
  });

  it('lists no width of a step that the state does not use', () => {
    const { subject, fieldsRead } = readingSubject(DESIGN);
    const image = texelImage('r8g8b8a8_unorm', { width: 4, height: 4, levels: 1 }, ({ i }) => [i, 0, 0, 0]);
    askAtOnce(subject, {
      image,
      sampler: TRILINEAR,
      instruction: EXPLICIT_LOD,
      count: 4,
      operands: (n) => ({ lod: n }),
    });
    const fields = fieldsRead();
    expect(fields.has('lod.format.fractionBits')).toBe(true);
    for (const field of ['filter.cubicWeightBits', 'filter.srgbLinearBits', 'lod.log2Table.interpolationBits']) {
      expect(fields.has(field), field).toBe(false);
    }
  });

  it('counts reads that a rule makes itself, of lists as a whole and of claims', () => {
    const { subject, fieldsRead } = readingSubject(DESIGN);
    expect(fieldsRead().size).toBe(0);
    expect([...subject.design.lod.anisotropicRates]).toEqual([1, 2, 4, 8, 16]);
    expect(subject.design.limits.maxTexelOffset).toBe(7);
    expect([...fieldsRead().keys()].sort()).toEqual(['limits.maxTexelOffset', 'lod.anisotropicRates']);
  });

  it('leaves out no field that changes an answer', () => {
    // Every number of the design a little smaller, wherever the arithmetic takes that.
    const ways = [
      { format: 'r8g8b8a8_srgb', cubic: false },
      { format: 'r8g8b8a8_unorm', cubic: true },
      { format: 'r8g8b8a8_unorm', cubic: false },
    ];
    let unread = 0;
    for (const { format, cubic } of ways) {
      const { subject, fieldsRead } = readingSubject(DESIGN);
      const answer = sampled(subject, format, cubic);
      for (const parameter of PARAMETERS) {
        const value = parameter.value(DESIGN);
        const other = value === null ? DESIGN : parameter.with(DESIGN, value - 1);
        if (!agrees(other, fieldsRead())) continue;
        unread++;
        if (parameter.field === 'filter.accumulatorBits' && value! < 30) continue;
        expect(sampled(designSubject(other), format, cubic), parameter.field).toEqual(answer);
      }
    }
    expect(unread).toBeGreaterThan(2);
  });
});

describe('agrees', () => {
  const with8 = (change: (design: Design) => Partial<Design>): Design => ({ ...DESIGN, ...change(DESIGN) });

  it('compares by value, lists too', () => {
    const fields = new Map<string, unknown>([
      ['lod.anisotropicRates', [1, 2, 4, 8, 16]],
      ['filter.weightBits', 8],
    ]);
    expect(agrees(DESIGN, fields)).toBe(true);
    const fewer = with8(({ lod }) => ({ lod: { ...lod, anisotropicRates: [1, 2, 4, 8] } }));
    expect(agrees(fewer, fields)).toBe(false);
    const narrower = with8(({ filter }) => ({ filter: { ...filter, weightBits: 7 } }));
    expect(agrees(narrower, fields)).toBe(false);
  });

  it('takes a missing part for a different value', () => {
    expect(agrees(DESIGN, new Map([['cache.l2.ways', 4]]))).toBe(false);
  });
});

describe('KnownVerdicts', () => {
  function counting(rule: Rule) {
    const counted = { runs: 0 };
    const counting: Rule = {
      ...rule,
      check: (...given) => {
        counted.runs++;
        return rule.check(...given);
      },
    };
    return { counted, rule: counting };
  }

  function judged(known: KnownVerdicts, design: Design, rule: Rule, effort: 'quick' | 'full' = 'quick') {
    const steps = known.judge(design, rule, effort);
    let step = steps.next();
    while (!step.done) step = steps.next();
    return step.value;
  }

  const narrower = (srgbLinearBits: number): Design => ({ ...DESIGN, filter: { ...DESIGN.filter, srgbLinearBits } });

  it('gives the findings that the rules give', () => {
    const known = new KnownVerdicts(D3D11_3);
    for (const design of [DESIGN, narrower(10), DESIGN, narrower(11), narrower(10)]) {
      for (const rule of [BORDER_COLOR, UNBOUND, SRGB_TO_FLOAT]) {
        expect(judged(known, design, rule)).toEqual(findingOf(rule, designSubject(design)));
      }
    }
  });

  it('judges a rule once if it does not depend on the changed field', () => {
    const known = new KnownVerdicts(D3D11_3);
    const { counted, rule } = counting(UNBOUND);
    for (const design of [DESIGN, narrower(10), narrower(11)]) judged(known, design, rule);
    expect(counted.runs).toBe(1);
    judged(known, DESIGN, rule, 'full');
    expect(counted.runs).toBe(2);
    const dependent = counting(SRGB_TO_FLOAT);
    for (const design of [DESIGN, narrower(10), DESIGN]) judged(known, design, dependent.rule);
    expect(dependent.counted.runs).toBe(2);
  });
});
