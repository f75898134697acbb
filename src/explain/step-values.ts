import type { FixedFormat } from '../../rtl-model/fixed-point/format.ts';
import { formatText } from '../../rtl-model/registers/register.ts';
import { bitsToFloat, floatBits } from '../../rtl-model/fixed-point/float32.ts';
import type { RegisterPlace, StateRegister } from '../../rtl-model/registers/state-registers.ts';
import type { Step } from './explanation.ts';

/** Bits of a value: two's complement at the width, 0x and whole hexadecimal digits. `value` fits the width. */
export function hex(value: number, width: number): string {
  const unsigned = value < 0 ? BigInt(value) + (1n << BigInt(width)) : BigInt(value);
  return `0x${unsigned.toString(16).padStart(Math.ceil(width / 4), '0')}`;
}

export function floatStep(name: string, value: number, note?: string): Step {
  return { name, value: jsonFloat(value), bits: hex(floatBits(value), 32), format: 'float32', ...(note && { note }) };
}

/** @param value an integer of the format */
export function fixedStep(name: string, value: number, format: FixedFormat, note?: string): Step {
  const { one, width } = format;
  return { name, value: value / one, bits: hex(value, width), format: formatText(format), ...(note && { note }) };
}

/** NaN and the infinities are no numbers of JSON. */
export function jsonFloat(value: number): number | string {
  return Number.isFinite(value) && !Object.is(value, -0) ? value : Object.is(value, -0) ? '-0' : String(value);
}

/** The registers that a lane has written, entry by entry. */
export function registerSteps(
  registers: readonly StateRegister[],
  place: RegisterPlace,
  lane: number,
): readonly Step[] {
  return registers.flatMap((register) =>
    register.register.of.entries.flatMap((entry, n) => {
      if (!register.isWritten(place, lane, n)) return [];
      return [registerStep(register, `${register.snake}${entry}`, register.value(place, lane, n))];
    }),
  );
}

function registerStep({ format, text }: StateRegister, name: string, value: number): Step {
  if (!('raw' in format)) {
    return format.fractionBits > 0
      ? fixedStep(name, value, format, text)
      : { name, value, bits: hex(value, format.width), note: text };
  }
  if (format.raw === 'bits') return { name, value, bits: hex(value, 32), note: text };
  if (format.raw === 'float64') return { name, value: jsonFloat(value), format: format.raw, note: text };
  return floatStep(name, bitsToFloat(value), text);
}

/**
 * Holds a step that was worked out again to the register in which it ended.
 *
 * @throws Error when it did not: a fault of the program
 */
export function sameBits(step: string, found: number, register: number): void {
  if (Object.is(found, register) || found === register) return;
  throw new Error(`${step}: ${found} does not end in the register's ${register}`);
}
