import { describe, expect, it } from 'vitest';
import { AccessBatch } from '../../../traces/accesses/access-batch.ts';
import { parsedBatches } from '../../../traces/accesses/access-source.ts';
import { TexelPassText, TexelTraceParser } from '../../../traces/accesses/texel-trace-parser.ts';
import { AccessLineWriter } from '../../../traces/accesses/texel-trace-writer.ts';
import { Dice } from '../../oracle/dice.ts';
import { batchesOf, chunksOf, deliveredBy, randomAccesses, UNTOLD } from './random-accesses.ts';

const HEADER = '{"texunit":"texels","version":2,"images":[]}\n';
const encoder = new TextEncoder();

function read(text: string) {
  const chunks = chunksOf(encoder.encode(text), new Dice(1), 100_000);
  return deliveredBy(parsedBatches(chunks, new TexelTraceParser('t.jsonl', { units: 4 }), 't.jsonl'));
}

async function problemOf(text: string): Promise<string> {
  return String((await read(text)).fault);
}

const rowsOf = async (text: string) =>
  (await read(text)).accesses.map(({ address, bytes, quad, pass, lane }) => [address, bytes, quad, pass, lane]);

describe('a texel-access trace in JSON Lines', () => {
  it('gives the accesses of its taps, lane by lane; null is no access', async () => {
    const text = `${HEADER}{"cycle":19,"quad":2,"pass":1,"size":4,"taps":[[20,24,36,40],[],[null,72,null,88],[96]]}
{"quad":3,"pass":0,"size":[1,2,2,8],"taps":[[5],[6],[],[8]]}
{"end":{"passes":2,"accesses":10}}\n`;
    expect(await rowsOf(text)).toEqual([
      [20, 4, 2, 1, 0],
      [24, 4, 2, 1, 0],
      [36, 4, 2, 1, 0],
      [40, 4, 2, 1, 0],
      [72, 4, 2, 1, 2],
      [88, 4, 2, 1, 2],
      [96, 4, 2, 1, 3],
      [5, 1, 3, 0, 0],
      [6, 2, 3, 0, 1],
      [8, 8, 3, 0, 3],
    ]);
    expect(await problemOf(text)).toBe('null');
  });

  it('tells cycles, units and writes; a line without a cycle has that of the line before', async () => {
    const text = `${HEADER}{"quad":0,"pass":0,"size":4,"taps":[[8],[],[],[]]}
{"cycle":7,"unit":2,"quad":1,"pass":0,"size":4,"write":true,"taps":[[8],[],[],[]]}
{"quad":2,"pass":0,"size":4,"write":false,"taps":[[8],[],[],[]]}
{"unit":3,"cycle":9,"quad":3,"pass":0,"size":[4,4,4,4],"write":true,"taps":[[8],[],[],[]]}
{"end":{"passes":4,"accesses":4}}\n`;
    const { accesses, fault } = await read(text);
    expect(fault).toBeNull();
    expect(accesses.map(({ cycle, unit, write }) => [cycle, unit, write])).toEqual([
      [0, 0, 0],
      [7, 2, 1],
      [7, 0, 0],
      [9, 3, 1],
    ]);
  });

  it('is read in version 1, which has no end', async () => {
    const text =
      '{"texunit":"texels","version":1}\n{"cycle":3,"quad":0,"pass":0,"size":4,"taps":[[68,null],[],[],[]]}\n';
    expect(await rowsOf(text)).toEqual([[68, 4, 0, 0, 0]]);
    expect(await problemOf(text)).toBe('null');
    expect(await problemOf(`${text}{"end":{"passes":1,"accesses":1}}\n`)).toContain('t.jsonl:3: ');
  });

  const PASS = '{"quad":0,"pass":0,"size":4,"taps":[[8],[],[],[]]}\n';
  it.each([
    ['', 't.jsonl:1: texunit: is missing, expected the header {"texunit":"texels","version":2}'],
    ['{"texunit":"texels","version":3}\n', 't.jsonl:1: version: is 3, expected 1 or 2'],
    ['{"texunit":"texels","version":2}\n', 't.jsonl:1: images: is missing, expected a list of images'],
    ['{"texunit":"texels","version":1,"images":[]}\n', 't.jsonl:1: images: is unknown in version 1'],
    [
      HEADER.replace('[]', '[{}]'),
      't.jsonl:1: images[0].name: is missing, expected a name: one line of 1 to 80 characters',
    ],
    [HEADER, 't.jsonl:2: end: is missing, expected {"end":{"passes":0,"accesses":0}} unless the file is cut short'],
    [
      `${HEADER}${PASS}`,
      't.jsonl:3: end: is missing, expected {"end":{"passes":1,"accesses":1}} unless the file is cut short',
    ],
    [
      `${HEADER}${PASS}{"end":{"passes":1,"accesses":2}}`,
      't.jsonl:3: end.accesses: is 2, expected 1, which came before',
    ],
    [
      `${HEADER}${PASS}{"end":{"passes":2,"accesses":1}}\n`,
      't.jsonl:3: end.passes: is 2, expected 1, which came before',
    ],
    [
      `${HEADER}{"end":{"passes":0,"accesses":0}}\n\n${PASS}`,
      't.jsonl:4: line: follows the end of the trace, expected nothing',
    ],
    [`${HEADER}{"end":{"passes":0,"accesses":0},"x":1}\n`, 't.jsonl:2: x: is unknown, expected nothing beside the end'],
    [`${HEADER}${PASS}{"quad":1,"pa`, 't.jsonl:3: line: is no complete JSON, expected one JSON object a line'],
    [`${HEADER}${PASS.replace('8', '-8')}`, 't.jsonl:2: taps[0][0]: is -8, expected an integer from 0 to'],
    [`${HEADER}${PASS.replace('4', '0')}`, 't.jsonl:2: size: is 0, expected an integer from 1 to 65535'],
    [`${HEADER}${PASS.replace('"quad":0', '"quad":4294967296')}`, 't.jsonl:2: quad: is 4294967296, expected'],
    [`${HEADER}${PASS.replace('"pass":0', '"pass":65536')}`, 't.jsonl:2: pass: is 65536, expected'],
    [`${HEADER}${PASS.replace('"taps"', '"write":1,"taps"')}`, 't.jsonl:2: write: is 1, expected true or false'],
    [`${HEADER}${PASS.replace('"quad"', '"unit":-1,"quad"')}`, 't.jsonl:2: unit: is -1, expected an integer from 0'],
    [`${HEADER}${PASS.replace('"quad"', '"unit":4,"quad"')}`, 't.jsonl:2: unit: is 4, expected an integer from 0 to 3'],
    [
      `${HEADER}${PASS.replace('"quad"', '"cycle":5,"quad"')}${PASS}${PASS.replace('"quad"', '"cycle":4,"quad"')}`,
      't.jsonl:4: cycle: is 4, expected at least 5, that of an earlier access',
    ],
    [
      `${HEADER}${PASS.replace('[],[],[]', '[],[]')}`,
      't.jsonl:2: taps: is [[8],[],[]], expected the taps of four lanes',
    ],
    [
      `${HEADER}${PASS.replace('8', '9007199254740990')}`,
      't.jsonl:2: taps[0][0]: is 9007199254740990, expected an access of 4 bytes that ends below 2^53',
    ],
    [
      `${HEADER}${PASS.replace('8', `8${',8'.repeat(1024)}`)}`,
      't.jsonl:2: taps[0]: is [8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,8..., expected a list of at most 1024 addresses',
    ],
  ])('refuses %j', async (text, message) => {
    expect(await problemOf(text)).toContain(`TraceError: ${message}`);
  });

  it('is written with a line for each run of lanes in order, with one size for each lane', async () => {
    let text = '';
    const writer = new AccessLineWriter((piece) => (text += piece), []);
    const access = (address: number, bytes: number, quad: number, lane: number) => ({
      ...UNTOLD,
      address,
      bytes,
      quad,
      pass: 0,
      lane,
    });
    const accesses = [
      access(1, 4, 0, 0),
      access(2, 4, 0, 0),
      access(3, 2, 0, 2),
      access(4, 4, 0, 1),
      access(5, 8, 0, 1),
      access(6, 8, 7, 3),
    ];
    for (const batch of batchesOf(accesses, 2)) writer.write(batch);
    writer.end();
    expect(text.split('\n')).toEqual([
      HEADER.trimEnd(),
      '{"quad":0,"pass":0,"size":[4,4,2,4],"taps":[[1,2],[],[3],[]]}',
      '{"quad":0,"pass":0,"size":4,"taps":[[],[4],[],[]]}',
      '{"quad":0,"pass":0,"size":8,"taps":[[],[5],[],[]]}',
      '{"quad":7,"pass":0,"size":8,"taps":[[],[],[],[6]]}',
      '{"end":{"passes":4,"accesses":6}}',
      '',
    ]);
  });

  it('gives long passes lines of their own, which are read back without change', async () => {
    const accesses = Array.from({ length: 5000 }, (_, n) => ({
      ...UNTOLD,
      address: n,
      bytes: 4,
      quad: 1,
      pass: 2,
      lane: 3,
    }));
    let text = '';
    const writer = new AccessLineWriter((piece) => (text += piece), []);
    for (const batch of batchesOf(accesses)) writer.write(batch);
    writer.end();
    expect(text.split('\n')).toHaveLength(1 + 5 + 1 + 1);
    expect(await read(text)).toEqual({ accesses, fault: null });
  });
});

