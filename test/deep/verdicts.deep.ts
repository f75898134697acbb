import { describe, expect, it } from 'vitest';
import type { Design } from '../../rtl-model/design/design.ts';
import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { D3D11_3, type Profile, VULKAN_1_0, VULKAN_1_4 } from '../../src/checker/profiles.ts';
import { judgeTable, shownBy, unitOfVerdict } from '../../src/checker/closest/check-results.ts';
import type { ReportedVerdict } from '../../src/checker/rule.ts';
import type { MeasuredTrace } from '../../src/checker/judge/measured-trace.ts';
import { formatOf } from '../oracle/allowed-at.ts';
import { Dice } from '../oracle/dice.ts';
import { permittedDesign } from '../oracle/permitted-design.ts';
import { FAULTS } from '../oracle/seeded-faults.ts';
import { randomImage, randomInstruction, randomQuads, randomSampler } from '../oracle/random-requests.ts';
import { EXPLICIT } from '../oracle/sampling.ts';
import { finished } from '../src/checker/judge/random-requests.ts';
import { measuredByModel } from '../src/checker/judge/measured-by-model.ts';
import { SEED } from './seed.ts';

const FORMATS = ['r8_unorm', 'r8g8b8a8_srgb', 'r16_unorm', 'r8_snorm', 'r16g16b16a16_sfloat', 'r32_sfloat'];
/** Requests of each profile, of one lane each. */
const REQUESTS = 340_000;

/** Designs that a fault is seeded into, and the states of their tables: the next is asked while few results show it. */
const FAULTY_DESIGNS = 4;
const TABLES = [32, 128];
const ENOUGH = 4;

/** Random requests with a design's own results; some states are plain enough to estimate bits from. */
function measured(dice: Dice, design: Design, states: number, quads: number): MeasuredTrace {
  const images: ImageSource[] = [];
  const textures: TextureState[] = [];
  const batch = new QuadBatch(states * quads);
  for (let image = 0; image < states; image++) {
    const plain = dice.chance(0.3);
    images.push(randomImage(dice, formatOf(dice.pick(FORMATS))));
    const sampler = { ...randomSampler(dice, plain), ...(!plain && { anisotropyEnable: dice.chance(0.1) }) };
    textures.push({ image, sampler, instruction: plain ? EXPLICIT : randomInstruction(dice) });
    const ofState = randomQuads(dice, quads, images[image].width, images[image].height);
    ofState.state.fill(image);
    batch.append(ofState);
  }
  return measuredByModel(design, images, textures, batch);
}

function judgedBy(profile: Profile, trace: MeasuredTrace) {
  const { judged, open, verdicts } = finished(judgeTable(trace, { kind: 'profile', profile }));
  return { judged, open, failed: verdicts.filter(({ finding }) => finding.verdict === 'fail') };
}

describe('the judgement of measured results', () => {
  it.each([D3D11_3, VULKAN_1_0, VULKAN_1_4])('finds nothing wrong in designs that conform to $name', (profile) => {
    const wrong: string[] = [];
    let [requests, open] = [0, 0];
    for (let n = 0; requests < REQUESTS; n++) {
      const dice = new Dice(Math.imul(SEED + 1, 0x9e3779b1) ^ n);
      const result = judgedBy(profile, measured(dice, permittedDesign(dice, profile), dice.pick([1, 8, 32]), 32));
      wrong.push(...result.failed.map((verdict) => JSON.stringify({ n, ...verdict })));
      requests += result.judged;
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
      let failed: readonly ReportedVerdict[] = [];
      for (const [n, states] of TABLES.entries()) {
        if (failed.length > 0 && shownBy(failed[0]) >= ENOUGH) break;
        const table = measured(new Dice(Math.imul(designs + 1, 0x27d4eb2f) ^ n), faulty, states, 16);
        const result = judgedBy(profile, table);
        requests += result.judged;
        failed = result.failed;
      }
      if (failed.length > 0) found++;
      if (failed.length > 0 && unitOfVerdict(failed[0]) === fault.unit) attributed++;
      else console.log(`design ${designs}: ${failed.map(({ rule }) => rule.id).join(', ')}`);
    }
    console.log(
      `${field} under ${name}: seed ${SEED}, found in ${found} of ${designs} designs, attributed to the ${fault.unit} in ${attributed}, ${Math.round(requests / designs)} requests each`,
    );
    expect(found).toBe(designs);
  });
});
