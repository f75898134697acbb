import type { LaneRegisters } from '../registers/lane-registers.ts';
import type { QuadBatch } from '../registers/quad-batch.ts';
import type { Binding } from '../state/binding.ts';

/** An operand that goes into its register as it is. */
export interface Operand {
  /** The batch's field, and the register. */
  readonly operand: keyof Numbers<QuadBatch>;
  readonly register: keyof LaneRegisters;
}

/** The fields of a batch that are arrays. */
type Numbers<T> = { [K in keyof T as T[K] extends ArrayLike<number> ? K : never]: T[K] };

const INTEGER_OPERANDS: readonly Operand[] = same('i', 'j', 'k', 'integerLayer', 'sample', 'level');
const LOD_OPERANDS: readonly Operand[] = [{ operand: 'lod', register: 'lodOperand' }, ...same('minLod')];

/**
 * The operands that an operation takes beside its coordinates, derivatives and offsets: the front end loads these and no
 * others.
 */
export function operandsOf({ op, arrayed }: Binding): readonly Operand[] {
  const layer = arrayed ? same('layer') : [];
  switch (op) {
    case 'sample':
    case 'footprint':
      return [...LOD_OPERANDS, ...layer];
    case 'gather':
    case 'sample_weighted':
      return layer;
    case 'box_filter':
      return [...layer, ...same('boxWidth', 'boxHeight')];
    case 'fetch':
    case 'read':
    case 'write':
      return INTEGER_OPERANDS;
    case 'block_match':
      return same('i', 'j', 'referenceI', 'referenceJ', 'blockWidth', 'blockHeight');
    case 'query_size':
      return same('level');
    case 'sample_position':
      return same('sample');
    case 'query_lod':
    case 'query_levels':
    case 'query_samples':
      return [];
  }
}

function same(...names: readonly (Operand['operand'] & Operand['register'])[]): readonly Operand[] {
  return names.map((name) => ({ operand: name, register: name }));
}
