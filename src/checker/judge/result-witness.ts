import type { MeasuredTrace } from './measured-trace.ts';

const FLOAT_OPERANDS = ['s', 't', 'r', 'q', 'layer', 'dref', 'lod', 'minLod'] as const;
const INTEGER_OPERANDS = ['i', 'j', 'k', 'integerLayer', 'sample', 'level'] as const;
const GRADIENTS = ['dsdx', 'dtdx', 'drdx', 'dsdy', 'dtdy', 'drdy'] as const;
/** Operands that a witness shows even at their defaults. */
const ALWAYS: ReadonlySet<string> = new Set(['s', 't', 'i', 'j']);
const DEFAULTS: ReadonlyMap<string, number> = new Map([['q', 1]]);

/**
 * The question of a lane of request `quad`: its place in the trace, and the operands that are not at their defaults.
 */
export function requestInputs(trace: MeasuredTrace, quad: number, lane: number): Readonly<Record<string, string>> {
  const { file, requests, batch, states } = trace;
  const { id, line, image, sampler } = requests[quad];
  const { instruction } = states[batch.state[quad]];
  const { op = 'sample' } = instruction;
  const filtered = op === 'sample' || op === 'gather' || op === 'footprint' || op === 'query_lod';
  const operands = filtered
    ? [...FLOAT_OPERANDS, ...(instruction.lod === 'gradient' ? GRADIENTS : [])]
    : INTEGER_OPERANDS;
  const fields: [string, string][] = [
    ['request', `${file}:${line}`],
    ['id', String(id)],
    ['image', String(image)],
    ['sampler', String(sampler)],
  ];
  if (op !== 'sample') fields.push(['op', op]);
  if (filtered) fields.push(['lodSource', instruction.lod]);
  if (batch.active[quad] !== 1) fields.push(['lane', String(lane)]);
  for (const name of operands) {
    const value = batch[name][4 * quad + lane];
    const explicitLod = name === 'lod' && instruction.lod === 'explicit';
    if (ALWAYS.has(name) || explicitLod || value !== (DEFAULTS.get(name) ?? 0)) fields.push([name, String(value)]);
  }
  return Object.fromEntries(fields);
}
