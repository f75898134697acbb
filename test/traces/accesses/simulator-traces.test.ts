import { describe, expect, it } from 'vitest';
import type { AccessEncoding } from '../../../traces/accesses/access-source.ts';
import { DRAMSIM3, RAMULATOR2 } from '../../../traces/accesses/access-lines.ts';
import { GEM5 } from '../../../traces/accesses/gem5.ts';
import { TraceError } from '../../../traces/encodings/trace-error.ts';
import { Dice } from '../../oracle/dice.ts';
import { type Access, batchesOf, chunksOf, deliveredBy, randomAccesses, UNTOLD } from './random-accesses.ts';

function written(encoding: AccessEncoding, accesses: readonly Access[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  const output = {
    text: (text: string) => void pieces.push(Buffer.from(text)),
    bytes: (bytes: Uint8Array) => void pieces.push(bytes.slice()),
  };
  const writer = encoding.write!(output, []);
  for (const batch of batchesOf(accesses)) writer.write(batch);
  writer.end();
  return Buffer.concat(pieces);
}

async function read(encoding: AccessEncoding, bytes: Uint8Array, dice = new Dice(1), most = 200) {
  const parquet = () => Promise.reject(new Error('is a stream'));
  const input = { name: 'a.trace', start: bytes, chunks: chunksOf(bytes, dice, most), parquet };
  const source = await encoding.read(input, { size: 64 });
  return deliveredBy(source.batches());
}

const reads = (address: number, cycle = 0, write = 0, bytes = 64) => ({ address, bytes, write, cycle });
const numbered = (accesses: readonly ReturnType<typeof reads>[]) =>
  accesses.map((access, quad) => ({ quad, pass: 0, lane: 0, unit: 0, ...access }));

/** Made by protoc from gem5's packet.proto: a header of CommMonitor's, and three packets. */
const PACKETS = Buffer.from(
  'Z2VtNRkKDnN5c3RlbS5tb25pdG9yEAAYgKCUpY0dCAgAEAEYACBAGAjPDxAEGICAgIAIICAogAIwBziAgICAEBAI0A8QARi/////////DyBA',
  'base64',
);

describe('traces of simulators', () => {
  it('of DRAMsim3 are transactions with the cycle from which they may be sent', async () => {
    const text = '0x00001A40 READ 27\n\n0xffffffff40 WRITE 27\n';
    const expected = numbered([reads(0x1a40, 27), reads(0xffffffff40, 27, 1)]);
    expect(await read(DRAMSIM3, Buffer.from(text))).toEqual({ accesses: expected, fault: null });
    const again = Buffer.from(written(DRAMSIM3, expected)).toString();
    expect(again).toBe('0x1a40 READ 27\n0xffffffff40 WRITE 27\n');
  });

  it('of Ramulator 2 are loads and stores, without cycles', async () => {
    const expected = numbered([reads(0x1a40), reads(6784, 0, 1)]);
    expect(await read(RAMULATOR2, Buffer.from('LD 0x1a40\nST 6784\n'))).toEqual({ accesses: expected, fault: null });
    expect(Buffer.from(written(RAMULATOR2, expected)).toString()).toBe('LD 0x1a40\nST 0x1a80\n');
  });

  it('of gem5 are packets, whose ticks of 1 ps are whole cycles of 1 ns', async () => {
    const expected = numbered([reads(0), reads(2 ** 31, 1, 1, 32), reads(2 ** 53 - 65, 2)]);
    expect(await read(GEM5, PACKETS)).toEqual({ accesses: expected, fault: null });
    // Ours lack what is optional: the version, and flags, number and program counter of a packet.
    const header = Buffer.from([...Buffer.from('gem5'), 16, 0x0a, 7, ...Buffer.from('texunit'), 0x18]);
    const frequency = PACKETS.subarray(PACKETS.indexOf(0x18) + 1, 30);
    const first = Buffer.from([8, 0x08, 0, 0x10, 1, 0x18, 0, 0x20, 64]);
    const whole = Buffer.from(written(GEM5, expected.slice(0, 1)));
    expect(whole.toString('hex')).toBe(Buffer.concat([header, frequency, first]).toString('hex'));
  });

  it.each([
    ['DRAMsim3', DRAMSIM3, true, false],
    ['Ramulator 2', RAMULATOR2, false, false],
    ['gem5', GEM5, true, true],
  ] as const)('of %s are read back, but for what the format lacks', async (_name, encoding, timed, sized) => {
    const dice = new Dice(5);
    // Ticks of gem5 are exact up to 2^53 - 1.
    const accesses = randomAccesses(dice, 9000)
      .filter(({ address }) => address <= 2 ** 53 - 65535)
      .map((access, n) => ({ ...access, cycle: 10 ** 8 * n }));
    const expected = accesses.map(({ address, bytes, write, cycle }, quad) => {
      const known = { ...UNTOLD, write, ...(timed && { cycle }) };
      return { address, bytes: sized ? bytes : 64, quad, pass: 0, lane: 0, ...known };
    });
    const got = await read(encoding, written(encoding, accesses), dice, 5000);
    expect(got.fault).toBeNull();
    expect(got.accesses).toEqual(expected);
  });

  it.each([
    [
      'an operation',
      DRAMSIM3,
      '0x40 READ 1\n0x80 FETCH 2\n',
      'line: is "0x80 FETCH 2", expected such as 0x1a40 READ 27',
    ],
    ['a cycle before the last', DRAMSIM3, '0x40 READ 9\n0x80 READ 2\n', 'cycle: is 2, expected at least 9, that of an'],
    ['an address', RAMULATOR2, 'LD 0x40\nLD 0x\n', 'line: is "LD 0x", expected such as LD 0x1a40'],
    ['a large address', RAMULATOR2, 'LD 1\nST 0xffffffffffffff\n', 'address: is 72057594037927940, expected an access'],
    ['a cut line', RAMULATOR2, 'LD 1\nST 0x', 'line: has no line feed at its end: the file is cut short'],
  ])('%s that is wrong is an error with its line', async (_what, encoding, text, problem) => {
    const { accesses, fault } = await read(encoding, Buffer.from(text));
    expect(accesses).toHaveLength(1);
    expect(fault).toBeInstanceOf(TraceError);
    expect(String(fault)).toContain(`a.trace:2: ${problem}`);
  });

  it('of gem5 are refused where a packet is no read and no write, or has no time in the header', async () => {
    const other = Buffer.from(PACKETS);
    other[other.indexOf(Buffer.from([0x10, 4])) + 1] = 5;
    const { accesses, fault } = await read(GEM5, other);
    expect(accesses).toHaveLength(1);
    expect(String(fault)).toContain('a.trace:2: cmd: is 5, expected 1 (ReadReq) or 4 (WriteReq)');
    const untimed = Buffer.from([...Buffer.from('gem5'), 2, 0x10, 0]);
    expect(String((await read(GEM5, untimed)).fault)).toContain('tick_freq: is missing');
  });

  it('of gem5 are an error where they are cut, unless between two packets', async () => {
    const ends = [30, 39, 64, PACKETS.length];
    for (let length = 0; length <= PACKETS.length; length++) {
      const { accesses, fault } = await read(GEM5, PACKETS.subarray(0, length), new Dice(length + 1), 7);
      expect(accesses.length, `${length} bytes`).toBe(
        ends.filter((end) => end <= length).length - Number(length >= 30),
      );
      if (ends.includes(length)) expect(fault, `${length} bytes`).toBeNull();
      else expect(String(fault), `${length} bytes`).toContain('message: is cut short');
    }
  });

  it('of gem5 with bytes that are others give only accesses and a TraceError', async () => {
    const dice = new Dice(3);
    for (let n = 0; n < 2000; n++) {
      const bytes = Buffer.from(PACKETS);
      bytes[dice.integer(0, bytes.length - 1)] = dice.integer(0, 255);
      const { fault } = await read(GEM5, bytes, dice);
      if (fault !== null) expect(fault).toBeInstanceOf(TraceError);
    }
  });
});
