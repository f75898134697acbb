import { describe, expect, it } from 'vitest';
import { Pipeline } from '../../../pipeline/pipeline.ts';
import { DesignError } from '../../../rtl-model/design/design.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { explain } from '../../../src/explain/explain.ts';
import { withOneUnit } from '../../../src/explain/explain-trace.ts';
import type { Explanation } from '../../../src/explain/explanation.ts';
import { explanationText } from '../../../src/explain/explanation-text.ts';
import { RequestWatch } from '../../../src/explain/request-watch.ts';
import { DEFAULT_LANE, type Request } from '../../../traces/requests/request-trace.ts';
import type { Texel } from '../../../traces/requests/request-trace.ts';
import { type Result, resultOf } from '../../../traces/requests/lane-results.ts';
import { quadRequest } from '../../../traces/requests/request-batch.ts';
import { requestShape } from '../../../traces/requests/request-shape.ts';
import { Dice } from '../../oracle/dice.ts';
import { draws } from '../../oracle/draws.ts';
import { operationOf } from '../../oracle/random-operations.ts';
import { OTHER_KINDS, type OtherRequest, otherRequestOf } from '../../oracle/random-other-operations.ts';
import { randomDesign, randomImage, randomQuads, randomState } from '../../pipeline/random-work.ts';

const RUNS = draws(25, 3);

/** The weights of each level, and of the levels, sum to 1. */
function checkFootprints({ footprints }: Explanation): void {
  const levels = new Map<number, number>();
  for (const { level, weight, taps } of footprints) {
    const shares = taps.map((tap) => tap.weight);
    if (shares.includes(null)) return;
    const sum = (shares as readonly number[]).reduce((all, share) => all + share * weight, 0);
    levels.set(level, (levels.get(level) ?? 0) + sum);
  }
  if (footprints.length > 0) expect([...levels.values()].reduce((all, share) => all + share)).toBeCloseTo(1, 9);
}

/** Explains the last of three random quads of a random design. @returns how many lanes, and how many taps */
function explainRandom(dice: Dice): readonly [number, number] {
  const random = () => dice.real(0, 1);
  const design = randomDesign(random);
  const memory = layOutImages([randomImage(random)], design.cache.layout);
  const states = [randomState(random, 1), randomState(random, 1)];
  const batch = new QuadBatch(3);
  randomQuads(random, batch, 3, states.length);
  const watch = new RequestWatch();
  let texels: Texel[] = [];
  const pipeline = new Pipeline(
    design,
    memory,
    states,
    (_quad, _x, _y, _active, colors, first) => {
      texels = [0, 1, 2, 3].map((lane) => {
        const at = first + 4 * lane;
        return [colors[at], colors[at + 1], colors[at + 2], colors[at + 3]];
      });
    },
    watch,
  );
  pipeline.run(batch);
  pipeline.finish();
  const quad = watch.last!;
  const waits = watch.waitsOf(quad, design.pipeline);
  expect(quad.quad).toBe(2);
  const { instruction } = states[quad.state];
  const lanes = [0, 1, 2, 3].map(() => DEFAULT_LANE);
  const { active, x, y } = quad;
  const request: Request = {
    id: 2,
    image: 'image',
    second: null,
    sampler: 'sampler',
    instruction,
    lanes,
    active,
    x,
    y,
    offset: [],
    results: null,
  };
  let explained = 0;
  let taps = 0;
  for (let lane = 0; lane < 4; lane++) {
    if (((active >> lane) & 1) === 0) continue;
    const explanation = explain(
      { design, memory, states, request, quad, waits, result: { id: 2, texels }, lane, others: [], measured: null },
      lane,
    );
    const passes = explanation.sections.filter(({ title }) => title.startsWith('Pass'));
    expect(passes).toHaveLength(quad.lanes.passes[lane]);
    const values = explanation.sections.at(-1)!.steps.map(({ value }) => Number(value));
    expect(values).toEqual(texels[lane].map(Number));
    if (instruction.op === undefined || instruction.op === 'sample') checkFootprints(explanation);
    taps += passes.reduce((sum, { table }) => sum + table!.rows.length, 0);
    explained++;
  }
  return [explained, taps];
}

describe('explain, over random designs, images and samplers', () => {
  it.each([1, 2])('works every step out to the bits of the units (seed %i)', (seed) => {
    const dice = new Dice(seed);
    let explained = 0;
    let taps = 0;
    for (let run = 0; run < RUNS; run++) {
      const [lanes, ofLanes] = explainRandom(dice);
      explained += lanes;
      taps += ofLanes;
    }
    expect(explained).toBeGreaterThan(RUNS);
    expect(taps).toBeGreaterThan(explained);
  });
});

/** Explains the active lanes of the last quad of a request. @returns the lanes, none of a design that is refused */
function explainLast({ design: { cache, ...units }, sources, states, batch }: Asked): number {
  const design = withOneUnit({ ...units, cache });
  const memory = layOutImages(sources, cache.layout);
  const watch = new RequestWatch();
  const last = batch.count - 1;
  const state = states[batch.state[last]];
  const shape = requestShape(state.view ?? null, state.instruction);
  let result: Result | undefined;
  try {
    const pipeline = new Pipeline(
      design,
      memory,
      states,
      (_quad, _x, _y, active, colors, first, extras) => {
        result = resultOf({ id: last, shape, colors, first, extras, active, lanes: 4 });
      },
      watch,
    );
    pipeline.run(batch);
    pipeline.finish();
  } catch (error) {
    if (error instanceof DesignError) return 0;
    throw error;
  }
  const names = { id: last, image: 'image', second: null, sampler: 'sampler' };
  const request = quadRequest(batch, last, names, state.instruction, shape);
  const quad = watch.last!;
  const waits = watch.waitsOf(quad, design.pipeline);
  let explained = 0;
  for (let lane = 0; lane < 4; lane++) {
    if (((quad.active >> lane) & 1) === 0) continue;
    const answered = {
      design,
      memory,
      states,
      request,
      quad,
      waits,
      result: result!,
      lane,
      others: [],
      measured: null,
    };
    const explanation = explain(answered, lane);
    const lines = explanationText(explanation).split('\n');
    expect(lines.filter((line) => line.length > 100 && !line.includes('{'))).toEqual([]);
    explained++;
  }
  return explained;
}

type Asked = Pick<OtherRequest, 'design' | 'sources' | 'states' | 'batch'>;

describe('explain, over random operations', () => {
  it('takes the steps of every kind of operation once more, and ends in the bits of the units', () => {
    const explained = new Map(OTHER_KINDS.map((kind) => [kind, 0]));
    for (let n = 0; n < draws(6, 3) * OTHER_KINDS.length; n++) {
      const kind = OTHER_KINDS[n % OTHER_KINDS.length];
      explained.set(kind, explained.get(kind)! + explainLast(otherRequestOf(5, n)));
    }
    for (const [kind, lanes] of explained) expect([kind, lanes > 0]).toEqual([kind, true]);
  });

  it('does so for samples of every shape, filter and reduction', () => {
    let explained = 0;
    for (let n = 0; n < draws(60, 3); n++) {
      const { design, image, view, sampler, instruction, batch } = operationOf(5, n, 1);
      explained += explainLast({ design, sources: [image], states: [{ image: 0, view, sampler, instruction }], batch });
    }
    expect(explained).toBeGreaterThan(draws(100, 3));
  });
});
