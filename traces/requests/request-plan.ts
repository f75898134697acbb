import { ISSUE, QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { JsonNumber } from '../encodings/json-number.ts';
import { decodeUtf8 } from '../encodings/utf8-text.ts';
import { storeRequest } from './request-batch.ts';
import type { RequestShape } from './request-shape.ts';
import type { Request, RequestId } from './request-trace.ts';

/** Registers of operands that take any float32, and any integer of 32 bits, in every request. */
const FLOATS = [
  ...(['s', 't', 'r', 'layer', 'q', 'dref', 'lod', 'minLod'] as const),
  ...(['dsdx', 'dtdx', 'drdx', 'dsdy', 'dtdy', 'drdy'] as const),
] as const;
const INTEGERS = ['x', 'y', 'i', 'j', 'k', 'integerLayer', 'level', 'sample'] as const;
type OperandRegister = (typeof FLOATS)[number] | (typeof INTEGERS)[number] | (typeof ISSUE)[number];

const ALL = Object.keys(new QuadBatch(1)).filter(
  (name) => name !== 'capacity' && name !== 'count',
) as OperandRegister[];

/** A number in the line of a request that may differ from line to line. */
interface Slot {
  /** One of the kinds below. */
  readonly kind: number;
  readonly register: OperandRegister | null;
  /** Entries of the register that hold it in a batch of one quad: those of one lane, or of all. */
  readonly first: number;
  readonly count: number;
}

export const ID = 0;
const TEXT_ID = 1;
const RESULT = 2;
const FLOAT = 3;
export const INTEGER = 4;
/** An integer from 0 to 2^31 - 1; a larger one is read without a plan. */
export const NATURAL = 5;

const KINDS: ReadonlyMap<string, number> = new Map([
  ...FLOATS.map((register) => [register, FLOAT] as const),
  ...INTEGERS.map((register) => [register, INTEGER] as const),
  ...ISSUE.map((register) => [register, NATURAL] as const),
]);

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LINE_FEED = 0x0a;
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** A request that has been checked, with the number of its texture state. */
export interface StoredRequest {
  readonly request: Request;
  readonly state: number;
  readonly shape: RequestShape;
}

/**
 * The places of the numbers in a line of a trace. A line that has the same text beside its id and its operands is a
 * request of the same texture state: nothing else of it needs to be checked, and the numbers go straight to the batch.
 */
export class RequestPlan {
  readonly request = this;
  /** The id of the line that `match` read last. */
  id: RequestId = 0;
  /** By slot: what it takes, the number that was read last, and which number of the line it is, strings left out. */
  readonly kinds: Uint8Array;
  readonly numbers: Float64Array;
  readonly ordinals: Int32Array;
  /** The numbers of the line, slots or not. */
  readonly numberCount: number;
  private readonly prototype = new QuadBatch(1);
  /** The registers of the prototype, and those of the batch: without views of them, which take most of the time of a copy. */
  private readonly columns = ALL.map((name) => ({ from: this.prototype[name], to: this.batch[name] }));
  private readonly number = new JsonNumber();
  /** By slot: the register that takes the number, its entries a quad, and those of them that take it. */
  private readonly registers: readonly (QuadBatch[OperandRegister] | null)[];
  private readonly entries: Int32Array;
  private readonly firsts: Int32Array;
  private readonly counts: Int32Array;
  /** The bytes before, between and after the slots, one after the other, and the end of each of them. */
  private readonly between: Uint8Array;
  private readonly ends: Int32Array;

  /**
   * @param text of the line that the request was read from
   * @param batch that requests of this plan are stored in
   * @param read reads other lines the same way, without taking them; null for one that is refused
   */
  constructor(
    text: string,
    readonly stored: StoredRequest,
    private readonly batch: QuadBatch,
    read: (text: string) => Request | null,
  ) {
    storeRequest(stored.request, stored.state, stored.shape, this.prototype);
    let count = 0;
    const tokens = Array.from(text.matchAll(TOKENS), ({ 0: token, index }) => ({
      ordinal: token.startsWith('"') ? -1 : count++,
      slot: slotOf(text, token, index, stored, this.prototype, read),
      start: token.startsWith('"') ? index + 1 : index,
      end: token.startsWith('"') ? index + token.length - 1 : index + token.length,
    })).filter(({ slot }) => slot !== null);
    const slots = tokens.map(({ slot }) => slot!);
    this.kinds = Uint8Array.from(slots, ({ kind }) => kind);
    this.ordinals = Int32Array.from(tokens, ({ ordinal }) => ordinal);
    this.numberCount = count;
    this.numbers = new Float64Array(slots.length);
    this.registers = slots.map(({ register }) => register && batch[register]);
    this.entries = Int32Array.from(this.registers, (register) => (register?.length ?? 0) / batch.capacity);
    this.firsts = Int32Array.from(slots, ({ first }) => first);
    this.counts = Int32Array.from(slots, ({ count }) => count);
    const starts = [0, ...tokens.map(({ end }) => end)];
    const pieces = starts.map((from, n) => new TextEncoder().encode(text.slice(from, tokens[n]?.start)));
    this.between = Uint8Array.from(pieces.flatMap((piece) => [...piece]));
    let end = 0;
    this.ends = Int32Array.from(pieces, ({ length }) => (end += length));
  }

  /**
   * Reads a line that differs from that of the plan in its numbers alone.
   *
   * @returns the index after its line feed; -1 for any other line, also where a number is none that the operand takes
   */
  match(bytes: Uint8Array, start: number): number {
    const { between, ends, kinds, number, numbers } = this;
    let at = start;
    let k = 0;
    let idStart = 0;
    let idEnd = 0;
    for (let n = 0; n < kinds.length; n++) {
      for (const end = ends[n]; k < end; k++) if (bytes[at++] !== between[k]) return -1;
      const kind = kinds[n];
      if (kind === TEXT_ID) {
        idStart = at;
        at = idEnd = textEnd(bytes, at);
        if (at < 0) return -1;
        continue;
      }
      at = number.read(bytes, at);
      if (at < 0) return -1;
      const { value } = number;
      if (kind === INTEGER) {
        if ((value | 0) !== value) return -1;
      } else if (kind === NATURAL) {
        if ((value | 0) !== value || value < 0) return -1;
      } else if (kind === ID) {
        if (!number.plain) return -1;
        this.id = value;
      } else if (!Number.isFinite(Math.fround(value))) return -1;
      numbers[n] = value;
    }
    for (const end = ends[kinds.length]; k < end; k++) if (bytes[at++] !== between[k]) return -1;
    if (bytes[at] !== LINE_FEED) return -1;
    if (idEnd > 0) this.id = decodeUtf8(bytes.subarray(idStart, idEnd));
    return at + 1;
  }

  /** Stores the request that `match` read last. @param fresh false if the quad holds a request of this plan already */
  store(quad: number, fresh: boolean): void {
    if (fresh) for (const { from, to } of this.columns) to.set(from, from.length * quad);
    const { registers, entries, firsts, counts, numbers } = this;
    for (let n = 0; n < numbers.length; n++) {
      const register = registers[n];
      if (register === null) continue;
      const from = entries[n] * quad + firsts[n];
      for (let to = from; to < from + counts[n]; to++) register[to] = numbers[n];
    }
  }
}

/** The end of a text of printable ASCII without escapes: the index of the quote after it; -1 for any other text. */
function textEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  for (; bytes[at] !== QUOTE; at++) if (!(bytes[at] >= 0x20 && bytes[at] < 0x7f) || bytes[at] === BACKSLASH) return -1;
  return at === start ? -1 : at;
}

