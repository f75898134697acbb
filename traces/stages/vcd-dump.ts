import { holds, type RegisterFormat } from '../../rtl-model/registers/register.ts';
import type { TextSink } from '../encodings/text-sink.ts';

/** Identifier codes are built from the printable characters (IEEE 1364-2005, 18.2.1). */
const FIRST_CODE = 33;
const CODES = 94;

/** The value of a wire: of one of 64 bits those bits, as a bigint that is not negative; undefined for x. */
export type WireValue = number | bigint | undefined;

/** A wire. One of a scope that the file leaves out may be set, and leaves no trace. */
export interface Wire {
  /** Scopes and name. */
  readonly path: string;
  readonly format: RegisterFormat;
  /** Its identifier code; null if the file leaves it out. */
  readonly code: string | null;
  /** Its value as it is now, and as the file has it. */
  value: WireValue;
  written: WireValue;
  /** True if it was set since the last time stamp. */
  touched: boolean;
}

/** Time units of a cycle in files with a clock, which falls in the middle. */
const CLOCKED_UNITS = 10;

/**
 * A value change dump in the four-state format of IEEE 1364-2005, clause 18: changes alone, each vector in its shortest
 * form, two's complement for signed formats. Scopes and wires are declared first, then `begin`.
 */
export class VcdDump {
  private readonly header: string[] = [];
  private readonly scopes: string[] = [];
  private hidden = false;
  /** The wires in the file, in their order. */
  readonly wires: Wire[] = [];
  /** Wires that were set since the last time stamp, each once. */
  private readonly touched: Wire[] = [];
  /** Wires that fall back to 0 in the next cycle. */
  private raised: Wire[] = [];
  private time = 0;
  private stamped = 0;
  private clockWire: Wire | undefined;
  private clockRuns = false;

  constructor(private readonly sink: TextSink) {}

  /**
   * Declares a scope.
   *
   * @param shown whether it is in the file: the wires of one that is not may be set, and leave no trace
   * @returns what `declare` makes of the wires that it declares in it
   */
  scope<T>(name: string, declare: () => T, shown = true): T {
    const outer = this.hidden;
    this.hidden ||= !shown;
    const header = this.hidden ? [] : this.header;
    header.push(`$scope module ${name} $end\n`);
    this.scopes.push(name);
    const declared = declare();
    this.scopes.pop();
    header.push('$upscope $end\n');
    this.hidden = outer;
    return declared;
  }

  /** Declares a wire that holds values of the format, under the format's name. */
  wire(format: RegisterFormat): Wire {
    const { width, name } = format;
    const code = this.hidden ? null : identifierCode(this.wires.length);
    const path = [...this.scopes, name].join('.');
    const wire: Wire = { path, format, code, value: undefined, written: undefined, touched: false };
    if (this.hidden) return wire;
    this.header.push(`$var wire ${width} ${code} ${name}${width === 1 ? '' : ` [${width - 1}:0]`} $end\n`);
    this.wires.push(wire);
    return wire;
  }

  /** Declares a clock, which is 1 in the first half of every cycle from `startClock` on. */
  clock(format: RegisterFormat): void {
    this.clockWire = this.wire(format);
  }

  /** The first cycle of the clock is the current one. */
  startClock(): void {
    if (this.clockWire === undefined) return;
    this.clockRuns = true;
    this.set(this.clockWire, 1);
  }

  /** Ends the declarations. Every wire starts as x at time 0. @param comment lines, without `$end` */
  begin(comment: string): void {
    this.sink(`$comment\n${comment}\n$end\n$version texunit $end\n`);
    this.sink(`$timescale ${this.clockWire === undefined ? '1 ns' : '100 ps'} $end\n`);
    this.sink(`${this.header.join('')}$enddefinitions $end\n#0\n$dumpvars\n`);
    for (const wire of this.wires) this.sink(change(wire));
    this.sink('$end\n');
  }

  /** Steps to a cycle that is not before the last. Wires that were pulsed before it fall back. */
  advance(time: number): void {
    if (this.clockRuns) for (; this.time < time - 1; this.step(this.time + 1));
    this.step(time);
  }

  private step(time: number): void {
    if (time === this.time) return;
    this.stamp();
    if (this.clockRuns) {
      const clock = this.clockWire!;
      this.sink(`#${CLOCKED_UNITS * (this.time + 0.5)}\n0${clock.code}\n`);
      clock.written = 0;
      this.touch(clock);
    }
    if (this.raised.length > 0) {
      const { raised } = this;
      this.raised = [];
      this.time++;
      for (const wire of raised) this.set(wire, 0);
      if (this.time < time) this.stamp();
    }
    this.time = time;
  }

  /** @throws RangeError when the value is none of the wire's format */
  set(wire: Wire, value: WireValue): void {
    if (wire.code === null) return;
    const { format, path } = wire;
    if (typeof value === 'number' && !holds(value, format) && !('raw' in format)) {
      const { width, min, max } = format;
      throw new RangeError(`${path}: ${value} does not fit a wire of ${width} bits (${min} to ${max})`);
    }
    wire.value = value;
    this.touch(wire);
  }

  /** 1 in this cycle, 0 in the next unless it is pulsed again. */
  pulse(wire: Wire): void {
    if (wire.code === null) return;
    this.set(wire, 1);
    if (!this.raised.includes(wire)) this.raised.push(wire);
  }

  /** The last time stamp. */
  finish(time: number): void {
    this.advance(time);
    if (this.clockRuns) this.set(this.clockWire!, 0);
    this.stamp();
    if (this.stamped !== time) this.sink(`#${this.units(time)}\n`);
  }

  private units(time: number): number {
    return this.clockWire === undefined ? time : CLOCKED_UNITS * time;
  }

  private touch(wire: Wire): void {
    if (wire.touched) return;
    wire.touched = true;
    this.touched.push(wire);
  }

  /** Writes what has changed at the current time. */
  private stamp(): void {
    let text = this.time === this.stamped ? '' : `#${this.units(this.time)}\n`;
    let changed = false;
    for (const wire of this.touched) {
      wire.touched = false;
      if (Object.is(wire.value, wire.written)) continue;
      wire.written = wire.value;
      text += change(wire);
      changed = true;
    }
    this.touched.length = 0;
    if (!changed) return;
    this.stamped = this.time;
    this.sink(text);
  }
}

function change({ format: { width }, value, code }: Wire): string {
  const isNegative = typeof value === 'number' && value < 0;
  const digits = value === undefined ? 'x' : (isNegative ? value + 2 ** width : value).toString(2);
  return width === 1 ? `${digits}${code}\n` : `b${digits} ${code}\n`;
}

/** @param n the number of the wire */
function identifierCode(n: number): string {
  const code = String.fromCharCode(FIRST_CODE + (n % CODES));
  return n < CODES ? code : identifierCode(Math.floor(n / CODES)) + code;
}
