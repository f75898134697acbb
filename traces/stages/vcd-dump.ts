import { holds, type RegisterFormat } from '../../rtl-model/registers/register.ts';
import type { TextSink } from '../encodings/text-sink.ts';

/** Identifier codes are built from the printable characters (IEEE 1364-2005, 18.2.1). */
const FIRST_CODE = 33;
const CODES = 94;

/** A wire, by the number under which it was declared. */
export type Wire = number;

/** The value of a wire: of one of 64 bits those bits, as a bigint that is not negative; undefined for x. */
export type WireValue = number | bigint | undefined;

/** A wire in the file. */
export interface DumpedWire {
  /** Scopes and name. */
  readonly path: string;
  readonly width: number;
  readonly signed: boolean;
}

/** A wire of a scope that the file leaves out. */
const HIDDEN: Wire = -1;

/** Time units of a cycle in files with a clock, which falls in the middle. */
const CLOCKED_UNITS = 10;

/**
 * A value change dump in the four-state format of IEEE 1364-2005, clause 18: changes alone, each vector in its shortest
 * form, two's complement for signed formats. Scopes and wires are declared first, then `begin`.
 */
export class VcdDump {
  private readonly sink: TextSink;
  private readonly header: string[] = [];
  private readonly scopes: string[] = [];
  private hidden = false;
  private readonly formats: RegisterFormat[] = [];
  private readonly paths: string[] = [];
  private readonly codes: string[] = [];
  /** Values as they are now, and as the file has them. */
  private readonly values: WireValue[] = [];
  private readonly written: WireValue[] = [];
  /** Wires that were set since the last time stamp, each once. */
  private readonly touched: Wire[] = [];
  private readonly isTouched: boolean[] = [];
  /** Wires that fall back to 0 in the next cycle. */
  private raised: Wire[] = [];
  private time = 0;
  private stamped = 0;
  private clockWire: Wire | undefined;
  private clockRuns = false;

  constructor(sink: TextSink) {
    this.sink = sink;
  }

  /**
   * Declares a scope.
   *
   * @param shown whether it is in the file: the wires of one that is not may be set, and leave no trace
   * @returns what `declare` makes of the wires that it declares in it
   */
  scope<T>(name: string, declare: () => T, shown = true): T {
    if (!shown || this.hidden) return this.unseen(declare);
    this.header.push(`$scope module ${name} $end\n`);
    this.scopes.push(name);
    const declared = declare();
    this.scopes.pop();
    this.header.push('$upscope $end\n');
    return declared;
  }

  /** Declares a wire that holds values of the format, under the format's name. */
  wire(format: RegisterFormat): Wire {
    if (this.hidden) return HIDDEN;
    const wire = this.formats.length;
    const range = format.width === 1 ? '' : ` [${format.width - 1}:0]`;
    const code = identifierCode(wire);
    this.header.push(`$var wire ${format.width} ${code} ${format.name}${range} $end\n`);
    this.formats.push(format);
    this.paths.push([...this.scopes, format.name].join('.'));
    this.codes.push(code);
    this.values.push(undefined);
    this.written.push(undefined);
    this.isTouched.push(false);
    return wire;
  }

  /** The wires in the file, in their order. */
  get wires(): readonly DumpedWire[] {
    return this.formats.map((format, wire) => ({
      path: this.paths[wire],
      width: format.width,
      signed: !('raw' in format) && format.signed,
    }));
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
    for (let wire = 0; wire < this.codes.length; wire++) this.sink(this.change(wire));
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
      this.sink(`#${CLOCKED_UNITS * (this.time + 0.5)}\n0${this.codes[clock]}\n`);
      this.written[clock] = 0;
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
    if (wire === HIDDEN) return;
    const format = this.formats[wire];
    if (typeof value === 'number' && !holds(value, format) && !('raw' in format)) {
      const { width, min, max } = format;
      throw new RangeError(`${this.paths[wire]}: ${value} does not fit a wire of ${width} bits (${min} to ${max})`);
    }
    this.values[wire] = value;
    this.touch(wire);
  }

  /** 1 in this cycle, 0 in the next unless it is pulsed again. */
  pulse(wire: Wire): void {
    if (wire === HIDDEN) return;
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

  private unseen<T>(declare: () => T): T {
    const outer = this.hidden;
    this.hidden = true;
    const declared = declare();
    this.hidden = outer;
    return declared;
  }

  private touch(wire: Wire): void {
    if (this.isTouched[wire]) return;
    this.isTouched[wire] = true;
    this.touched.push(wire);
  }

  /** Writes what has changed at the current time. */
  private stamp(): void {
    let text = this.time === this.stamped ? '' : `#${this.units(this.time)}\n`;
    let changed = false;
    for (const wire of this.touched) {
      this.isTouched[wire] = false;
      if (Object.is(this.values[wire], this.written[wire])) continue;
      this.written[wire] = this.values[wire];
      text += this.change(wire);
      changed = true;
    }
    this.touched.length = 0;
    if (!changed) return;
    this.stamped = this.time;
    this.sink(text);
  }

  private change(wire: Wire): string {
    const { width } = this.formats[wire];
    const value = this.values[wire];
    const isNegative = typeof value === 'number' && value < 0;
    const digits = value === undefined ? 'x' : (isNegative ? value + 2 ** width : value).toString(2);
    return width === 1 ? `${digits}${this.codes[wire]}\n` : `b${digits} ${this.codes[wire]}\n`;
  }
}

function identifierCode(wire: Wire): string {
  const code = String.fromCharCode(FIRST_CODE + (wire % CODES));
  return wire < CODES ? code : identifierCode(Math.floor(wire / CODES)) + code;
}
