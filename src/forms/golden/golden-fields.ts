import type { Design } from '../../../rtl-model/design/design.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import type { TexelMemory } from '../../../rtl-model/memory/lay-out-images.ts';
import { QUAD_LANES } from '../../../rtl-model/registers/quad-batch.ts';
import { FOOTPRINT_REGISTERS, LANE_REGISTERS, REQUEST_REGISTERS } from '../../../rtl-model/registers/register-table.ts';
import { STEP_REGISTERS } from '../../../rtl-model/registers/step-table.ts';
import { bitsFor } from '../../../rtl-model/registers/register-formats.ts';
import { COMPONENT, formatText, QUAD, TAP_COMPONENT, type Unit } from '../../../rtl-model/registers/register.ts';
import type { StateRegister, StateRegisters } from '../../../rtl-model/registers/state-registers.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { viewedImage } from '../../../rtl-model/state/viewed-image.ts';
import { type GoldenField, unsignedField } from './golden-field.ts';

/** A register in a unit's vectors: an operand, an input, an input that the unit writes itself, a step or an output. */
export interface GoldenColumn {
  readonly kind: 'operand' | 'in' | 'before' | 'step' | 'out';
  /** The format in each state; undefined where the state does not use the register. */
  readonly byState: readonly (StateRegister | undefined)[];
  /** A field for each entry, in the front end lane after lane. */
  readonly fields: readonly GoldenField[];
}

const PREFIXES = { operand: 'in_', in: '', before: 'before_', step: '', out: '' } as const;
const NOTES = { operand: '', in: '', before: '', step: 'step: ', out: 'out: ' } as const;
const NAMES = Object.keys({ ...LANE_REGISTERS, ...FOOTPRINT_REGISTERS });
const STEPS = Object.keys(STEP_REGISTERS);

/** The registers in a unit's vectors: those that a state uses, inputs first, in the order of the tables. */
export function goldenColumns(states: readonly StateRegisters[], unit: Unit): readonly GoldenColumn[] {
  const columns = (
    kind: GoldenColumn['kind'],
    names: readonly string[],
    of: (registers: StateRegisters) => readonly StateRegister[],
  ) => {
    const lists = states.map(of);
    const byName = names.map((name) => lists.map((list) => list.find((register) => register.name === name)));
    return byName
      .filter((byState) => byState.some((register) => register !== undefined))
      .map((byState) => ({ kind, byState, fields: fieldsOf(kind, byState, unit) }));
  };
  const inputs = (own: boolean) => (registers: StateRegisters) =>
    registers.into(unit).filter(({ register }) => (register.from === unit) === own);
  const all = [
    ...(unit === 'frontEnd' ? columns('operand', Object.keys(REQUEST_REGISTERS), operands) : []),
    ...columns('in', NAMES, inputs(false)),
    ...columns('before', NAMES, inputs(true)),
    ...columns('step', STEPS, (registers) => registers.stepsIn(unit)),
    ...columns('out', NAMES, (registers) => registers.outOf(unit)),
  ];
  // A vector of the decoder is a tap's, whose address names the bytes there.
  return unit === 'decode' ? all.filter(({ fields }) => !/^(tap_count|address)/.test(fields[0].name)) : all;
}

function operands({ operands: all }: StateRegisters): readonly StateRegister[] {
  return all.filter(({ register }) => register.to.frontEnd !== undefined);
}

function fieldsOf(kind: GoldenColumn['kind'], byState: GoldenColumn['byState'], unit: Unit): readonly GoldenField[] {
  const used = byState.filter((register) => register !== undefined);
  const [{ snake, register, text }] = used;
  const formats = new Set(used.map(({ format }) => formatText(format)));
  const width = Math.max(...used.map(({ format }) => format.width));
  const isSigned = used.every(({ format }) => !('raw' in format) && format.signed);
  const float = used.every(({ format }) => 'raw' in format && format.raw === 'float32');
  const note = `${NOTES[kind]}${text} (${[...formats].join(', ')})`;
  const ofLanes = unit === 'frontEnd' && register.of !== QUAD;
  const lanes = ofLanes ? Array.from({ length: QUAD_LANES }, (_, l) => `${l}`) : [''];
  const { entries } = unit === 'decode' && register.of === TAP_COMPONENT ? COMPONENT : register.of;
  return lanes.flatMap((lane) =>
    entries.map((entry) => ({
      name: `${PREFIXES[kind]}${snake}${lane}${entry}`,
      width,
      signed: isSigned,
      float,
      note,
    })),
  );
}

/** Fields that are no registers, in front of a unit's own. */
export function leadingFields(
  unit: Unit,
  memory: TexelMemory,
  states: readonly TextureState[],
): readonly GoldenField[] {
  const bytes = states.flatMap((of) =>
    of.image === null ? [] : [0, 1, 2].map((plane) => storedFormat(memory, of, plane).texelBytes),
  );
  const state = unsignedField('state', 16, 'texture state');
  switch (unit) {
    case 'address':
    case 'filter':
      return [state, unsignedField('pass', 31, 'of the lane, from 0')];
    case 'decode':
      return [
        state,
        unsignedField('odd', 1, 'the second texel of a 4:2:2 pair'),
        unsignedField('raw', 8 * Math.max(1, ...bytes), 'bytes of the texel or pair, the first one least significant'),
      ];
    default:
      return [state];
  }
}

export function tagFields({ cache }: Design): readonly GoldenField[] {
  return [
    unsignedField('line', 31, "the line's first byte"),
    unsignedField('set_index', bitsFor(cache.sets - 1), 'out: where the line belongs'),
    unsignedField('way', bitsFor(cache.ways - 1), 'out: of the set, where it is or comes'),
    unsignedField('hit', 1, 'out'),
  ];
}

/** The stored format of the plane's texels, or of those of the operation's second image. */
export function storedFormat({ images }: TexelMemory, state: TextureState, plane: number): TexelFormat {
  const { image, view, second } = state;
  const { planes, stored } = viewedImage(images[image!], view).image;
  if (planes !== null) return planes[Math.min(plane, planes.length - 1)].stored;
  return plane === 1 && second ? viewedImage(images[second.image], second.view).image.stored : stored;
}
