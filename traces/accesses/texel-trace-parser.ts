import * as z from 'zod';
import { expects, fields, integerField, listField } from '../encodings/fields.ts';
import { checked, checkHeader, isObject, type JsonObject, parseObject } from '../encodings/json-lines.ts';
import { type LinePlace, TraceError } from '../encodings/trace-error.ts';
import { decodeUtf8 } from '../encodings/utf8-text.ts';
import { ACCESS_RANGES, type AccessBatch, AccessFaults, endsInRange } from './access-batch.ts';
import type { AccessParser, AccessReading } from './access-source.ts';
import { type TracedImage, tracedImagesSchema } from './image-table.ts';
import { MOST_LANE_TAPS, TEXEL_HEADER, texelEndText } from './texel-trace-writer.ts';

const ZERO = 0x30;
const COMMA = 0x2c;
const CLOSE = 0x5d;
/** Decimal digits of integers that are exact, whatever they are. */
const MOST_DIGITS = 15;

const codes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const BEGIN = codes('{');
const NEXT = codes(',');
const CYCLE = codes('"cycle":');
const UNIT = codes('"unit":');
const QUAD = codes('"quad":');
const PASS = codes(',"pass":');
const SIZE = codes(',"size":');
const WRITE = codes(',"write":true');
const TAPS = codes(',"taps":[[');
const NEXT_LANE = codes(',[');
const NULL = codes('null');
const END = codes(']}\n');

/**
 * Reads the lines of passes in the very form that texunit writes, straight from their bytes. What has any other form is
 * left to a parser of all of JSON.
 */
export class TexelPassText {
  private bytes: Uint8Array = new Uint8Array(0);
  private here = 0;
  /** The cycle of the last line that had one. */
  cycle = 0;

  constructor(private readonly largestUnit: number) {}

  /**
   * Appends the accesses of a line.
   *
   * @param batch with room for 1024 in each of four lanes
   * @returns where the next line starts; 0 if the line is not read, and the batch is as it was
   */
  read(bytes: Uint8Array, at: number, batch: AccessBatch): number {
    this.bytes = bytes;
    this.here = at;
    let { cycle } = this;
    let unit = 0;
    if (!this.skip(BEGIN)) return 0;
    if (this.skip(CYCLE)) {
      cycle = this.number();
      if (cycle < this.cycle || !this.skip(NEXT)) return 0;
    }
    if (this.skip(UNIT)) {
      unit = this.number();
      if (unit < 0 || unit > this.largestUnit || !this.skip(NEXT)) return 0;
    }
    if (!this.skip(QUAD)) return 0;
    const quad = this.number();
    if (quad < 0 || quad > ACCESS_RANGES.quad.largest || !this.skip(PASS)) return 0;
    const pass = this.number();
    if (pass < 0 || pass > ACCESS_RANGES.pass.largest || !this.skip(SIZE)) return 0;
    const size = this.number();
    if (size < ACCESS_RANGES.bytes.smallest || size > ACCESS_RANGES.bytes.largest) return 0;
    const write = this.skip(WRITE) ? 1 : 0;
    if (!this.skip(TAPS)) return 0;
    const before = batch.count;
    if (!this.lanes(batch, quad, pass, size)) {
      batch.count = before;
      return 0;
    }
    batch.write.fill(write, before, batch.count);
    batch.issue(before, cycle, unit);
    this.cycle = cycle;
    return this.here;
  }

  /** @returns false if the rest of the line has another form */
  private lanes(batch: AccessBatch, quad: number, pass: number, size: number): boolean {
    const { bytes } = this;
    for (let lane = 0; lane < 4; lane++) {
      if (lane > 0 && !this.skip(NEXT_LANE)) return false;
      if (bytes[this.here] === CLOSE) {
        this.here++;
        continue;
      }
      for (let taps = 0, after = COMMA; after !== CLOSE; taps++) {
        if (after !== COMMA || taps === MOST_LANE_TAPS) return false;
        const address = this.number();
        if (address >= 0) batch.push(address, size, quad, pass, lane);
        else if (!this.skip(NULL)) return false;
        after = bytes[this.here++];
      }
    }
    return this.skip(END);
  }

  /** @returns an integer as JSON writes it, -1 where there is none of at most 15 digits */
  private number(): number {
    const { bytes } = this;
    const first = this.here;
    let value = 0;
    let here = first;
    for (let digit = bytes[here] - ZERO; digit >= 0 && digit <= 9; digit = bytes[++here] - ZERO) {
      value = value * 10 + digit;
    }
    const digits = here - first;
    if (digits === 0 || digits > MOST_DIGITS || (digits > 1 && bytes[first] === ZERO)) return -1;
    this.here = here;
    return value;
  }

  private skip(text: Uint8Array): boolean {
    const { bytes, here } = this;
    for (let n = 0; n < text.length; n++) if (bytes[here + n] !== text[n]) return false;
    this.here = here + text.length;
    return true;
  }
}

const LINE_FEED = 0x0a;
const count = integerField(0, Number.MAX_SAFE_INTEGER);
const size = integerField(ACCESS_RANGES.bytes.smallest, ACCESS_RANGES.bytes.largest);
const address = integerField(0, ACCESS_RANGES.address.largest).nullable();
const lane = listField(address, 0, MOST_LANE_TAPS, `a list of at most ${MOST_LANE_TAPS} addresses`);

