import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { AtomicOp } from '../../../rtl-model/state/instruction.ts';
import type { SampleState } from '../state/state.ts';

/**
 * The texel after an atomic (SPIR-V: OpAtomic*; Vulkan: Texel Output Operations). Integers wrap around at 32
 * bits; a sum of floats is rounded once. The least or greatest of a number and NaN is the number.
 *
 * @param old the texel's r before
 * @param at of the lane's operand in the batch; the comparator is after it
 */
export function replacedTexel(state: SampleState, old: number, batch: QuadBatch, at: number): number {
  const { atomic = 'add' } = state.instruction;
  const type = state.view.format.componentType;
  if (type === 'sfloat') return replacedFloat(atomic, old, batch.write[at]);
  const wrapped = (n: bigint) => (type === 'uint' ? BigInt.asUintN(32, n) : BigInt.asIntN(32, n));
  const [operand, comparator] = [batch.writeBits[at], batch.writeBits[at + 1]].map((bits) => wrapped(BigInt(bits)));
  return Number(wrapped(replacedInteger(atomic, BigInt(old), operand, comparator)));
}

function replacedFloat(atomic: AtomicOp, old: number, operand: number): number {
  if (atomic === 'add') return Math.fround(old + operand);
  if (atomic === 'exchange' || Number.isNaN(old)) return operand;
  if (Number.isNaN(operand)) return old;
  return atomic === 'min' ? Math.min(old, operand) : Math.max(old, operand);
}

function replacedInteger(atomic: AtomicOp, old: bigint, operand: bigint, comparator: bigint): bigint {
  switch (atomic) {
    case 'add':
      return old + operand;
    case 'min':
      return old < operand ? old : operand;
    case 'max':
      return old > operand ? old : operand;
    case 'and':
      return old & operand;
    case 'or':
      return old | operand;
    case 'xor':
      return old ^ operand;
    case 'exchange':
      return operand;
    case 'compare_exchange':
      return old === comparator ? operand : old;
  }
}
