import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleCommand } from '../../../../src/cli/commands/sample-command.ts';
import { writePng } from '../../../../src/pictures/textures/write-png.ts';
import { TraceError } from '../../../../traces/encodings/trace-error.ts';
import { ddsFile, DX10, VOLUME } from '../../pictures/containers/dds-writer.ts';
import { ktx2File } from '../../pictures/containers/ktx2-writer.ts';
import { captureOutput } from '../captured-output.ts';

const EXAMPLE = fileURLToPath(new URL('../../../../traces/examples/operations.jsonl', import.meta.url));

let folder: string;
let printed = '';
captureOutput((text) => (printed += text));
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-sample-'));
  /** One texel of one byte for each face f, with value 10 f. */
  const faces = Uint8Array.from([0, 1, 2, 3, 4, 5], (face) => 10 * face);
  writeFileSync(
    join(folder, 'cube.ktx2'),
    ktx2File({ vkFormat: 9, size: [1, 1, 0], faceCount: 6, block: [1, 1, 1], levels: [{ data: faces }] }),
  );
  const slices = Uint8Array.of(0, 100);
  const volume = { width: 1, height: 1, depth: 2, caps2: VOLUME, pixelFormat: DX10, data: slices };
  writeFileSync(join(folder, 'volume.dds'), ddsFile({ ...volume, dx10: [61, 4, 0, 1] }));
  writeFileSync(
    join(folder, 'double.ktx2'),
    ktx2File({
      vkFormat: 119,
      typeSize: 8,
      size: [1, 1, 0],
      block: [1, 1, 32],
      levels: [{ data: new Uint8Array(32) }],
    }),
  );
  writeFileSync(join(folder, 'text.png'), 'no picture at all');
  writePng(join(folder, 'dots.png'), { width: 2, height: 1, texels: Uint8Array.of(255, 0, 0, 255, 0, 0, 255, 255) });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The output of `texunit sample`, line by line. */
async function run(...args: readonly string[]): Promise<readonly string[]> {
  printed = '';
  await sampleCommand(new Command(), () => {}).parseAsync(args, { from: 'user' });
  return printed.trimEnd().split('\n');
}

/** The results of a trace with these lines. */
async function sample(...lines: readonly string[]): Promise<readonly string[]> {
  const trace = join(folder, 't.jsonl');
  writeFileSync(trace, ['{"texunit":"requests","version":2}', '{"sampler":{"name":"s"}}', ...lines].join('\n'));
  const [header, ...results] = await run(trace);
  expect(header).toBe('{"texunit":"results","version":2}');
  return results;
}

describe('texunit sample', () => {
  it('reads the faces of a cube from KTX 2.0 as layers', async () => {
    const results = await sample(
      '{"image":{"name":"i","file":"cube.ktx2"}}',
      '{"view":{"name":"cube","image":"i","viewType":"cube"}}',
      '{"id":"+z","image":"cube","sampler":"s","coord":[0,0,1],"lod":0}',
      '{"id":"layer","op":"fetch","image":"i","coord":[0,0,3]}',
    );
    expect(results).toEqual(['{"id":"+z","texel":[0.15686275,0,0,1]}', '{"id":"layer","texel":[0.11764706,0,0,1]}']);
  });

  it('reads a volume from DDS', async () => {
    const results = await sample(
      '{"image":{"name":"i","file":"volume.dds","format":"r8_unorm"}}',
      '{"id":0,"image":"i","sampler":"s","coord":[0.5,0.5,0.5],"lod":0}',
    );
    expect(results).toEqual(['{"id":0,"texel":[0.19607843,0,0,1]}']);
  });

  it('makes the levels of a picture if the trace asks for them', async () => {
    const lines = (mipmaps: string) => [
      `{"image":{"name":"i","file":"dots.png","format":"r8g8b8a8_unorm"${mipmaps}}}`,
      '{"id":0,"op":"query_levels","image":"i"}',
      '{"id":1,"op":"fetch","image":"i","coord":[1,0]}',
    ];
    const first = ['{"id":0,"texel":[1,0,0,0]}', '{"id":1,"texel":[0,0,1,1]}'];
    expect(await sample(...lines(''))).toEqual(first);
    expect(await sample(...lines(',"mipmaps":false'))).toEqual(first);
    expect((await sample(...lines(',"mipmaps":true')))[0]).toBe('{"id":0,"texel":[2,0,0,0]}');
  });

  it.each([
    ['"file":"dots.png"', 'dots.png: a picture needs a "format" for its texels'],
    ['"file":"cube.ktx2","format":"r8_snorm"', 'cube.ktx2: holds r8_unorm, expected the r8_snorm of the trace'],
    ['"file":"cube.ktx2","mipmaps":true', 'cube.ktx2: has its own levels, expected no "mipmaps" in the trace'],
    ['"file":"double.ktx2"', 'double.ktx2: format r64g64b64a64_uint has no decoder, expected one of FORMAT.md'],
    ['"file":"text.png"', 'text.png: file: neither KTX 2.0 nor DDS by its first bytes, expected one of them'],
    ['"file":"none.dds"', 'none.dds: no such file'],
  ])('says what is wrong with the file of %s', async (fields, message) => {
    const refused: unknown = await sample(`{"image":{"name":"i",${fields}}}`).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(TraceError);
    const { message: said } = refused as TraceError;
    expect(said.replaceAll(`${folder}/`, '')).toBe(`t.jsonl:3: image.file: ${message}`);
  });

  it('writes nothing for a table whose first row is wrong', async () => {
    const table = join(folder, 'wrong.csv');
    writeFileSync(table, 'format,texels,u,v\nr8_unorm,00 01,high,0\n');
    await expect(run(table)).rejects.toThrow(/wrong\.csv:2: u: /);
    expect(printed).toBe('');
  });

  it('answers the example of all operations equally in both modes', async () => {
    const functional = await run(EXAMPLE);
    expect(functional).toHaveLength(42);
    expect(await run(EXAMPLE, '--mode', 'cycle')).toEqual(functional);
  });
});
