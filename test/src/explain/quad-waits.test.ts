import { describe, expect, it } from 'vitest';
import { Pipeline } from '../../../pipeline/pipeline.ts';
import type { PassView } from '../../../pipeline/stages/observer.ts';
import { type Stage, STAGES } from '../../../pipeline/stages/stages.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { withValue } from '../../../rtl-model/design/field.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { QuadWait } from '../../../src/explain/quad-waits.ts';
import { RequestWatch, type WatchedQuad } from '../../../src/explain/request-watch.ts';
import { withOneUnit } from '../../../src/explain/explain-trace.ts';
import { Dice } from '../../oracle/dice.ts';
import { preset, randomDesign, randomImage, randomQuads, randomState } from '../../pipeline/random-work.ts';

/** Keeps the waits of each quad when its result is through, before the quad is forgotten. */
class WaitsOfAll extends RequestWatch {
  readonly all: { readonly quad: WatchedQuad; readonly waits: readonly QuadWait[] }[] = [];

  constructor(private readonly design: Design) {
    super();
  }

  override leave(cycle: number, stage: Stage, view: PassView): void {
    const quad = stage === 'result' ? this.watched(view.quad) : undefined;
    super.leave(cycle, stage, view);
    if (quad !== undefined) this.all.push({ quad, waits: this.waitsOf(quad, this.design.pipeline) });
  }
}

function waitsOfRun(design: Design, seed: number, quads: number) {
  const dice = new Dice(seed);
  const random = () => dice.real(0, 1);
  const memory = layOutImages([randomImage(random)], design.cache.layout);
  const states = [randomState(random, 1), randomState(random, 1)];
  const batch = new QuadBatch(quads);
  randomQuads(random, batch, quads, states.length);
  const watch = new WaitsOfAll(design);
  const pipeline = new Pipeline(withOneUnit(design), memory, states, () => {}, watch);
  pipeline.run(batch);
  pipeline.finish();
  return watch.all;
}

const cyclesOf = (waits: readonly QuadWait[], is: (wait: QuadWait) => boolean) =>
  waits.filter(is).reduce((sum, { cycles }) => sum + cycles, 0);
const isMemory = ({ stage, cause }: QuadWait) => stage === 'data' && cause === 'memory';

describe('the waits of a quad', () => {
  it('sum to its latency, of a thousand quads of random designs, and each has a cause', () => {
    const dice = new Dice(39);
    let quads = 0;
    for (let seed = 1; quads < 1000; seed++) {
      const design = randomDesign(() => dice.real(0, 1));
      for (const { quad, waits } of waitsOfRun(design, seed, 100)) {
        const enters = Math.min(...quad.stays.map(({ enter }) => enter));
        const leaves = Math.max(...quad.stays.map(({ leave }) => leave));
        expect(cyclesOf(waits, () => true)).toBe(leaves - enters);
        expect(waits.filter(({ cause }) => cause === 'starved')).toEqual([]);
        for (const { cause, cycles, culprits } of waits) {
          const sum = culprits.reduce((all, [, each]) => all + each, 0);
          expect(sum).toBe(cause === null ? 0 : cycles);
        }
        quads++;
      }
    }
  });

  const slower = (design: Design, cycles: number) =>
    withValue(design, 'pipeline.memory.latency', design.pipeline.memory.latency + cycles);

  it('grow by what the memory is slower, in a wait for the first line, where a quad is alone', () => {
    const design = preset('full-quality');
    const [[fast], [slow]] = [design, slower(design, 77)].map((one) => waitsOfRun(one, 5, 1));
    expect(cyclesOf(slow.waits, isMemory) - cyclesOf(fast.waits, isMemory)).toBe(77);
    expect(slow.waits.filter((wait) => !isMemory(wait)).map(({ cycles }) => cycles)).toEqual(
      fast.waits.filter((wait) => !isMemory(wait)).map(({ cycles }) => cycles),
    );
    const [[line]] = slow.waits.find(isMemory)!.culprits;
    const missed = slow.quad.lookups.filter(({ hit }) => !hit).map((lookup) => lookup.line);
    expect(line).toMatch(/^line 0x[0-9a-f]{8} of quad 0$/);
    expect(missed).toContain(Number(/0x[0-9a-f]+/.exec(line)![0]));
  });

  it('work on a quad that is alone takes the latency of each stage at least', () => {
    const design = preset('full-quality');
    const [{ waits }] = waitsOfRun(design, 5, 1);
    for (const stage of STAGES) {
      const work = cyclesOf(waits, ({ at, cause }) => at === stage && cause === null);
      expect([stage, work]).toEqual([stage, Math.max(design.pipeline.latency[stage], work)]);
    }
  });

  it('name the quad ahead: one that comes later waits for those before it alone', () => {
    for (const { quad, waits } of waitsOfRun(preset('d3d11.3-minimum'), 7, 60)) {
      const named = waits.flatMap(({ culprits }) => culprits.flatMap(([text]) => /quad (\d+)$/.exec(text)?.[1] ?? []));
      expect(Math.max(0, ...named.map(Number))).toBeLessThanOrEqual(quad.quad);
    }
  });
});