describe('TexelPassText', () => {
  /** The result of the fast path for a line, null if it leaves the line to the JSON parser. */
  function quick(line: string) {
    const batch = new AccessBatch(8192);
    const bytes = encoder.encode(line);
    return new TexelPassText(2 ** 31 - 1).read(bytes, 0, batch) === bytes.length ? batch : null;
  }

  it('reads every line of the writers except those with several sizes', () => {
    let text = '';
    const writer = new AccessLineWriter((piece) => (text += piece), []);
    for (const batch of batchesOf(randomAccesses(new Dice(8), 3000))) writer.write(batch);
    writer.end();
    const lines = text.split('\n').slice(1, -2);
    const left = lines.filter((line) => quick(`${line}\n`) === null);
    // The fast path does not take addresses of 16 digits either.
    expect(left.filter((line) => !/"size":\[|\d{16}/.test(line))).toEqual([]);
    expect(quick('{"cycle":5,"quad":1,"pass":0,"size":4,"taps":[[null,3],[],[],[]]}\n')).not.toBeNull();
  });

  it('accepts no line with a changed character that the JSON parser refuses or reads differently', async () => {
    const dice = new Dice(31);
    const line = '{"cycle":12,"quad":305,"pass":1,"size":16,"taps":[[4096,0,null,70000],[],[8],[10]]}\n';
    let taken = 0;
    for (let n = 0; n < 1500; n++) {
      const at = dice.integer(0, line.length - 2);
      const put = dice.pick(['', '0', '1', ',', '[', ']', '-', '.', ' ', 'n', 'e5', '"', '}']);
      const changed = line.slice(0, at) + put + line.slice(at + dice.integer(0, 1));
      const batch = quick(changed);
      if (batch === null) continue;
      taken++;
      // A blank keeps a line from the fast path and has no meaning in JSON.
      const slow = await read(`${HEADER} ${changed}`);
      expect(String(slow.fault), changed).toContain('end: is missing');
      const fast = Array.from({ length: batch.count }, (_, k) => [batch.address[k], batch.bytes[k], batch.quad[k]]);
      expect(fast, changed).toEqual(slow.accesses.map(({ address, bytes, quad }) => [address, bytes, quad]));
    }
    expect(taken).toBeGreaterThan(100);
  });
});
