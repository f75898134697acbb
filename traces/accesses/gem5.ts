import { faultAtLine, joinedBytes } from '../encodings/line-pieces.ts';
import type { ByteSink, TraceInput } from '../encodings/trace-encoding.ts';
import type { TraceError } from '../encodings/trace-error.ts';
import { ACCESS_RANGES, type AccessBatch, AccessFaults, endsInRange } from './access-batch.ts';
import { type AccessEncoding, type AccessOutput, type BatchLender, oneBatch } from './access-source.ts';

/** The first bytes of a file of gem5's messages. */
const MAGIC = 'gem5';
/** Fields of PacketHeader and Packet (gem5: src/proto/packet.proto). */
const HEADER = { objectId: 1, tickFrequency: 3 } as const;
const PACKET = { tick: 1, command: 2, address: 3, size: 4 } as const;
/** Commands of gem5's MemCmd. */
const READ_REQUEST = 1;
const WRITE_REQUEST = 4;
/** gem5 counts picoseconds. A cycle is taken for 1 ns. */
const TICKS_A_SECOND = 10 ** 12;
const TICKS_A_CYCLE = 1000;
/** Wire types of protocol buffers. */
const VARINT = 0;
const BYTES = 2;
/** A longer message is none of a packet trace. */
const LONGEST_MESSAGE = 2 ** 16;

/**
 * The packet traces that gem5's traffic generator plays and its CommMonitor writes: after the magic number a header and
 * a message for each packet, each with its length in front. Quads, passes, lanes and units are lost.
 */
export const GEM5 = {
  name: 'gem5',
  signature: /^gem5/,
  streams: true,
  read: (input, { size }) => ({
    images: [],
    total: null,
    batches: (lender) => packetBatches(input, size, lender),
  }),
  write: ({ bytes }) => packetWriter(bytes),
} as const satisfies AccessEncoding;

/** The values of a message by the number of their field; texts and what is of no use are left out. */
type Message = ReadonlyMap<number, number>;

/** @throws TraceError with the number of the packet as its line; the accesses before it have been delivered */
async function* packetBatches(
  { chunks, name }: Pick<TraceInput, 'chunks' | 'name'>,
  size: number,
  lender: BatchLender = oneBatch(),
): AsyncGenerator<AccessBatch, void, void> {
  const faults = new AccessFaults(name);
  let batch = await lender.next();
  let fault: unknown = null;
  let packets = 0;
  let ticksOfCycle = 0;
  let last = 0;
  try {
    for await (const message of messages(chunks, (problem) => faults.at(packets + 1, 'message', problem))) {
      if (ticksOfCycle === 0) {
        const frequency = message.get(HEADER.tickFrequency) ?? 0;
        if (frequency === 0) throw faults.at(1, 'tick_freq', 'is missing, expected ticks a second in the header');
        ticksOfCycle = frequency / (TICKS_A_SECOND / TICKS_A_CYCLE);
        continue;
      }
      const line = packets + 1;
      if (batch.count === batch.capacity) {
        yield batch;
        batch = await lender.next();
      }
      last = takePacket(message, { size, ticksOfCycle, last, line }, batch, faults);
      batch.quad[batch.count - 1] = packets++;
    }
    if (ticksOfCycle === 0) throw faults.at(1, 'message', 'is cut short');
  } catch (error) {
    fault = faultAtLine(error, name, packets + 1);
  }
  if (batch.count > 0) yield batch;
  if (fault !== null) throw fault;
}

/** What the access of a packet depends on beside its message. */
interface PacketPlace {
  /** Bytes where the message has none. */
  readonly size: number;
  readonly ticksOfCycle: number;
  /** The cycle of the packet before. */
  readonly last: number;
  readonly line: number;
}

