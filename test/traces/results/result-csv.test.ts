import { describe, expect, it } from 'vitest';
import { csvResults, type LaneResult, type ResultColumnNames } from '../../../traces/results/result-csv.ts';
import { TraceError } from '../../../traces/encodings/trace-error.ts';

/** The rows of a file that comes in pieces of so many bytes. */
async function read(
  text: string,
  map: ResultColumnNames = {},
  piece = 7,
  codes?: number,
): Promise<readonly LaneResult[]> {
  const bytes = new TextEncoder().encode(text);
  const chunks = (async function* () {
    for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
  })();
  const rows: LaneResult[] = [];
  for await (const some of csvResults(chunks, 'r.csv', { map, ...(codes && { codes }) })) rows.push(...some);
  return rows;
}

async function messageOf(text: string, names: ResultColumnNames = {}): Promise<string> {
  const fault: unknown = await read(text, names).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(TraceError);
  return (fault as TraceError).message;
}

const ROW = { id: '7', line: 2, lane: null, texel: [0.5, 0, 0, 1] };

describe('a CSV of results', () => {
  it('has a row for each lane', async () => {
    const text = 'id,lane,r,g,b,a,resident,tolerance\nq,0,1,0,0,1,true,0.01\nq,3,0.25,0,0,1,,\n';
    expect(await read(text)).toEqual([
      { id: 'q', line: 2, lane: 0, texel: [1, 0, 0, 1], resident: true, tolerance: 0.01 },
      { id: 'q', line: 3, lane: 3, texel: [0.25, 0, 0, 1] },
    ]);
  });

  it.each([
    ['Windows line ends', 'id,r,g,b,a\r\n7,0.5,0,0,1\r\n'],
    ['a byte order mark', '\ufeffid,r,g,b,a\n7,0.5,0,0,1\n'],
    ['quotes around its cells', '"id","r","g","b","a"\n"7","0.5","0","0","1"\n'],
    ['blanks around its cells', ' id , r,g,b,a \n 7, 0.5 ,0,0, 1\n'],
    ['more columns, in another order', 'a,b,note,g,r,id\n1,0,"so, so",0,0.5,7\n'],
    ['numbers with exponents and signs', 'id,r,g,b,a\n7,+5E-1,0e9,.0,1.\n'],
    ['rows without any cell that says something behind it', 'id,r,g,b,a\n7,0.5,0,0,1\n\n,,,,\n'],
  ])('may have %s', async (_, text) => {
    expect(await read(text)).toEqual([ROW]);
  });

  it('may have columns of other names', async () => {
    const text = 'request,red,green,blue,alpha\n7,0.5,0,0,1\n';
    expect(await read(text, { id: 'request', r: 'red', g: 'green', b: 'blue', a: 'alpha' })).toEqual([ROW]);
  });

  it('has ids with commas and quotes in quotes', async () => {
    expect((await read('id,r,g,b,a\n"a ""b"", c",0,0,0,0\n'))[0].id).toBe('a "b", c');
  });

  it('has NaN and infinities in the texts of traces, of C and of Python', async () => {
    const texts =
      'NaN,nan,-nan,+NAN\nInfinity,inf,+Inf,INF\n-Infinity,-inf,-INF,-infinity\n-0,1e-45,4294967295,16777217';
    const rows = await read(`id,r,g,b,a\n${texts.replaceAll(/^/gm, '1,')}\n`);
    expect(rows.map(({ texel }) => texel)).toEqual([
      [NaN, NaN, NaN, NaN],
      [Infinity, Infinity, Infinity, Infinity],
      [-Infinity, -Infinity, -Infinity, -Infinity],
      [-0, 2 ** -149, 4294967295, 16777217],
    ]);
  });

  it('is exact in the nine digits of a float32, and in the 17 of a float64, but not in nine of a float64', async () => {
    const texts = Array.from({ length: 256 }, (_, code) => {
      const digits = [
        Math.fround(code / 255).toPrecision(9),
        (code / 255).toPrecision(17),
        (code / 255).toPrecision(9),
      ];
      return `${code},${digits.join()},0`;
    });
    const wrong = [0, 0, 0];
    for (const { id, texel } of await read(`id,r,g,b,a\n${texts.join('\n')}\n`)) {
      for (const c of [0, 1, 2]) wrong[c] += Number(texel![c] !== Math.fround(Number(id) / 255));
    }
    expect(wrong.slice(0, 2)).toEqual([0, 0]);
    const [{ texel }] = await read(`id,r,g,b,a\n7,${(128 / 255).toPrecision(9)},0,0,1\n`);
    expect([wrong[2] > 0, texel![0]]).toEqual([true, Math.fround(128 / 255) - 2 ** -24]);
  });

  it('may have codes: by its column, or as the reader is given', async () => {
    const row = (value: number, tolerance: number) => [{ ...ROW, texel: [value, 0, 1, 1].map(Math.fround), tolerance }];
    expect(await read('id,r,g,b,a\n7,128,0,255,255\n', {}, 7, 8)).toEqual(row(128 / 255, 0.5 / 255));
    expect(await read('id,r,g,b,a,codes\n7,512,0,1023,1023,10\n')).toEqual(row(512 / 1023, 0.5 / 1023));
    expect(await read('id,r,g,b,a,bits\n7,9,0,65535,65535,16\n', { codes: 'bits' }, 7, 8)).toEqual(
      row(9 / 65535, 0.5 / 65535),
    );
    // The unit itself returned codes.
    expect(await read('id,r,g,b,a,tolerance\n7,128,0,255,255,0\n', {}, 7, 8)).toEqual(row(128 / 255, 0));
  });

  it.each([
    ['id,r,g,b,a,codes\n7,256,0,0,0,8\n', 'r.csv:2: r: is "256", expected a code from 0 to 255'],
    ['id,r,g,b,a,codes\n7,0,0.5,0,0,8\n', 'r.csv:2: g: is "0.5", expected a code from 0 to 255'],
    ['id,r,g,b,a,codes\n7,0,0,-1,0,8\n', 'r.csv:2: b: is "-1", expected a code from 0 to 255'],
    [
      'id,r,g,b,a,codes\n7,0,0,0,0,33\n',
      'r.csv:2: codes: is "33", expected the bits of a code, 1 to 32, or nothing for values',
    ],
  ])('of codes %j is refused: %s', async (text, message) => {
    expect(await messageOf(text)).toBe(message);
  });

  it('may have footprints in the text of a result trace, and no texels', async () => {
    const footprint = { single: true, anchor: [1, 2], offset: [0, 0], mask: [3, 0], lod: 1, granularity: 0 };
    const text = `id,footprint\n1,"${JSON.stringify(footprint).replaceAll('"', '""')}"\n2,null\n`;
    expect(await read(text)).toEqual([
      { id: '1', line: 2, lane: null, texel: null, footprint },
      { id: '2', line: 3, lane: null, texel: null, footprint: null },
    ]);
  });

  const HEAD = 'id,lane,r,g,b,a,resident,tolerance,footprint\n';
  it.each([
    ['', 'r.csv:1: line: is missing, expected a header that names the columns'],
    ['\n\n', 'r.csv:3: line: is missing, expected a header that names the columns'],
    ['id,r,g,b\n', 'r.csv:1: a: is no column, expected one of "id", "r", "g", "b" for the a'],
    ['r,g,b,a\n', 'r.csv:1: id: is no column, expected one of "r", "g", "b", "a" for the id'],
    ['id;r;g;b;a\n', 'r.csv:1: id: is no column, expected one of "id;r;g;b;a" for the id'],
    ['id,r,r,g,b,a\n', 'r.csv:1: r: is the name of two columns'],
    ['id,r,g,b,a\n7,1,0,0\n', 'r.csv:2: line: has 4 cells, expected 5 as in the header'],
    ['id,r,g,b,a\n7,1,0,0,1,\n', 'r.csv:2: line: has 6 cells, expected 5 as in the header'],
    ['id,r,g,b,a\n7,"1,0,0,1\n', 'r.csv:2: line: has a quote that is not closed, expected cells within one line'],
    ['id,r,g,b,a\n7,1,0,0,0.5', 'r.csv:2: line: has no line feed at its end: the file is cut short'],
    ['id,r,g,b,a\n,1,0,0,0\n', 'r.csv:2: id: is empty, expected the id of a request'],
    [
      'id,r,g,b,a\n7,1,,0,0\n',
      'r.csv:2: g: is empty, expected a float32 number, an integer of 32 bits, "NaN", "Infinity" or "-Infinity"',
    ],
    [
      'id,r,g,b,a\n7,1,0,0,0x3f\n',
      'r.csv:2: a: is "0x3f", expected a float32 number, an integer of 32 bits, "NaN", "Infinity" or "-Infinity"',
    ],
    [
      'id,r,g,b,a\n7,1e39,0,0,1\n',
      'r.csv:2: r: is "1e39", expected a float32 number, an integer of 32 bits, "NaN", "Infinity" or "-Infinity"',
    ],
    [`${HEAD}7,4,1,0,0,1,,,\n`, 'r.csv:2: lane: is "4", expected an integer from 0 to 3'],
    [`${HEAD}7,03,1,0,0,1,,,\n`, 'r.csv:2: lane: is "03", expected an integer from 0 to 3'],
    [`${HEAD}7,3x,1,0,0,1,,,\n`, 'r.csv:2: lane: is "3x", expected an integer from 0 to 3'],
    [`${HEAD}7,0,1,0,0,1,yes,,\n`, 'r.csv:2: resident: is "yes", expected true, false, 1, 0 or nothing'],
    [`${HEAD}7,0,1,0,0,1,,-1,\n`, 'r.csv:2: tolerance: is "-1", expected a number of at least 0'],
    [`${HEAD}7,0,1,0,0,1,,inf,\n`, 'r.csv:2: tolerance: is "inf", expected a number of at least 0'],
    [`${HEAD}7,0,1,0,0,1,,1e999,\n`, 'r.csv:2: tolerance: is "1e999", expected a number of at least 0'],
    [`${HEAD}7,0,1,0,0,1,,,null\n`, 'r.csv:2: footprint: is "null", expected nothing: the row has a texel'],
    [
      `${HEAD}7,0,,,,,,,1\n`,
      'r.csv:2: footprint: is 1, expected {"single", "anchor", "offset", "mask", "lod", "granularity"}',
    ],
  ])('of %j is refused: %s', async (text, message) => {
    expect(await messageOf(text)).toBe(message);
  });

  it('is refused where a column of its map is missing, and names the columns as the file has them', async () => {
    expect(await messageOf('id,r,g,b,a\n', { lane: 'l' })).toBe(
      'r.csv:1: l: is no column, expected one of "id", "r", "g", "b", "a" for the lane',
    );
    expect(await messageOf('id,red,g,b,a\n1,x,0,0,0\n', { r: 'red' })).toContain(
      'r.csv:2: red: is "x", expected a float',
    );
  });
});
