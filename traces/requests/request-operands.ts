import * as z from 'zod';
import { D3D11_INSTRUCTIONS } from '../../rtl-model/state/d3d11-instruction.ts';
import { ATOMIC_OPS, type Instruction, OPERATIONS, type TexelOffset } from '../../rtl-model/state/instruction.ts';
import {
  expects,
  fields,
  flag,
  float32Field,
  int32,
  integerField,
  listField,
  listOfOne,
  name,
  oneOf,
  pair,
  texelField,
} from '../encodings/fields.ts';
import { FLOAT_FORMS } from '../encodings/float-text.ts';

/** Values of "op": those of texunit, and the names of D3D11. */
export const OPERATION_NAMES = [...OPERATIONS, ...D3D11_INSTRUCTIONS.filter((known) => known !== 'sample')] as const;
export type OperationName = (typeof OPERATION_NAMES)[number];

const GRADIENT = '{"dx":[ds, dt],"dy":[ds, dt]}';
const vector = listField(float32Field, 1, 3, '[ds], [ds, dt] or [ds, dt, dr]');
const gradient = fields({ dx: vector, dy: vector }, GRADIENT);

const OFFSETS = '[i], [i, j] or [i, j, k], integers from -32768 to 32767';
const offset = integerField(-32768, 32767);
const axisOffsets = listField(offset, 1, 3, '[i], [i, j] or [i, j, k]');
const texelOffset = z.tuple([offset, offset]).transform(([i, j]): TexelOffset => [i, j]);
const fourOffsets = z.tuple(
  [texelOffset, texelOffset, texelOffset, texelOffset],
  expects('four of [i, j], integers from -32768 to 32767'),
);

/** An operand of each lane: of one lane its value as the list of it; of a quad one value for all, or four. */
function ofLanes<T>(one: z.ZodType<T>, what: string) {
  const message = expects(`${what}, or four of them`);
  const shared = one.transform((value): readonly T[] => [value, value, value, value]);
  return {
    lane: listOfOne(one).optional(),
    quad: z.union([shared, z.array(one).length(4, message)], message).optional(),
  };
}

/** A constant offset, or one for each of `lanes` lanes. */
function offsets(lanes: number, what: string) {
  const constant = axisOffsets.transform((value) => ({ constant: value, ofLanes: null }));
  const dynamic = listField(axisOffsets, lanes, lanes, what).transform((value) => ({ constant: [], ofLanes: value }));
  return z.union([constant, dynamic], expects(`${OFFSETS}, or ${what}`)).optional();
}

/** An operand that is the same in all lanes. */
function ofRequest<T extends z.ZodType>(schema: T) {
  return { lane: schema.optional(), quad: schema.optional() };
}

/** Fields of a request that belong to some operations alone, in a line of one lane and in one of a quad. */
export const OPERAND_SCHEMAS = {
  q: ofLanes(float32Field, FLOAT_FORMS),
  lod: ofLanes(float32Field, FLOAT_FORMS),
  grad: ofLanes(gradient, GRADIENT),
  bias: ofLanes(float32Field, FLOAT_FORMS),
  minLod: ofLanes(float32Field, FLOAT_FORMS),
  dref: ofLanes(float32Field, FLOAT_FORMS),
  offset: { lane: offsets(1, 'a list of one of them'), quad: offsets(4, 'four of them') },
  sparse: ofRequest(flag),
  component: ofRequest(integerField(0, 3)),
  offsets: ofRequest(fourOffsets),
  origin: ofRequest(oneOf(['linear', 'nearest'])),
  level: ofLanes(int32, 'an integer'),
  sample: ofLanes(int32, 'an integer'),
  value: ofLanes(texelField, '[r, g, b, a]'),
  granularity: ofRequest(integerField(1, 15)),
  coarse: ofRequest(flag),
  atomic: ofRequest(oneOf(ATOMIC_OPS)),
  weights: ofRequest(name.nullable()),
  boxSize: ofLanes(pair(float32Field, '[width, height]'), '[width, height]'),
  reference: ofRequest(name.nullable()),
  referenceCoord: ofLanes(pair(int32, '[i, j]'), '[i, j]'),
  blockSize: ofLanes(pair(integerField(1, 2 ** 15), '[width, height]'), '[width, height], integers of at least 1'),
  metric: ofRequest(oneOf(['sad', 'ssd'])),
  form: ofRequest(oneOf(['single', 'window', 'gather'])),
} as const;
export type Operand = keyof typeof OPERAND_SCHEMAS;
export const ALL_OPERANDS = Object.keys(OPERAND_SCHEMAS) as readonly Operand[];

/** Operands that an instruction holds as they are, and their names there. */
export const INSTRUCTION_FIELDS = [
  ['component', 'component'],
  ['offsets', 'gatherOffsets'],
  ['origin', 'gatherOrigin'],
  ['granularity', 'granularity'],
  ['coarse', 'coarse'],
  ['atomic', 'atomic'],
] as const satisfies readonly (readonly [Operand, keyof Instruction])[];

/** The operands of a line; those that its operation does not take are absent. */
export type OperandFields = { readonly [Name in Operand]?: z.output<(typeof OPERAND_SCHEMAS)[Name]['quad']> };

interface OperandNames {
  readonly needs: readonly Operand[];
  readonly takes: readonly Operand[];
}

const BIASED = ['bias', 'minLod', 'offset', 'sparse'] as const;

/** The operands of each operation beside image, sampler and coordinate. */
export const OPERANDS: Readonly<Record<OperationName, OperandNames>> = {
  sample: { needs: [], takes: ['q', 'lod', 'grad', 'dref', ...BIASED] },
  gather: { needs: [], takes: ['component', 'dref', 'offset', 'offsets', 'origin', 'sparse'] },
  fetch: { needs: [], takes: ['level', 'sample', 'offset', 'sparse'] },
  read: { needs: [], takes: ['level', 'sample', 'sparse'] },
  write: { needs: ['value'], takes: ['level', 'sample'] },
  atomic: { needs: ['value'], takes: ['atomic', 'sample'] },
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

export function takesOperand(op: OperationName, operand: Operand): boolean {
  const { needs, takes } = OPERANDS[op];
  return needs.includes(operand) || takes.includes(operand);
}