/** Adds the access of a packet. @returns its cycle */
function takePacket(message: Message, place: PacketPlace, batch: AccessBatch, faults: AccessFaults): number {
  const { size, ticksOfCycle, last, line } = place;
  const [tick, address] = [message.get(PACKET.tick), message.get(PACKET.address)];
  const command = message.get(PACKET.command);
  const bytes = message.get(PACKET.size) ?? size;
  if (tick === undefined || address === undefined) throw faults.at(line, 'message', 'lacks its tick or its address');
  if (command !== READ_REQUEST && command !== WRITE_REQUEST) {
    throw faults.at(line, 'cmd', `is ${command ?? 'missing'}, expected 1 (ReadReq) or 4 (WriteReq)`);
  }
  if (bytes < 1 || bytes > ACCESS_RANGES.bytes.largest) throw faults.value(line, 'bytes', bytes);
  if (!endsInRange(address, bytes)) throw faults.end(line, address, bytes, 'addr');
  if (tick > Number.MAX_SAFE_INTEGER) throw faults.at(line, 'tick', `is ${tick}, expected at most 2^53 - 1`);
  const cycle = Math.floor(tick / ticksOfCycle);
  if (cycle < last) throw faults.order(line, cycle, last);
  batch.cycle[batch.count] = cycle;
  batch.unit[batch.count] = 0;
  batch.push(address, bytes, 0, 0, 0, command === WRITE_REQUEST ? 1 : 0);
  return cycle;
}

/** The messages of a stream. @param fault the error of a stream that is none of gem5's */
async function* messages(
  chunks: AsyncIterable<Uint8Array>,
  fault: (problem: string) => TraceError,
): AsyncGenerator<Message, void, void> {
  let bytes = new Uint8Array(0);
  let begun = false;
  for await (const chunk of chunks) {
    bytes = joinedBytes([bytes, chunk]);
    let at = 0;
    if (!begun && bytes.length >= MAGIC.length) {
      if (new TextDecoder().decode(bytes.subarray(0, MAGIC.length)) !== MAGIC) throw fault('expected "gem5" in front');
      begun = true;
      at = MAGIC.length;
    }
    if (!begun) continue;
    for (let [length, from] = varint(bytes, at); from + length <= bytes.length; [length, from] = varint(bytes, at)) {
      if (length > LONGEST_MESSAGE) throw fault(`has ${length} bytes, expected at most ${LONGEST_MESSAGE}`);
      yield message(bytes.subarray(from, from + length), fault);
      at = from + length;
    }
    bytes = bytes.slice(at);
  }
  if (!begun || bytes.length > 0) throw fault('is cut short');
}

function message(bytes: Uint8Array, fault: (problem: string) => TraceError): Message {
  const values = new Map<number, number>();
  for (let at = 0; at < bytes.length;) {
    const [key, after] = varint(bytes, at);
    const [value, next] = varint(bytes, after);
    const [field, type] = [Math.floor(key / 8), key % 8];
    if ((type !== VARINT && type !== BYTES) || Number.isNaN(value)) throw fault('is no message of a packet trace');
    at = type === BYTES ? next + value : next;
    if (at > bytes.length) throw fault('is cut short');
    if (type === VARINT) values.set(field, value);
  }
  return values;
}

/** An integer of 7 bits a byte, and the place after it; NaN if it is not complete. Those beyond 2^53 are not exact. */
function varint(bytes: Uint8Array, at: number): readonly [value: number, after: number] {
  let value = 0;
  for (let place = at, weight = 1; place < bytes.length; place++, weight *= 128) {
    value += (bytes[place] % 128) * weight;
    if (bytes[place] < 128) return [value, place + 1];
  }
  return [NaN, bytes.length];
}

function packetWriter(sink: ByteSink): AccessOutput {
  const header: number[] = [];
  const name = new TextEncoder().encode('texunit');
  header.push(8 * HEADER.objectId + BYTES, name.length, ...name);
  pushField(header, HEADER.tickFrequency, TICKS_A_SECOND);
  sink(new TextEncoder().encode(MAGIC));
  sink(Uint8Array.of(header.length, ...header));
  return {
    write: ({ address, bytes, write, cycle, count }) => {
      const all: number[] = [];
      for (let n = 0; n < count; n++) {
        const packet: number[] = [];
        pushField(packet, PACKET.tick, BigInt(cycle[n]) * BigInt(TICKS_A_CYCLE));
        pushField(packet, PACKET.command, write[n] === 1 ? WRITE_REQUEST : READ_REQUEST);
        pushField(packet, PACKET.address, address[n]);
        pushField(packet, PACKET.size, bytes[n]);
        all.push(packet.length, ...packet);
      }
      sink(Uint8Array.from(all));
    },
    end: () => {},
  };
}

function pushField(to: number[], field: number, value: number | bigint): void {
  to.push(8 * field + VARINT);
  let rest = BigInt(value);
  for (; rest > 127n; rest >>= 7n) to.push(Number(rest & 127n) + 128);
  to.push(Number(rest));
}
