import * as z from 'zod';
import type { AccessBatch } from './access-batch.ts';
import { ACCESS_RANGES, endProblem, endsInRange, expectedOf, largestOf, orderProblem } from './access-columns.ts';
import type { AccessParser, AccessReading } from './access-source.ts';
import { checked, checkHeader, type JsonObject, isObject, parseObject } from '../encodings/json-lines.ts';
import { expects, fields, integer, list } from '../encodings/fields.ts';
import { MOST_LANE_TAPS, texelEndText, TEXEL_KIND, TEXEL_VERSIONS } from './texel-trace-lines.ts';
import { TexelPassText } from './texel-pass-text.ts';
import { type Place, TraceError } from '../encodings/trace-error.ts';
import { decodeUtf8 } from '../encodings/utf8-text.ts';
import { type TracedImage, tracedImagesSchema } from './image-table.ts';

const LINE_FEED = 0x0a;
const count = integer(0, Number.MAX_SAFE_INTEGER);
const size = integer(ACCESS_RANGES.bytes.smallest, ACCESS_RANGES.bytes.largest);
const address = integer(0, ACCESS_RANGES.address.largest).nullable();
const lane = list(address, 0, MOST_LANE_TAPS, `a list of at most ${MOST_LANE_TAPS} addresses`);

const passSchema = fields(
  {
    cycle: count.optional(),
    unit: integer(0, ACCESS_RANGES.unit.largest).optional(),
    quad: integer(0, ACCESS_RANGES.quad.largest),
    pass: integer(0, ACCESS_RANGES.pass.largest),
    size: z.union([size, list(size, 4, 4, 'four sizes')], expects('bytes of an access, or a list of four')),
    write: z.boolean(expects('true or false')).optional(),
    taps: list(lane, 4, 4, 'the taps of four lanes'),
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
  private readonly file: string;
  private readonly units: number | undefined;
  private readonly quick: TexelPassText;
  private version: number | null = null;
  private passes = 0;
  private accesses = 0;
  private ended = false;

  /** @param file its name, for messages */
  constructor(file: string, { units }: Pick<AccessReading, 'units'> = {}) {
    this.file = file;
    this.units = units;
    this.quick = new TexelPassText(largestOf('unit', units));
  }

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
    if (this.version === null) checkHeader({}, this.place, TEXEL_KIND, TEXEL_VERSIONS);
    if (this.version === 1 || this.ended) return;
    const expected = texelEndText(this.passes, this.accesses).trimEnd();
    throw new TraceError(this.place, 'end', `is missing, expected ${expected} unless the file is cut short`);
  }

  private get place(): Place {
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
    const { images, ...header } = value;
    const version = checkHeader(header, this.place, TEXEL_KIND, TEXEL_VERSIONS);
    if (version > 1) this.images = checked(tracedImagesSchema, images, this.place, 'images');
    else if (images !== undefined) throw new TraceError(this.place, 'images', 'is unknown in version 1');
    this.version = version;
  }

  private checkEnd({ end, ...others }: JsonObject): void {
    const { passes, accesses } = checked(endSchema, end, this.place, 'end');
    const [other] = Object.keys(others);
    if (other !== undefined) throw new TraceError(this.place, other, 'is unknown, expected nothing beside the end');
    const wrong = (field: string, told: number, read: number) =>
      new TraceError(this.place, `end.${field}`, `is ${told}, expected ${read}, which came before`);
    if (passes !== this.passes) throw wrong('passes', passes, this.passes);
    if (accesses !== this.accesses) throw wrong('accesses', accesses, this.accesses);
    this.ended = true;
  }

  private pass(value: JsonObject, batch: AccessBatch): void {
    const { quick } = this;
    const { cycle = quick.cycle, unit = 0, ...line } = checked(passSchema, value, this.place);
    const { quad, pass, size: sizes, write = false, taps } = line;
    if (cycle < quick.cycle) throw new TraceError(this.place, 'cycle', orderProblem(cycle, quick.cycle));
    if (unit > largestOf('unit', this.units)) {
      throw new TraceError(this.place, 'unit', `is ${unit}, ${expectedOf('unit', this.units)}`);
    }
    const before = batch.count;
    taps.forEach((addresses, l) => {
      const bytes = typeof sizes === 'number' ? sizes : sizes[l];
      addresses.forEach((at, tap) => {
        if (at === null) return;
        if (!endsInRange(at, bytes)) {
          batch.count = before;
          throw new TraceError(this.place, `taps[${l}][${tap}]`, endProblem(at, bytes));
        }
        batch.push(at, bytes, quad, pass, l, Number(write));
      });
    });
    batch.issue(before, cycle, unit);
    quick.cycle = cycle;
    this.passes++;
  }
}
