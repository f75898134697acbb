import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';
import type { Instruction } from '../../../rtl-model/state/instruction.ts';
import { floatText } from '../../../traces/requests/float-text.ts';
import { type Question, stateOf } from './question.ts';

type Fields = Readonly<Record<string, string>>;

/** Fields of a witness: float32 values as the request trace writes them, everything else as it is. */
export function witnessFields(fields: Readonly<Record<string, string | number | boolean>>): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'number' ? floatText(value) : String(value)]),
  );
}

/** A coordinate (or LOD) as an integer of 2^-8 and its format: `205 (16.8)`. */
export function fixedField(integer: number, format: string): string {
  return `${integer} (${format})`;
}

const FLOAT_OPERANDS = ['s', 't', 'r', 'q', 'layer', 'dref', 'lod', 'minLod'] as const;
const INTEGER_OPERANDS = ['i', 'j', 'k', 'integerLayer', 'sample', 'level'] as const;
const GRADIENTS = ['dsdx', 'dtdx', 'drdx', 'dsdy', 'dtdy', 'drdy'] as const;
/** Operands that are shown at their defaults, too. */
const ALWAYS: ReadonlySet<string> = new Set(['s', 't', 'i', 'j']);
const DEFAULTS: ReadonlyMap<string, number> = new Map([['q', 1]]);

/** True for an operation with float coordinates. */
export function isFiltered({ op = 'sample' }: Instruction): boolean {
  return op === 'sample' || op === 'gather' || op === 'footprint' || op === 'query_lod';
}

/** The operands of lane `at` (4 a quad) that are not at their defaults, as the request trace names them. */
export function operandFields(instruction: Instruction, batch: QuadBatch, at: number): Fields {
  const { lod } = instruction;
  const operands = isFiltered(instruction)
    ? [...FLOAT_OPERANDS, ...(lod === 'gradient' ? GRADIENTS : [])]
    : INTEGER_OPERANDS;
  const shown = operands.filter((name) => {
    const explicitLod = name === 'lod' && lod === 'explicit';
    return ALWAYS.has(name) || explicitLod || batch[name][at] !== (DEFAULTS.get(name) ?? 0);
  });
  return Object.fromEntries(shown.map((name) => [name, String(batch[name][at])]));
}

/** The state of a question as far as it is not the default, as the request trace names it. */
export function stateFields(question: Question): Fields {
  const { image, view, instruction } = question;
  const { sampler } = stateOf(question).state;
  const { op = 'sample', lod, ...rest } = instruction;
  const own = Object.entries({ ...view, ...rest }).filter(([, value]) => value !== undefined && value !== false);
  const changed = Object.entries(sampler).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(DEFAULT_SAMPLER[name as keyof typeof sampler]),
  );
  const size = image && [image.type ?? '2d', image.width, image.height, image.depth ?? 1].join(' ');
  return {
    image: image === null ? 'null' : `${image.format.name} ${size}`,
    op,
    ...(isFiltered(instruction) && { lodSource: lod }),
    ...Object.fromEntries(
      [...own, ...changed].map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    ),
  };
}
