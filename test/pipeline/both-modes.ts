import { Pipeline, type QuadSink } from '../../pipeline/pipeline.ts';
import type { Account } from '../../pipeline/account.ts';
import { QUERY_ENTRIES } from '../../rtl-model/address-unit/plans/query-plans.ts';
import type { Design } from '../../rtl-model/design/design.ts';
import { type ImageSource, layOutImages } from '../../rtl-model/memory/image.ts';
import type { LaneExtras } from '../../rtl-model/registers/lane-extras.ts';
import { QUAD_LANES, type QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { TextureUnit } from '../../rtl-model/texture-unit.ts';

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
  const [timed, stepped] = [false, true].map((step) => inCycleMode(design, images, states, batch, step, expected));
  const accounts = [timed, stepped].map(({ account }) => JSON.stringify(account));
  const faults = [...timed.faults, ...stepped.faults.map((fault) => `stepped: ${fault}`)];
  if (accounts[0] !== accounts[1]) faults.push('the accounts of the two clocks differ');
  return { faults, compared: timed.compared + stepped.compared, account: timed.account };
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
  stepped: boolean,
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
  const pipeline = new Pipeline(design, memory, states, sink, undefined, { stepped });
  pipeline.run(batch);
  const account = pipeline.finish();
  if (memory.data.bytes.some((byte, at) => byte !== bytes[at])) faults.push('the texel memories differ');
  return { faults, compared, account };
}
