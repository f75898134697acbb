import { Pipeline, type PipelineOptions, type QuadSink } from '../../pipeline/pipeline.ts';
import type { Account } from '../../pipeline/stages/account.ts';
import { QUERY_ENTRIES } from '../../rtl-model/registers/register.ts';
import type { Design } from '../../rtl-model/design/design.ts';
import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { layOutImages } from '../../rtl-model/memory/lay-out-images.ts';
import type { LaneExtras } from '../../rtl-model/registers/lane-extras.ts';
import { QUAD_LANES, type QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { TextureUnit } from '../../rtl-model/texture-unit.ts';
import type { PipelineObserver } from '../../pipeline/stages/observer.ts';
import { SilentObserver } from '../../traces/stages/observers.ts';

/** The differences between the modes, one line each, and the cycle mode's account. */
export interface Disagreements {
  readonly faults: readonly string[];
  readonly compared: number;
  readonly account: Account;
}

/**
 * Runs a batch in the functional mode and in both clocks of the cycle mode, each on a memory of its own, and compares
 * the bits.
 */
export function inBothModes(
  design: Design,
  images: readonly ImageSource[],
  states: readonly TextureState[],
  batch: QuadBatch,
): Disagreements {
  const lanes = QUAD_LANES * batch.count;
  const result = new Float32Array(4 * lanes);
  const extras = { resident: new Uint8Array(lanes), query: new Int32Array(QUERY_ENTRIES * lanes) };
  const functional = layOutImages(images, design.cache.layout);
  new TextureUnit(design, functional, states).sample(batch, result, extras);
  const expected = { result, extras, bytes: functional.data.bytes };
  const cycle = (stepped: boolean, observer?: PipelineObserver) =>
    inCycleMode(design, images, states, batch, { stepped }, observer, expected);
  // With an observer texels come from the data store.
  const [timed, ...stepped] = [cycle(false), cycle(true), cycle(true, new SilentObserver())];
  const faults = [...timed.faults, ...stepped.flatMap((run) => run.faults.map((fault) => `stepped: ${fault}`))];
  const account = JSON.stringify(timed.account);
  if (stepped.some((run) => JSON.stringify(run.account) !== account)) faults.push('the accounts of the clocks differ');
  const compared = [timed, ...stepped].reduce((sum, run) => sum + run.compared, 0);
  return { faults, compared, account: timed.account };
}

interface Expected {
  readonly result: Float32Array;
  readonly extras: LaneExtras;
  readonly bytes: Uint8Array;
}

function inCycleMode(
  design: Design,
  images: readonly ImageSource[],
  states: readonly TextureState[],
  batch: QuadBatch,
  options: PipelineOptions,
  observer: PipelineObserver | undefined,
  { result, extras, bytes }: Expected,
): Disagreements {
  const bits = new Int32Array(result.buffer);
  const faults: string[] = [];
  let compared = 0;
  const memory = layOutImages(images, design.cache.layout);
  const sink: QuadSink = (quad, _x, _y, active, colors, first, own) => {
    const colorBits = new Int32Array(colors.buffer, colors.byteOffset, colors.length);
    for (let lane = 0; lane < QUAD_LANES; lane++) {
      if (((active >> lane) & 1) === 0) continue;
      const at = QUAD_LANES * quad + lane;
      const from = first / 4 + lane;
      for (let c = 0; c < 4; c++, compared++) {
        const [got, want] = [colorBits[4 * from + c], bits[4 * at + c]];
        // The payload of a NaN is not compared.
        if (got === want || (Number.isNaN(colors[4 * from + c]) && Number.isNaN(result[4 * at + c]))) continue;
        faults.push(`quad ${quad} lane ${lane} component ${c}: cycle ${got}, functional ${want}`);
      }
      const { op, sparse } = states[batch.state[quad]].instruction;
      if (sparse === true && own.resident[from] !== extras.resident[at])
        faults.push(`quad ${quad} lane ${lane}: residency`);
      const entries = op === 'footprint' ? QUERY_ENTRIES : 0;
      for (let n = 0; n < entries; n++) {
        const [got, want] = [own.query[QUERY_ENTRIES * from + n], extras.query[QUERY_ENTRIES * at + n]];
        if (got !== want) faults.push(`quad ${quad} lane ${lane} query ${n}: cycle ${got}, functional ${want}`);
      }
    }
  };
  const pipeline = new Pipeline(design, memory, states, sink, observer, options);
  pipeline.run(batch);
  const account = pipeline.finish();
  if (memory.data.bytes.some((byte, at) => byte !== bytes[at])) faults.push('the texel memories differ');
  return { faults, compared, account };
}
