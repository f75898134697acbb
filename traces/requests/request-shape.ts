import type { ImageView, ViewType } from '../../rtl-model/state/image-view.ts';
import type { Instruction, Operation } from '../../rtl-model/state/instruction.ts';
import { aspectFormat } from '../../rtl-model/formats/depth-stencil-formats.ts';
import type { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { TexelFormat } from '../../rtl-model/formats/texel-format.ts';

/** The type of a texel's numbers. */
export type Numbers = 'float' | 'uint' | 'sint';

/** Fields of the batch that the numbers of a coordinate go to, in their order. */
export type CoordinateField = keyof Pick<QuadBatch, 's' | 't' | 'r' | 'layer' | 'i' | 'j' | 'k' | 'integerLayer'>;

/** The operands and results of the requests of a texture state. */
export interface RequestShape {
  /** Null for a null descriptor, which takes coordinates of any view. */
  readonly viewType: ViewType | null;
  readonly coordinate: readonly CoordinateField[];
  /** Numbers that a coordinate needs; those after them may be left out and are 0. */
  readonly needed: number;
  /** The form of a coordinate, for messages. */
  readonly coordinateText: string;
  /** Numbers of a gradient, and of a texel offset. */
  readonly gradientAxes: number;
  readonly axes: number;
  /** The type of the texel that `write` and `atomic` store. */
  readonly value: Numbers;
  readonly result: Numbers | 'footprint';
  readonly sparse: boolean;
}

/** The operands and the result of an operation. */
interface OperationForm {
  /** Coordinates of a sample, integers of a texel (Vulkan: Integer Texel Coordinate Operations), or none needed. */
  readonly coordinate: 'float' | 'integer' | 'ignored';
  readonly sampler: boolean;
  /** `view`: numbers of the view's format. */
  readonly result: 'view' | 'float' | 'sint' | 'footprint';
}

const SAMPLED = { coordinate: 'float', sampler: true, result: 'view' } as const;
const ACCESSED = { coordinate: 'integer', sampler: false, result: 'view' } as const;
const QUERIED = { coordinate: 'ignored', sampler: false, result: 'sint' } as const;

const FORMS: Readonly<Record<Operation, OperationForm>> = {
  sample: SAMPLED,
  gather: SAMPLED,
  fetch: ACCESSED,
  read: ACCESSED,
  write: ACCESSED,
  atomic: ACCESSED,
  query_size: QUERIED,
  query_levels: QUERIED,
  query_samples: QUERIED,
  query_lod: { ...SAMPLED, result: 'float' },
  sample_position: { ...QUERIED, result: 'float' },
  footprint: { ...SAMPLED, result: 'footprint' },
  sample_weighted: SAMPLED,
  box_filter: SAMPLED,
  block_match: { coordinate: 'integer', sampler: true, result: 'float' },
};

export function takesTexels(op: Operation): boolean {
  return FORMS[op].coordinate !== 'float';
}

export function needsCoordinate(op: Operation): boolean {
  return FORMS[op].coordinate !== 'ignored';
}

export function needsSampler(op: Operation): boolean {
  return FORMS[op].sampler;
}

interface Layout {
  readonly axes: number;
  readonly float: readonly [string, ...CoordinateField[]];
  readonly integer: readonly [string, ...CoordinateField[]];
}

const LAYOUTS: Readonly<Record<ViewType, Layout>> = {
  '1d': { axes: 1, float: ['[s]', 's'], integer: ['[i]', 'i'] },
  '1d_array': { axes: 1, float: ['[s, layer]', 's', 'layer'], integer: ['[i, layer]', 'i', 'integerLayer'] },
  '2d': { axes: 2, float: ['[s, t]', 's', 't', 'layer'], integer: ['[i, j]', 'i', 'j'] },
  '2d_array': {
    axes: 2,
    float: ['[s, t, layer]', 's', 't', 'layer'],
    integer: ['[i, j, layer]', 'i', 'j', 'integerLayer'],
  },
  '3d': { axes: 3, float: ['[s, t, r]', 's', 't', 'r'], integer: ['[i, j, k]', 'i', 'j', 'k'] },
  cube: { axes: 2, float: ['[x, y, z]', 's', 't', 'r'], integer: ['[i, j, face]', 'i', 'j', 'integerLayer'] },
  cube_array: {
    axes: 2,
    float: ['[x, y, z, layer]', 's', 't', 'r', 'layer'],
    integer: ['[i, j, 6 layer + face]', 'i', 'j', 'integerLayer'],
  },
};

const ANY_LAYOUT: Layout = {
  axes: 3,
  float: ['one to four numbers', 's', 't', 'r', 'layer'],
  integer: ['one to four integers', 'i', 'j', 'k', 'integerLayer'],
};

/** @param view null for a null descriptor */
export function requestShape(
  view: Pick<ImageView, 'viewType' | 'format' | 'aspect'> | null,
  { op = 'sample', sparse = false }: Instruction,
): RequestShape {
  const viewType = view === null ? null : view.viewType;
  const layout = viewType === null ? ANY_LAYOUT : LAYOUTS[viewType];
  const [coordinateText, ...coordinate] = takesTexels(op) ? layout.integer : layout.float;
  return {
    viewType,
    coordinate,
    needed: neededNumbers(viewType, coordinate, op),
    coordinateText,
    gradientAxes: viewType === 'cube' || viewType === 'cube_array' ? 3 : layout.axes,
    axes: layout.axes,
    value: view === null ? 'float' : numbersOf(view.format),
    result: resultOf(view, op),
    sparse,
  };
}

/** A 2D coordinate may have a layer that counts for nothing. */
function neededNumbers(viewType: ViewType | null, coordinate: readonly CoordinateField[], op: Operation): number {
  if (!needsCoordinate(op)) return 0;
  if (viewType === null) return 1;
  return viewType === '2d' ? 2 : coordinate.length;
}

function resultOf(view: Pick<ImageView, 'format' | 'aspect'> | null, op: Operation): RequestShape['result'] {
  const { result } = FORMS[op];
  if (result !== 'view') return result;
  if (view === null) return 'float';
  return numbersOf(aspectFormat(view.format, view.aspect));
}

function numbersOf({ componentType }: TexelFormat): Numbers {
  return componentType === 'uint' || componentType === 'sint' ? componentType : 'float';
}
