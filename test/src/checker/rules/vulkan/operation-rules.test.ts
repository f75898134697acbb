import { describe, expect, it, test } from 'vitest';
import { QUAD_DERIVATIVES } from '../../../../../src/checker/rules/kinds/quad-derivatives.ts';
import { CUBE_DERIVATIVES } from '../../../../../src/checker/rules/vulkan/levels/derivatives.ts';
import { CORNER_SAMPLED_RULES } from '../../../../../src/checker/rules/vulkan/texels/corner-sampled.ts';
import { FOOTPRINT } from '../../../../../src/checker/rules/vulkan/footprint.ts';
import { IMAGE_QUERIES } from '../../../../../src/checker/rules/vulkan/image-queries.ts';
import { PROJECTION } from '../../../../../src/checker/rules/vulkan/levels/projection.ts';
import { RESIDENCY } from '../../../../../src/checker/rules/vulkan/texels/sparse-residency.ts';
import { ACCESS_RULES } from '../../../../../src/checker/rules/vulkan/texels/texel-access.ts';
import { QUAD_LANES } from '../../../../../rtl-model/registers/quad-batch.ts';
import { laneBatch } from '../../../../../src/checker/probes/requests.ts';
import { storedImage } from '../../../../../src/checker/probes/texel-image.ts';
import { VULKAN_1_0, VULKAN_1_4 } from '../../../../../src/checker/profiles.ts';
import { designSubject, type Subject } from '../../../../../src/checker/subject.ts';
import { DEFAULT_SAMPLER } from '../../../../../rtl-model/state/sampler.ts';
import { FULL_QUALITY } from '../../../../oracle/presets.ts';
import { inTurn } from '../../../../oracle/draws.ts';
import { CONFORMING, distorted, failures, misunderstood, narrowed } from './wrong-subjects.ts';
import { found } from '../wrong-subject.ts';
import { IMAGE_PROCESSING_RULES } from '../../../../../src/checker/rules/vulkan/image-processing.ts';

const RULES = [
  PROJECTION,
  QUAD_DERIVATIVES,
  CUBE_DERIVATIVES,
  ...ACCESS_RULES,
  RESIDENCY,
  ...CORNER_SAMPLED_RULES,
  FOOTPRINT,
  ...IMAGE_PROCESSING_RULES,
  IMAGE_QUERIES,
];
const RIGHT = designSubject(FULL_QUALITY);

test.each(CONFORMING)('the rules of operations are kept by $name', (design, profile, turn) => {
  expect(failures(inTurn(RULES, turn, CONFORMING.length), designSubject(design), profile)).toEqual([]);
});

test('the answer to a write is the texel that a read finds after all writes', () => {
  const image = storedImage('r8_uint', 4, 1, Uint8Array.of(1, 2, 3, 4));
  const instruction = { op: 'write', lod: 'explicit', projected: false } as const;
  const batch = laneBatch(QUAD_LANES, (into, lane) => {
    into.i[lane] = lane;
    into.writeBits[4 * lane] = 10 + lane;
  });
  const found = RIGHT.sample([image], { image: 0, sampler: DEFAULT_SAMPLER, instruction }, batch);
  expect([...new Uint32Array(found.buffer)].filter((_, n) => n % 4 === 0)).toEqual([10, 11, 12, 13]);
});

describe('implicit derivatives', () => {
  it.each(['coarse', 'fine'] as const)('may be %s, and the finding says which', (derivatives) => {
    const subject = narrowed((design) => ({ ...design, lod: { ...design.lod, derivatives } }));
    const finding = found(QUAD_DERIVATIVES, subject, VULKAN_1_4);
    expect(finding.measured).toBe(0);
    expect(finding.witness!.raw['ds/dx']).toBe(derivatives === 'fine' ? 'of its own row' : 'of the first row');
  });

  it('may not be those of the diagonal', () => {
    const subject = narrowed((design) => ({ ...design, lod: { ...design.lod, derivatives: 'diagonal' } }));
    expect(found(QUAD_DERIVATIVES, subject, VULKAN_1_4).measured).toBeGreaterThan(0.1);
  });
});

describe('sparse residency', () => {
  it.each([0, 1])('a residency code that is always %i fails', (code) => {
    const subject: Subject = {
      ...RIGHT,
      sample(images, state, batch, extras) {
        const colors = RIGHT.sample(images, state, batch, extras);
        extras?.resident.fill(code);
        return colors;
      },
    };
    const { witness } = found(RESIDENCY, subject, VULKAN_1_4);
    expect(witness!.expected).toBe(`resident ${1 - code}`);
    expect(witness!.got).toBe(`resident ${code}`);
  });
});

describe('texel replacement', () => {
  const opaque = distorted((color, { state, batch }, lane) => {
    const isFetch = state.instruction.op === 'fetch';
    if (isFetch && (batch.i[lane] < 0 || batch.j[lane] < 0)) color[3] = 1;
  });

  it('leaves alpha 0 or 1', () => {
    expect(failures(ACCESS_RULES, opaque)).toEqual([]);
  });

  it('is not demanded beyond the image without robustImageAccess', () => {
    const repeating = misunderstood(({ batch }) => {
      batch.i.forEach((i, n) => (batch.i[n] = Math.max(0, i)));
      return {};
    });
    expect(failures(ACCESS_RULES, repeating)).toEqual(['texel-replacement']);
    expect(failures(ACCESS_RULES, repeating, VULKAN_1_0)).toEqual([]);
  });
});

test('a footprint that marks a group too many fails, and so does one too few', () => {
  for (const bit of [1, 2]) {
    const subject: Subject = {
      ...RIGHT,
      sample(images, state, batch, extras) {
        const colors = RIGHT.sample(images, state, batch, extras);
        // The low word of the mask.
        extras?.query.forEach((word, n) => (extras.query[n] = n % 16 === 6 ? word ^ bit : word));
        return colors;
      },
    };
    expect(failures([FOOTPRINT], subject)).toEqual(['texel-groups']);
  }
});
