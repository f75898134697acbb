import { LANE } from '../registers/register.ts';
import { LANE_REGISTERS, REQUEST_REGISTERS } from '../registers/register-table.ts';
import type { Binding } from '../state/binding.ts';

type OperandName = keyof typeof REQUEST_REGISTERS;
type RegisterName = keyof typeof LANE_REGISTERS;

/** An operand that goes into its register as it is. */
export interface BatchOperand {
  readonly operand: OperandName;
  readonly register: RegisterName;
}

/**
 * The operands that a state uses beside its coordinates, derivatives, offsets and reference depth: those that the table of
 * registers has under one name in requests and in lanes. The front end loads these and no others.
 */
export function operandsOf(binding: Binding): readonly BatchOperand[] {
  const sameNames = Object.keys(LANE_REGISTERS)
    .filter((name): name is OperandName & RegisterName => name in REQUEST_REGISTERS && !PLACED.has(name))
    .map((name) => ({ operand: name, register: name }));
  const operands: readonly BatchOperand[] = [{ operand: 'lod', register: 'lodOperand' }, ...sameNames];
  return operands.filter(({ operand, register }) => {
    return LANE_REGISTERS[register].of === LANE && REQUEST_REGISTERS[operand].used(binding);
  });
}

/** Registers that the front end works out, although requests have operands of their name; the LOD unit's among them. */
const PLACED: ReadonlySet<string> = new Set(['dref', 'lod', 'offsetU', 'offsetV', 'offsetW']);