const passSchema = fields(
  {
    cycle: count.optional(),
    unit: integerField(0, ACCESS_RANGES.unit.largest).optional(),
    quad: integerField(0, ACCESS_RANGES.quad.largest),
    pass: integerField(0, ACCESS_RANGES.pass.largest),
    size: z.union([size, listField(size, 4, 4, 'four sizes')], expects('bytes of an access, or a list of four')),
    write: z.boolean(expects('true or false')).optional(),
    taps: listField(lane, 4, 4, 'the taps of four lanes'),
  },
  'a pass',
);
const endSchema = fields({ passes: count, accesses: count }, 'the end');

/** Reads a texel-access trace in JSON Lines. */
export class TexelTraceParser implements AccessParser {
  readonly mostOfLine = 4 * MOST_LANE_TAPS;
  line = 0;
  /** The image table of the header. */
  images: readonly TracedImage[] = [];
  private readonly faults = new AccessFaults(this.file, {}, this.options.units);
  private readonly quick = new TexelPassText(this.faults.largest('unit'));
  private version: number | null = null;
  private passes = 0;
  private accesses = 0;
  private ended = false;

  /** @param file its name, for messages */
  constructor(
    private readonly file: string,
    private readonly options: Pick<AccessReading, 'units'> = {},
  ) {}

  parse(bytes: Uint8Array, at: number, batch: AccessBatch): number {
    let next = at;
    while (next < bytes.length && batch.capacity - batch.count >= this.mostOfLine) {
      const before = batch.count;
      const quick = this.version === null || this.ended ? 0 : this.quick.read(bytes, next, batch);
      if (quick > 0) {
        this.passes++;
        next = quick;
      } else {
        const end = bytes.indexOf(LINE_FEED, next);
        this.read(decodeUtf8(bytes.subarray(next, end)), batch);
        next = end + 1;
      }
      this.accesses += batch.count - before;
      this.line++;
    }
    return next;
  }

  end(unended: Uint8Array | null, batch: AccessBatch): void {
    const before = batch.count;
    if (unended !== null) {
      this.read(decodeUtf8(unended), batch);
      this.accesses += batch.count - before;
      this.line++;
    }
    if (this.version === null) checkHeader({}, this.place, TEXEL_HEADER);
    if (this.version === 1 || this.ended) return;
    const expected = texelEndText(this.passes, this.accesses).trimEnd();
    throw new TraceError(this.place, 'end', `is missing, expected ${expected} unless the file is cut short`);
  }

  private get place(): LinePlace {
    return { file: this.file, line: this.line + 1 };
  }

  private read(text: string, batch: AccessBatch): void {
    if (text.trim() === '') return;
    const { place } = this;
    const value = parseObject(text, place);
    if (this.version === null) this.header(value);
    else if (this.ended) throw new TraceError(place, 'line', 'follows the end of the trace, expected nothing');
    else if (this.version > 1 && isObject(value.end)) this.checkEnd(value);
    else this.pass(value, batch);
  }

  private header(value: JsonObject): void {
    const { images } = value;
    const version = checkHeader(value, this.place, TEXEL_HEADER);
    if (version > 1) this.images = checked(tracedImagesSchema, images, this.place, 'images');
    else if (images !== undefined) throw new TraceError(this.place, 'images', 'is unknown in version 1');
    this.version = version;
  }

  private checkEnd({ end, ...others }: JsonObject): void {
    const { passes, accesses } = checked(endSchema, end, this.place, 'end');
    const [other] = Object.keys(others);
    if (other !== undefined) throw new TraceError(this.place, other, 'is unknown, expected nothing beside the end');
    const wrong = (field: string, given: number, read: number) =>
      new TraceError(this.place, `end.${field}`, `is ${given}, expected ${read}, which came before`);
    if (passes !== this.passes) throw wrong('passes', passes, this.passes);
    if (accesses !== this.accesses) throw wrong('accesses', accesses, this.accesses);
    this.ended = true;
  }

  private pass(value: JsonObject, batch: AccessBatch): void {
    const { quick, faults } = this;
    const number = this.line + 1;
    const { cycle = quick.cycle, unit = 0, ...line } = checked(passSchema, value, this.place);
    const { quad, pass, size: sizes, write = false, taps } = line;
    if (cycle < quick.cycle) throw faults.order(number, cycle, quick.cycle);
    if (unit > faults.largest('unit')) throw faults.value(number, 'unit', unit);
    const before = batch.count;
    taps.forEach((addresses, l) => {
      const bytes = typeof sizes === 'number' ? sizes : sizes[l];
      addresses.forEach((at, tap) => {
        if (at === null) return;
        if (!endsInRange(at, bytes)) {
          batch.count = before;
          throw faults.end(number, at, bytes, `taps[${l}][${tap}]`);
        }
        batch.push(at, bytes, quad, pass, l, Number(write));
      });
    });
    batch.issue(before, cycle, unit);
    quick.cycle = cycle;
    this.passes++;
  }
}
