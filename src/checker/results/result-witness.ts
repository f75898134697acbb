import { isFiltered, operandFields } from '../probes/witness-fields.ts';
import type { MeasuredTrace } from './measured-trace.ts';

/** The question of a lane of request `quad`: its place in the trace, and the operands that are not at their defaults. */
export function requestInputs(trace: MeasuredTrace, quad: number, lane: number): Readonly<Record<string, string>> {
  const { file, requests, batch, states } = trace;
  const { id, line, image, sampler } = requests[quad];
  const { instruction } = states[batch.state[quad]];
  const { op = 'sample' } = instruction;
  return {
    request: `${file}:${line}`,
    id: String(id),
    image: String(image),
    sampler: String(sampler),
    ...(op !== 'sample' && { op }),
    ...(isFiltered(instruction) && { lodSource: instruction.lod }),
    ...(batch.active[quad] !== 1 && { lane: String(lane) }),
    ...operandFields(instruction, batch, 4 * quad + lane),
  };
}