/** The slot of a token: found by reading the line with another value in its place. Null where only this value is right. */
function slotOf(
  text: string,
  token: string,
  index: number,
  stored: StoredRequest,
  prototype: QuadBatch,
  read: (text: string) => Request | null,
): Slot | null {
  const { request, state, shape } = stored;
  const unstored = (kind: number): Slot => ({ kind, register: null, first: 0, count: 0 });
  const other = (values: readonly string[]) => {
    const value = values.find((text) => text !== token)!;
    const changed = read(text.slice(0, index) + value + text.slice(index + token.length));
    return changed === null ? null : { value: JSON.parse(value) as RequestId, changed };
  };
  if (token.startsWith('"')) {
    const probe = JSON.parse(token) === request.id ? other(['"id"', '"ID"']) : null;
    return probe?.changed.id === probe?.value && probe !== null ? unstored(TEXT_ID) : null;
  }
  const probe = other(['0.5', '0.25']) ?? other(['1', '2']);
  if (probe === null) return null;
  const { value, changed } = probe;
  if (essence(changed) !== essence(request)) return null;
  if (changed.id !== request.id) return changed.id === value ? unstored(ID) : null;
  const batch = new QuadBatch(1);
  storeRequest(changed, state, shape, batch);
  const changes = ALL.flatMap((register) => {
    const entries = [...batch[register].keys()].filter((n) => !Object.is(batch[register][n], prototype[register][n]));
    return entries.length === 0 ? [] : [{ register, entries }];
  });
  if (changes.length === 0) {
    const texels = ({ results }: Request) => JSON.stringify(results?.texels);
    return texels(changed) !== texels(request) ? unstored(RESULT) : null;
  }
  const [{ register, entries }] = changes;
  const [first] = entries;
  const count = entries.length;
  const kind = KINDS.get(register);
  const whole =
    changes.length === 1 && entries.every((entry, n) => entry === first + n && batch[register][entry] === value);
  return kind !== undefined && whole ? { kind, register, first, count } : null;
}

/** Everything of a request that no slot may change. */
function essence({ image, second, sampler, instruction, active, lanes, offset }: Request): string {
  return JSON.stringify([image, second, sampler, instruction, active, lanes.length, offset]);
}
