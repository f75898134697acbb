import { floatBits, NAN_BITS } from '../fixed-point/float32.ts';
import type { Design } from '../design/design.ts';
import type { TexelMemory } from '../memory/lay-out-images.ts';
import { type Binding, bindState } from '../state/binding.ts';
import { readsIntegers } from '../state/read-format.ts';
import type { TextureState } from '../state/texture-state.ts';
import { LANE_TAPS } from '../state/sample-shape.ts';
import { Footprints } from './footprints.ts';
import { BORDER_ADDRESS } from './tap-addresses.ts';
import { LaneRegisters } from './lane-registers.ts';
import { STEP_REGISTERS } from './step-table.ts';
import type { StepRegisters } from './step-registers.ts';
import {
  type Register,
  type RegisterArray,
  type RegisterFormat,
  type RegisterTable,
  type RegisterUnit,
  TAP,
  TAP_COMPONENT,
} from './register.ts';
import { registerText } from './register-texts.ts';
import { FOOTPRINT_REGISTERS, LANE_REGISTERS, REQUEST_REGISTERS } from './register-table.ts';

/** The registers of a quad's lanes in a pass: those of lane l are at `lane` + l, `footLane` + l, and l of the steps. */
export interface RegisterPlace {
  readonly lanes: LaneRegisters;
  readonly lane: number;
  readonly foot: Footprints;
  readonly footLane: number;
  readonly pass: number;
  /** Steps, where somebody has calculated them. */
  readonly steps?: StepRegisters;
}

const INFINITY_BITS = 0x7f80_0000;

/** A register under one state. */
export class StateRegister {
  readonly name: string;
  /** The name in traces. */
  readonly snake: string;
  readonly register: Register;
  /** The content in words. */
  readonly text: string;
  readonly format: RegisterFormat;
  private readonly ofFootprint: boolean;
  private readonly ofSteps: boolean;
  private readonly array: string;
  private readonly isFloat32: boolean;

  /** @param table that the register is in */
  constructor(name: string, register: Register, table: RegisterTable, binding: Binding) {
    this.name = name;
    this.text = registerText(table, name);
    this.snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    this.register = register;
    this.format = register.format(this.snake, binding);
    this.ofFootprint = table === FOOTPRINT_REGISTERS;
    this.ofSteps = table === STEP_REGISTERS;
    this.array = register.bits && 'raw' in this.format ? `${name}Bits` : name;
    this.isFloat32 = 'raw' in this.format && (this.format.raw === 'float32' || !readsIntegers(binding));
  }

  /** @returns the entry of lane l: an integer of the format, bits of a float32, of which every NaN has the same, or a float64 */
  value(place: RegisterPlace, l: number, entry: number): number {
    const { lanes, lane, foot, footLane, steps } = place;
    if (!this.isWritten(place, l, entry)) return this.register.unwritten ?? 0;
    const { length } = this.register.of.entries;
    if (this.ofSteps) return this.entry(steps!, length * l + entry);
    return this.ofFootprint
      ? this.entry(foot, length * (footLane + l) + entry)
      : this.entry(lanes, length * (lane + l) + entry);
  }

  /** @param holder of the arrays of the register's table */
  entry(holder: object, at: number): number {
    const array = (holder as Readonly<Record<string, RegisterArray>>)[this.array];
    // Integers have one zero.
    if (!('raw' in this.format)) return array[at] + 0;
    if (this.format.width === 64) return array[at];
    const bits = array instanceof Float32Array ? floatBits(array[at]) : array[at] >>> 0;
    return this.isFloat32 && bits % 2 ** 31 > INFINITY_BITS ? NAN_BITS : bits;
  }

  /** True if the lane has written the entry up to the pass. */
  isWritten({ lanes, lane, foot, footLane, pass }: RegisterPlace, l: number, entry: number): boolean {
    const { of, written, from } = this.register;
    if (written && !written(lanes, lane + l, pass)) return false;
    const taps = foot.tapCount[footLane + l];
    if (of !== TAP && of !== TAP_COMPONENT) return !this.ofFootprint || taps > 0 || this.name === 'tapCount';
    const tap = of === TAP ? entry : Math.floor(entry / LANE_TAPS);
    if (tap >= taps) return false;
    return from !== 'decode' || foot.address[LANE_TAPS * (footLane + l) + tap] >= BORDER_ADDRESS;
  }
}

/** The registers that a state uses, in the order of the tables. */
export class StateRegisters {
  /** Operands of requests, and the registers of lanes and footprints. */
  readonly operands: readonly StateRegister[];
  readonly all: readonly StateRegister[];
  /** Steps between the registers, which no unit stores. */
  readonly steps: readonly StateRegister[];
  private readonly written = new Map<RegisterUnit, readonly StateRegister[]>();

  constructor(readonly binding: Binding) {
    this.operands = used(REQUEST_REGISTERS, binding);
    this.all = [...used(LANE_REGISTERS, binding), ...used(FOOTPRINT_REGISTERS, binding)];
    this.steps = used(STEP_REGISTERS, binding);
  }

  /** Those that a unit reads. */
  into(unit: RegisterUnit): readonly StateRegister[] {
    return this.all.filter(({ register }) => register.to[unit]?.(this.binding) ?? false);
  }

  /** Those that a unit writes. */
  outOf(unit: RegisterUnit): readonly StateRegister[] {
    const written = this.written.get(unit) ?? this.all.filter(({ register }) => register.from === unit);
    this.written.set(unit, written);
    return written;
  }

  /** The steps that a unit takes. */
  stepsIn(unit: RegisterUnit): readonly StateRegister[] {
    return this.steps.filter(({ register }) => register.from === unit);
  }
}

/**
 * The registers of every state.
 *
 * @throws RangeError when a state names an image that is not there, or a view beyond its image
 */
export function registersOfStates(
  design: Design,
  memory: TexelMemory,
  states: readonly TextureState[],
): readonly StateRegisters[] {
  return states.map((state) => new StateRegisters(bindState(design, memory, state)));
}

function used(table: RegisterTable, binding: Binding): readonly StateRegister[] {
  return Object.entries(table)
    .filter(([, register]) => register.used(binding))
    .map(([name, register]) => new StateRegister(name, register, table, binding));
}

/** The entries of each register of a lane. */
function entriesIn(table: RegisterTable): readonly (readonly [name: string, entries: number])[] {
  return Object.entries(table).map(([name, { of }]) => [name, of.entries.length]);
}
const LANE_ENTRIES = entriesIn(LANE_REGISTERS);
const FOOTPRINT_ENTRIES = entriesIn(FOOTPRINT_REGISTERS);

/** Copies the registers of `count` lanes, those of `from` from lane `lane` on, to the first lanes of `to`. */
export function copyRegisters<T extends LaneRegisters | Footprints>(from: T, lane: number, to: T, count: number): void {
  type Arrays = Readonly<Record<string, RegisterArray>>;
  const [sources, targets] = [from, to] as unknown as readonly [Arrays, Arrays];
  for (const [name, entries] of to instanceof LaneRegisters ? LANE_ENTRIES : FOOTPRINT_ENTRIES) {
    // Arrays of one type: bits are copied, those of NaNs too.
    targets[name].set(sources[name].subarray(entries * lane, entries * (lane + count)));
  }
}
