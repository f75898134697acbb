import { describe, expect, it } from 'vitest';
import type { Design } from '../../rtl-model/design/design.ts';
import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { D3D11_3, type Profile, VULKAN_1_0, VULKAN_1_4 } from '../../src/checker/profiles.ts';
import { fitResults } from '../../src/checker/results/check-results.ts';
import { judgeResults } from '../../src/checker/results/judge-results.ts';
import type { ReportedVerdict } from '../../src/checker/rule.ts';
import { formatOf } from '../oracle/allowed-at.ts';
import { Dice } from '../oracle/dice.ts';
import { permittedDesign } from '../oracle/permitted-design.ts';
import { FAULTS } from '../oracle/seeded-faults.ts';
import { randomImage, randomInstruction, randomQuads, randomSampler } from '../oracle/random-requests.ts';
import { EXPLICIT } from '../oracle/sampling.ts';
import { finished } from '../src/checker/results/asked.ts';
import { measuredByModel } from '../src/checker/results/measured-by-model.ts';
import { SEED } from './seed.ts';

const FORMATS = ['r8_unorm', 'r8g8b8a8_srgb', 'r16_unorm', 'r8_snorm', 'r16g16b16a16_sfloat', 'r32_sfloat'];
const QUADS = 32;
/** Requests of each profile, of one lane each. */
const REQUESTS = 340_000;

/** Designs that a fault is seeded into, and the traces after which it counts as not found. */
const FAULTY_DESIGNS = 10;
const MOST_TRACES = 200;

/** The check of a design's own results of random requests; some traces are plain enough to estimate bits from. */
function checked(dice: Dice, design: Design, profile: Profile) {
  const plain = dice.chance(0.3);
  const image = randomImage(dice, formatOf(dice.pick(FORMATS)));
  const sampler = { ...randomSampler(dice, plain), ...(!plain && { anisotropyEnable: dice.chance(0.1) }) };
  const instruction = plain ? EXPLICIT : randomInstruction(dice);
  const states: readonly TextureState[] = [{ image: 0, sampler, instruction }];
  const batch = randomQuads(dice, QUADS, image.width, image.height);
  const trace = measuredByModel(design, [image], states, batch);
  const { wrong, open, verdicts } = finished(judgeResults(trace, { kind: 'profile', profile }));
  const { precision, levelWeightVerdict } = fitResults(trace, profile);
  const fitted = levelWeightVerdict === null ? precision : [...precision, levelWeightVerdict];
  return { wrong, open, failed: [...verdicts, ...fitted].filter(({ finding }) => finding.verdict === 'fail') };
}

/** The units that failed verdicts name, that of the most results first. */
function unitsOf(failed: readonly ReportedVerdict[]): readonly string[] {
  const results = ({ finding }: ReportedVerdict) => finding.measured;
  const named = failed.filter(({ finding }) => finding.group !== undefined).toSorted((a, b) => results(b) - results(a));
  return [...named.map(({ finding }) => finding.group!.unit ?? ''), ...failed.map(({ rule }) => FITTED[rule.id] ?? '')];
}

/** The units of what all results together show. */
const FITTED: Readonly<Record<string, string>> = {
  'results/subtexel-bits': 'address-unit',
  'results/mip-bits': 'lod-unit',
  'results/level-weight': 'lod-unit',
};

describe('the judgement of measured results', () => {
  it.each([D3D11_3, VULKAN_1_0, VULKAN_1_4])('finds nothing wrong in designs that conform to $name', (profile) => {
    const wrong: string[] = [];
    let [requests, open] = [0, 0];
    for (let n = 0; requests < REQUESTS; n++) {
      const dice = new Dice(Math.imul(SEED + 1, 0x9e3779b1) ^ n);
      const result = checked(dice, permittedDesign(dice, profile), profile);
      wrong.push(...result.failed.map((verdict) => JSON.stringify({ n, ...verdict })));
      requests += QUAD_LANES * QUADS;
      open += result.open;
    }
    console.log(
      `${profile.name}: seed ${SEED}, ${requests} requests, ${open} of them left open, ${wrong.length} wrong`,
    );
    expect(wrong.slice(0, 10)).toEqual([]);
  });

  it.each(
    [D3D11_3, VULKAN_1_0, VULKAN_1_4].flatMap((profile) =>
      FAULTS.filter(({ of }) => of.includes(profile.specification)).map(
        (fault) => [fault.field, profile.name, fault, profile] as const,
      ),
    ),
  )('finds a fault of %s under %s in every design that it is seeded into', (field, name, fault, profile) => {
    let [requests, designs, found, attributed] = [0, 0, 0, 0];
    for (; designs < FAULTY_DESIGNS; designs++) {
      const drawn = new Dice(Math.imul(SEED + 2, 0x85ebca77) ^ designs);
      const faulty = fault.change(permittedDesign(drawn, profile), profile);
      for (let n = 0; n < MOST_TRACES; n++) {
        requests += QUAD_LANES * QUADS;
        const { failed } = checked(new Dice(Math.imul(designs + 1, 0x27d4eb2f) ^ n), faulty, profile);
        if (failed.length === 0) continue;
        if (unitsOf(failed)[0] === fault.unit) attributed++;
        found++;
        break;
      }
    }
    console.log(
      `${field} under ${name}: seed ${SEED}, found in ${found} of ${designs} designs, attributed to the ${fault.unit} in ${attributed}, ${Math.round(requests / designs)} requests each`,
    );
    expect(found).toBe(designs);
  });
});
