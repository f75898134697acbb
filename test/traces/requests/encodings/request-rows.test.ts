import { describe, expect, it } from 'vitest';
import { REQUEST_ROWS } from '../../../../traces/requests/encodings/request-rows.ts';
import { RequestReader } from '../../../../traces/requests/request-reader.ts';
import type { RequestRecord } from '../../../../traces/requests/request-trace.ts';

async function recordsOf(text: string): Promise<readonly RequestRecord[]> {
  async function* chunks() {
    yield new TextEncoder().encode(text);
  }
  const never = () => Promise.reject(new Error('a table is no Parquet'));
  const input = { name: 'rows.csv', start: new Uint8Array(), chunks: chunks(), parquet: never };
  const reader = new RequestReader('rows.csv');
  const records: RequestRecord[] = [];
  for await (const lines of REQUEST_ROWS.read(input).lines()) {
    for (const line of lines) {
      const record = reader.read(line);
      if (record !== null) records.push(record);
    }
  }
  return records;
}

async function only<K extends RequestRecord['kind']>(kind: K, text: string) {
  const found = (await recordsOf(text)).filter((record) => record.kind === kind);
  return found as unknown as readonly Extract<RequestRecord, { readonly kind: K }>[];
}

describe('a table of requests', () => {
  it('has an image, a sampler and a request of a row, at the line of the row', async () => {
    const records = await recordsOf('id,u,v,t00,t10,t01,t11,r\n7,0.25,0.5,00,55,aa,ff,0.5\n');
    expect(records.map(({ kind, line }) => [kind, line])).toEqual([
      ['image', 2],
      ['sampler', 2],
      ['request', 2],
    ]);
    const [image, , request] = records;
    expect(image).toMatchObject({
      source: { width: 2, height: 2, format: { name: 'r8_unorm' }, levels: [Uint8Array.of(0, 0x55, 0xaa, 0xff)] },
    });
    expect(request).toMatchObject({
      id: 7,
      lanes: [{ coord: [0.25, 0.5], lod: 0 }],
      results: { texels: [[0.5, 0, 0, 1]] },
    });
  });

  it('gives one image and one sampler to rows that say the same', async () => {
    const text = 'u,v,t00,t10,r\n0,0,00,ff,0\n1,0,00,ff,1\n1,0,ff,00,1\n';
    expect(await only('image', text)).toHaveLength(2);
    expect(await only('sampler', text)).toHaveLength(1);
  });

  it('takes settings for all rows, and columns of other names with a factor', async () => {
    const head =
      '# A console, read back.\n# coordinates = texels\n# u = {x} / 16\n# v = {y} * 0.5\n# filter = point\n# addressMode = clamp\n';
    const text = `${head}x,y,t00,t10,t01,t11\n8,3,000000,ff0000,00ff00,0000ff\n`;
    const [request] = await only('request', text);
    expect(request.lanes[0].coord).toEqual([0.25, 0.75]);
    const [{ sampler }] = await only('sampler', text);
    expect(sampler).toMatchObject({
      magFilter: 'nearest',
      minFilter: 'nearest',
      addressModeU: 'clamp_to_edge',
      addressModeV: 'clamp_to_edge',
    });
  });

  it('reads codes as every value that rounds to them, unless the row has a tolerance', async () => {
    const [loose, exact] = await only('request', 'u,v,level0,codes,tolerance,r\n0,0,00,8,,51\n0,0,00,8,0,51\n');
    expect(loose.results).toMatchObject({ texels: [[Math.fround(0.2), 0, 0, 1]], tolerance: 0.5 / 255 });
    expect(exact.results).toEqual({ texels: [[Math.fround(0.2), 0, 0, 1]] });
  });

  it('makes a constant of a component that was not measured', async () => {
    const text = 'u,v,t00,rgb\n0,0,10203040,336699\n';
    expect((await only('view', text))[0].view).toMatchObject({
      components: ['identity', 'identity', 'identity', 'one'],
    });
    expect((await only('request', text))[0].results!.texels).toEqual([[0.2, 0.4, 0.6, 1].map(Math.fround)]);
  });

  it('has a colour for each level', async () => {
    const [{ source }] = await only('image', 'u,v,lod,level0,level1,level2\n0,0,1.5,00,80,ff\n');
    expect(source).toMatchObject({
      width: 4,
      height: 4,
      levels: [new Uint8Array(16), new Uint8Array(4).fill(0x80), Uint8Array.of(255)],
    });
  });

  it('has texels of packed formats as one number, and those of several bytes as components', async () => {
    const imageOf = async (format: string, color: string) => {
      const [{ source }] = await only('image', `# format = ${format}\nu,v,t00\n0,0,${color}\n`);
      return 'levels' in source ? source.levels[0] : null;
    };
    expect(await imageOf('r5g6b5_unorm_pack16', 'f81f')).toEqual(Uint8Array.of(0x1f, 0xf8));
    expect(await imageOf('b8g8r8a8_unorm', '010203')).toEqual(Uint8Array.of(3, 2, 1, 0xff));
    expect(await imageOf('r16g16_unorm', '01020304')).toEqual(Uint8Array.of(2, 1, 4, 3));
  });

  it('asks for the LOD of derivatives where lambda was measured', async () => {
    const [request] = await only(
      'request',
      '# width = 64\n# height = 16\n# coordinates = texels\ndudx,dvdy,lambda\n4,2,2\n',
    );
    expect(request).toMatchObject({ instruction: { op: 'query_lod' }, active: 1 });
    expect(request.lanes.map(({ coord }) => coord[0])).toEqual([0, 1 / 16, 0, 1 / 16]);
    expect(request.lanes.map(({ coord }) => coord[1])).toEqual([0, 0, 1 / 8, 1 / 8]);
    expect(request.results!.texels![0]).toEqual([0, 2, 0, 0]);
  });

  it.each([
    ['u,v,t00\nx,0,00\n', 'rows.csv:2: u: is "x", expected a number'],
    [
      'v,t00\n0,00\n',
      'rows.csv:2: u: is missing, expected the coordinate; results alone need --requests FILE beside them',
    ],
    ['# lodd = 1\nu,v,t00\n', 'rows.csv:1: lodd: is no field'],
    ['# u = {x}\nu,v,t00\n', 'rows.csv:2: x: is no column, expected one of "u", "v", "t00" for the u'],
    ['u,v,t00\n# codes = 8\n', 'rows.csv:2: codes: is set after the header, expected settings before it'],
    ['# lod = 1\n# lod = 2\nu,v,t00\n', 'rows.csv:2: lod: is set twice'],
    ['u;v;t00\n', 'rows.csv:1: line: has a semicolon or a tab between cells, expected commas'],
    ['u,v,t00\n0,0\n', 'rows.csv:2: line: has 2 cells, expected 3 as in the header'],
    ['u,v,t00\n0,0,0g\n', 'rows.csv:2: texels: has the colour 0g, expected 2 hexadecimal digits for r8_unorm'],
    ['u,v,t00,t11\n0,0,00,ff\n', 'rows.csv:2: t10: is missing, expected every texel of 2x2'],
    ['u,v,level1\n0,0,00\n', 'rows.csv:2: level1: is level 1, expected level0: none is left out'],
    ['u,v,t00,codes,r\n0,0,00,8,256\n', 'rows.csv:2: r: is 256, expected a code from 0 to 255'],
    ['u,v,t00,lod,dudx\n0,0,00,1,1\n', 'rows.csv:2: lod: is given beside derivatives, expected one of them'],
    ['# coordinates = texels\nu,v,texels\n0.1,0,00 01 02\n', 'rows.csv:3: u: is 0.1 texels of 3, which no float32 is'],
    ['u,v,filter,t00\n0,0,bilinear,00\n', 'rows.csv:2: sampler.magFilter: is "bilinear", expected one of'],
    ['', 'rows.csv:1: line: is missing, expected a header that names the columns'],
    ['u,v,t00\n0,0,00', 'rows.csv:2: line: has no line feed at its end'],
  ])('refuses %j with file, line and field', async (text, problem) => {
    await expect(recordsOf(text)).rejects.toThrow(problem);
  });
});
