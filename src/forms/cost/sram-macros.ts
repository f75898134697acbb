import { cellArea, type Storage } from './storage.ts';

/**
 * The size of memories as SRAM macros in 130 nm, fitted to those of IHP's SG13G2 (IHP-Open-PDK, sg13_sram, 1.2 V and 25
 * degrees): areas of 12 macros of 64 to 8192 words, 8 to 64 bits, one and two ports are within 5.1 %, leakages to four digits.
 */

type Size = Omit<Storage, 'name'>;

/** Square micrometres of a cell with one port, of a row's driver, and of a bit's sense amplifier and driver, for each port. */
const CELL = 3.07;
const ROW = 18.37;
const COLUMN = 583.9;
/** Nanowatts of a cell with one port, and of each further port. */
const LEAKAGE = 0.0120859;
const LEAKAGE_OF_PORT = 0.0073783;
/** The widest macro; wider words lie in several. */
const WIDEST = 64;
/** The fewest words of a macro. */
const FEWEST = 64;

/** True for a memory of macros. Smaller ones are flip-flops in practice. */
export function isMacro({ words, copies = 1 }: Size): boolean {
  return words / copies >= FEWEST;
}

/** The area of a memory in square micrometres. */
export function macroArea({ words, bits, ports, copies = 1 }: Size): number {
  const drivers = Math.ceil(bits / WIDEST) * words * ROW + copies * bits * COLUMN;
  return words * bits * CELL * cellArea(ports) + ports * drivers;
}

/** The power of a memory that is not accessed, in nanowatts. */
export function macroLeakage({ words, bits, ports }: Size): number {
  return words * bits * (LEAKAGE + LEAKAGE_OF_PORT * (ports - 1));
}
