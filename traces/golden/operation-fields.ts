import { QUERY_ENTRIES } from '../../rtl-model/address-unit/plans/query-plans.ts';
import { Footprints } from '../../rtl-model/registers/footprints.ts';
import type { TexelMemory } from '../../rtl-model/memory/image.ts';
import { LaneRegisters } from '../../rtl-model/registers/lane-registers.ts';
import { QUAD_LANES, QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { TexelFormat } from '../../rtl-model/formats/texel-format.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import type { GoldenField } from './golden-file.ts';

/** Units whose inputs and outputs are written, of operations other than plain sampling. */
export const OPERATION_UNITS = [
  'operation_front_end',
  'operation_lod',
  'operation_address',
  'operation_decode',
  'operation_filter',
  'operation_result',
] as const;
export type OperationUnit = (typeof OPERATION_UNITS)[number];

export const COMPONENTS = ['r', 'g', 'b', 'a'];

/** Registers, as their classes name them: a vector has a field for each of a lane's entries, of the register's own width. */
export const QUAD_OFFSETS = ['offsetU', 'offsetV', 'offsetW'] as const;
const COORDINATES = ['u', 'v', 'w', 'face', 'layer'] as const;
const DERIVATIVES = ['dudx', 'dvdx', 'dwdx', 'dudy', 'dvdy', 'dwdy'] as const;
const INTEGERS = ['i', 'j', 'k', 'integerLayer', 'sample', 'level'] as const;
const WINDOWS = ['referenceI', 'referenceJ', 'boxWidth', 'boxHeight', 'blockWidth', 'blockHeight'] as const;
const LEVELS = ['levelHi', 'levelLo', 'levelWeight', 'linear', 'samples'] as const;
const AXIS = ['axisU', 'axisV'] as const;
export const SNAPPED = ['sampleU', 'sampleV', 'sampleW', 'fixedU', 'fixedV', 'fixedW'] as const;
export const OPERANDS = [
  's',
  't',
  'r',
  'q',
  'layer',
  'dref',
  'lod',
  'minLod',
  'dsdx',
  'dtdx',
  'drdx',
  'dsdy',
  'dtdy',
  'drdy',
  ...INTEGERS,
  ...WINDOWS,
] as const;
export const WEIGHTS = ['alpha', 'beta', 'gamma', 'plane', 'tapCount'] as const;
export const SUMS = ['sumHi', 'sumLo', 'part', 'least', 'greatest'] as const;

export type LaneRegister = keyof LaneRegisters;
export const FRONT_END_OUT: readonly LaneRegister[] = [...COORDINATES, ...DERIVATIVES, 'dref', ...QUAD_OFFSETS];
export const LOD_IN: readonly LaneRegister[] = [...DERIVATIVES, 'lodOperand', 'minLod', 'u', 'v', ...WINDOWS];
export const LOD_OUT: readonly LaneRegister[] = ['baseLod', 'lambda', 'lod', ...LEVELS, ...AXIS, 'passes'];
export const ADDRESS_IN: readonly LaneRegister[] = [
  ...COORDINATES,
  ...INTEGERS,
  ...LEVELS,
  ...AXIS,
  ...QUAD_OFFSETS,
  ...WINDOWS,
];
export const FILTER_IN: readonly LaneRegister[] = [...LEVELS, 'dref', 'blockWidth', 'blockHeight', 'passes'];
export const RESULT_IN: readonly LaneRegister[] = ['samples', 'levelWeight', 'linear', 'passes'];

export type Registers = Float32Array | Float64Array | Int32Array | Int16Array | Uint8Array;

/** Fields of a unit's vectors in their order, inputs first. */
export function operationFields(
  memory: TexelMemory,
  states: readonly TextureState[],
): Readonly<Record<OperationUnit, readonly GoldenField[]>> {
  const lanes = new LaneRegisters(1);
  const foot = new Footprints(1);
  const batch = new QuadBatch(1);
  const ofLane = (names: readonly LaneRegister[], note: string, suffixes: readonly string[] = ['']) =>
    names.flatMap((name) => suffixes.map((suffix) => fieldOf(name, lanes[name], note, suffix)));
  const ofFoot = (names: readonly (keyof Footprints)[], note: string) =>
    names.map((name) => fieldOf(name, foot[name], note));
  const quad = (name: string, values: Registers, note: string) =>
    [0, 1, 2, 3].map((l) => fieldOf(name, values, note, `${l}`));
  const state = { name: 'state', width: 16, note: 'texture state' };
  const pass = { name: 'pass', width: 32, note: 'of the lane, from 0' };
  const taps = (note: string) =>
    [0, 1, 2, 3].flatMap((tap) => [
      { name: `kind${tap}`, width: 3, note: `${note}0 texel, 1 border, 2 no tap, 3 cube corner, 4 zero, 5 not bound` },
      { name: `address${tap}`, width: 31, note: `${note}byte address of a texel` },
      { name: `weight${tap}`, width: 54, note: `${note}signed` },
    ]);
  const texels = (name: string, note: string) =>
    [0, 1, 2, 3].flatMap((tap) => COMPONENTS.map((c) => ({ name: `${name}${tap}_${c}`, width: 32, note })));
  const resident = { name: 'resident', width: 1, note: 'out: no texel so far was not bound' };
  const raw = states.flatMap((of) =>
    of.image === null ? [] : [0, 1, 2].map((plane) => storedFormat(memory, of, plane).texelBytes),
  );
  const sums = (prefix: string, note: string) =>
    SUMS.flatMap((name) => COMPONENTS.map((c) => fieldOf(name, lanes[name], note, `_${c}`, prefix)));
  return {
    operation_front_end: [
      state,
      { name: 'active', width: QUAD_LANES, note: 'bit l set where lane l wants a result' },
      ...QUAD_OFFSETS.map((name) => fieldOf(name, batch[name], 'of the quad, signed', '', 'quad_')),
      ...[0, 1, 2, 3].flatMap((l) =>
        ['u', 'v', 'w'].map((x) => ({ name: `lane_offset${l}_${x}`, width: 16, note: 'signed' })),
      ),
      ...OPERANDS.flatMap((name) => quad(`in_${name}`, batch[name], 'operand')),
      ...FRONT_END_OUT.flatMap((name) => quad(name, lanes[name], 'out')),
    ],
    operation_lod: [state, ...ofLane(LOD_IN, 'in'), ...ofLane(LOD_OUT, 'out')],
    operation_address: [
      state,
      pass,
      ...ofLane(ADDRESS_IN, 'in'),
      ...ofFoot([...SNAPPED, ...WEIGHTS], 'out'),
      ...taps('out: '),
    ],
    operation_decode: [
      state,
      { name: 'plane', width: 8, note: 'of the image, or which of two images' },
      { name: 'odd', width: 1, note: 'the second texel of a 4:2:2 pair' },
      {
        name: 'raw',
        width: 8 * Math.max(1, ...raw),
        note: 'bytes of the texel or pair, the first one least significant',
      },
      ...COMPONENTS.map((name) => ({ name, width: 32, note: 'out: float32 of a code or float, or an integer' })),
    ],
    operation_filter: [
      state,
      pass,
      ...ofLane(FILTER_IN, 'in'),
      ...ofFoot(WEIGHTS, 'in'),
      ...taps(''),
      ...texels('t', 'as decoded; 0 where nothing is'),
      ...sums('before_', 'float64, 0 with pass 0'),
      ...texels('before_held', 'float32, of a block match'),
      ...sums('', 'out: float64'),
      ...texels('held', 'out: float32, of a block match'),
      resident,
    ],
    operation_result: [
      state,
      ...ofLane(RESULT_IN, 'in'),
      ...sums('', 'float64'),
      ...COMPONENTS.map((name) => ({ name, width: 32, note: 'out: float32, or an integer' })),
      resident,
      ...ofLane(
        ['query'],
        'out',
        Array.from({ length: QUERY_ENTRIES }, (_, n) => `${n}`),
      ),
    ],
  };
}

function fieldOf(name: string, values: Registers, note: string, suffix = '', prefix = ''): GoldenField {
  const text = values instanceof Float32Array ? 'float32' : values instanceof Float64Array ? 'float64' : 'integer';
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return { name: `${prefix}${snake}${suffix}`, width: 8 * values.BYTES_PER_ELEMENT, note: `${note}, ${text}` };
}

/** How the texels of the plane, or of the operation's second image, are stored. */
export function storedFormat({ images }: TexelMemory, { image, second }: TextureState, plane: number): TexelFormat {
  const { planes, stored } = images[image!];
  if (planes !== null) return planes[Math.min(plane, planes.length - 1)].stored;
  return plane === 1 && second !== undefined ? images[second.image].stored : stored;
}
