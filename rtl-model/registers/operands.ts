import type { Binding } from '../state/binding.ts';
import type { LANE_ARRAYS, REQUEST_ARRAYS } from './register-arrays.ts';

/** An operand that goes into its register as it is: into `lodOperand`, or into the one of its name. */
export type CopiedOperand = 'lod' | (keyof typeof REQUEST_ARRAYS & keyof typeof LANE_ARRAYS);

/**
 * The operands that a state uses beside its coordinates, derivatives, offsets and reference depth. The front end loads
 * these and no others.
 */
export function copiedOperands({ op, dimensions, arrayed, cube, image }: Binding): readonly CopiedOperand[] {
  const layer: readonly CopiedOperand[] = arrayed ? ['layer'] : [];
  const place = (['i', 'j', 'k'] as const).slice(0, dimensions);
  switch (op) {
    case 'sample':
    case 'footprint':
      return [...layer, 'lod', 'minLod'];
    case 'gather':
    case 'query_lod':
    case 'sample_weighted':
      return layer;
    case 'box_filter':
      return [...layer, 'boxWidth', 'boxHeight'];
    case 'fetch':
    case 'read':
    case 'write':
    case 'atomic':
      return [
        ...place,
        'level',
        ...(arrayed || cube ? (['integerLayer'] as const) : []),
        ...(image.samples > 1 ? (['sample'] as const) : []),
      ];
    case 'block_match':
      return [...place, 'referenceI', 'referenceJ', 'blockWidth', 'blockHeight'];
    case 'sample_position':
      return ['sample'];
    case 'query_size':
      return ['level'];
    default:
      return [];
  }
}
