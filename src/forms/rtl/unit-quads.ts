import type { Design } from '../../../rtl-model/design/design.ts';
import { QUAD_LANES, type QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { TextSink } from '../../../traces/encodings/text-sink.ts';
import { type StructValues, structWriter } from './struct-writer.ts';
import { unitStructs } from './unit-structs.ts';
import { constantName } from '../parameters/package-text.ts';
import { unitWidths } from '../parameters/unit-widths.ts';

/** The float32 operands of lanes. */
const OPERANDS = ['s', 't', 'q', 'layer', 'lod', 'minLod', 'dsdx', 'dtdx', 'dsdy', 'dtdy'] as const;

/** Writes the `quad_t` of each quad, for `$readmemh`. @param states texture states that the unit holds */
export function writeUnitQuads(design: Design, states: number, quads: QuadBatch, sink: TextSink): void {
  const write = structWriter('quad', unitStructs(unitWidths(design, states))['quad_t'], sink);
  const lanes = OPERANDS.map((operand) => ({
    name: constantName(operand).toLowerCase(),
    bits: new Uint32Array(quads[operand].buffer, quads[operand].byteOffset),
  }));
  for (let quad = 0; quad < quads.count; quad++) {
    const values: Record<string, ArrayLike<number>> = {
      state: [quads.state[quad]],
      quad: [quad],
      active: [quads.active[quad]],
      offset_u: [quads.offsetU[quad]],
      offset_v: [quads.offsetV[quad]],
    };
    for (const { name, bits } of lanes) values[name] = bits.subarray(QUAD_LANES * quad, QUAD_LANES * (quad + 1));
    write(values satisfies StructValues);
  }
}
