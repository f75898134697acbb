import { D3D11_INSTRUCTIONS } from '../../rtl-model/state/d3d11-instruction.ts';
import { OPERATIONS } from '../../rtl-model/state/instruction.ts';

/** Values of "op": those of texunit, and the names of D3D11. */
export const OPERATION_NAMES = [...OPERATIONS, ...D3D11_INSTRUCTIONS.filter((known) => known !== 'sample')] as const;
export type OperationName = (typeof OPERATION_NAMES)[number];

/** Fields of a request that belong to some operations alone. */
export const ALL_OPERANDS = [
  'q',
  'lod',
  'grad',
  'bias',
  'minLod',
  'dref',
  'offset',
  'sparse',
  'component',
  'offsets',
  'origin',
  'level',
  'sample',
  'value',
  'granularity',
  'coarse',
  'weights',
  'boxSize',
  'reference',
  'referenceCoord',
  'blockSize',
  'metric',
  'form',
] as const;
export type Operand = (typeof ALL_OPERANDS)[number];

export interface Operands {
  readonly needs: readonly Operand[];
  readonly takes: readonly Operand[];
}

const BIASED = ['bias', 'minLod', 'offset', 'sparse'] as const;

/** The operands of each operation beside image, sampler and coordinate. */
const OPERANDS: Readonly<Record<OperationName, Operands>> = {
  sample: { needs: [], takes: ['q', 'lod', 'grad', 'dref', ...BIASED] },
  gather: { needs: [], takes: ['component', 'dref', 'offset', 'offsets', 'origin', 'sparse'] },
  fetch: { needs: [], takes: ['level', 'sample', 'offset', 'sparse'] },
  read: { needs: [], takes: ['level', 'sample', 'sparse'] },
  write: { needs: ['value'], takes: ['level', 'sample'] },
  query_size: { needs: [], takes: ['level'] },
  query_levels: { needs: [], takes: [] },
  query_samples: { needs: [], takes: [] },
  query_lod: { needs: [], takes: [] },
  sample_position: { needs: [], takes: ['sample'] },
  footprint: { needs: [], takes: ['lod', 'grad', 'bias', 'minLod', 'offset', 'granularity', 'coarse'] },
  sample_weighted: { needs: ['weights'], takes: [] },
  box_filter: { needs: ['boxSize'], takes: [] },
  block_match: { needs: ['reference', 'referenceCoord', 'blockSize', 'metric'], takes: ['form'] },
  sample_b: { needs: ['bias'], takes: BIASED },
  sample_c: { needs: ['dref'], takes: ['minLod', 'offset', 'sparse'] },
  sample_c_lz: { needs: ['dref'], takes: ['offset', 'sparse'] },
  sample_d: { needs: ['grad'], takes: ['minLod', 'offset', 'sparse'] },
  sample_l: { needs: ['lod'], takes: ['offset', 'sparse'] },
  gather4: { needs: [], takes: ['component', 'offset', 'sparse'] },
  gather4_c: { needs: ['dref'], takes: ['offset', 'sparse'] },
  gather4_po: { needs: ['offset'], takes: ['component', 'sparse'] },
  gather4_po_c: { needs: ['offset', 'dref'], takes: ['sparse'] },
  ld: { needs: [], takes: ['level', 'offset', 'sparse'] },
  ld2dms: { needs: [], takes: ['sample', 'offset', 'sparse'] },
  lod: { needs: [], takes: [] },
  resinfo: { needs: [], takes: ['level'] },
  sampleinfo: { needs: [], takes: [] },
  samplepos: { needs: [], takes: ['sample'] },
};

export function operandsOf(op: OperationName): Operands {
  return OPERANDS[op];
}

export function takesOperand(op: OperationName, operand: Operand): boolean {
  const { needs, takes } = OPERANDS[op];
  return needs.includes(operand) || takes.includes(operand);
}
