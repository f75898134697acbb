import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { withValue } from '../../../../rtl-model/design/field.ts';
import { TEXEL_FORMATS } from '../../../../rtl-model/formats/texel-formats.ts';
import { texunit } from '../../../../src/cli/program.ts';
import { PRESETS } from '../../../../src/designs/presets.ts';
import { DirectedRequests } from '../../../../src/forms/golden/directed-requests.ts';
import { captureOutput } from '../captured-output.ts';

const folder = mkdtempSync(join(tmpdir(), 'texunit-rtl-'));
const out = join(folder, 'unit');
const REQUESTS = fileURLToPath(new URL('../../../../traces/examples/requests.jsonl', import.meta.url));
captureOutput(() => {});
beforeEach(() => rmSync(out, { recursive: true, force: true }));
afterAll(() => rmSync(folder, { recursive: true }));

const lines = (name: string) => readFileSync(join(out, name), 'utf8').trim().split('\n');

async function rtl(design: string, ...args: readonly string[]): Promise<string> {
  const { message } = await texunit(['rtl', design, '--out', out, ...args]);
  return (message ?? '').replaceAll(`${folder}/`, '');
}

/** A design file: a synthesizable preset with other values in some fields. */
function designFile(fields: Readonly<Record<string, unknown>>): string {
  const preset = PRESETS.get('d3d11.3-synthesizable')!;
  const design = Object.entries(fields).reduce((made, [path, value]) => withValue(made, path, value), preset);
  const path = join(folder, 'mine.json');
  writeFileSync(path, JSON.stringify({ ...design, name: 'mine' }));
  return path;
}

describe('texunit rtl', () => {
  it('lists sources that it has written, packages first, and each module behind those that it instantiates', async () => {
    expect(await rtl('d3d11.3-synthesizable')).toBe('');
    const files = lines('texture_unit.f');
    expect(files.filter((file) => !existsSync(join(out, file)))).toEqual([]);
    const packages = files.filter((file) => file.endsWith('_pkg.sv'));
    expect(files.slice(0, packages.length)).toEqual(packages);
    expect(packages).toContain('texture_unit_pkg.sv');
    const modules = files.map((file) => file.replace('.sv', ''));
    for (const [n, module] of modules.entries()) {
      const text = lines(`${module}.sv`).join('\n');
      const inside = [...text.matchAll(/^ +(\w+) (?:#\(|\w+ \()/gm)].map(([, name]) => name);
      for (const name of inside) expect(modules.slice(n + 1), `${module} has ${name}`).not.toContain(name);
    }
  });

  it('writes every table that a source reads', async () => {
    await rtl('vulkan-1.4-synthesizable');
    const read = lines('texture_unit.f').flatMap((file) =>
      Array.from(readFileSync(join(out, file), 'utf8').matchAll(/_FILE = "(\w+\.mem)"/g), ([, name]) => name),
    );
    expect(read.length).toBeGreaterThan(3);
    expect(read.filter((name) => !existsSync(join(out, name)))).toEqual([]);
  });

  it('writes a run of the requests of a trace: a quad for each, the state of each, and the log that is expected', async () => {
    expect(await rtl('d3d11.3-synthesizable', '--requests', REQUESTS)).toBe('');
    const requests = readFileSync(REQUESTS, 'utf8')
      .trim()
      .split('\n')
      .filter((line) => line.includes('"id"'));
    expect(lines('run/quads.mem')).toHaveLength(requests.length);
    const results = lines('run/expected.log').filter((line) => line.includes(' result '));
    expect(results).toHaveLength(requests.length);
  });

  it('writes a run of directed quads with random ones after them, for a unit that holds their states', async () => {
    expect(await rtl('vulkan-1.4-synthesizable', '--directed')).toBe('');
    const directed = new DirectedRequests(PRESETS.get('vulkan-1.4-synthesizable')!);
    expect(lines('run/quads.mem')).toHaveLength(directed.batch.count + 2000);
    expect(lines('run/states.mem')).toHaveLength(directed.states.length);
    expect(lines('README.md').join(' ')).toContain(` ${directed.states.length} texture states`);
    expect(await rtl('vulkan-1.4-synthesizable', '--directed', '--requests', REQUESTS)).toContain(
      'cannot be used with',
    );
  });

  it.each([
    ['lod.ellipseBits', 'exact', 'lod.ellipseBits: "exact", expected a number of bits'],
    ['cache.replacement', 'tree-plru', 'cache.replacement: "tree-plru", expected lru, or one way'],
    ['cache.victimLines', 4, 'cache.victimLines: 4, expected 0'],
    ['cache.sectorBytes', 32, "cache.sectorBytes: 32, expected the line's 64"],
    ['cache.dataPorts', 2, 'cache.dataPorts: 2, expected 1'],
    ['cache.portSharing', 'lane', 'cache.portSharing: "lane", expected pass'],
    ['cache.missesPerCycle', 1, 'cache.missesPerCycle: 1, expected at least the 4 look-ups'],
    ['cache.missQueue', 8, 'cache.missQueue: 8, expected at least the 32 misses'],
    ['cache.fill.tagCycles', 1, 'cache.fill.tagCycles: 1, expected 0'],
    [
      'pipeline.memory.refresh',
      { interval: 100, cycles: 9 },
      'pipeline.memory.refresh: {"interval":100,"cycles":9}, expected null',
    ],
    ['pipeline.memory.requests', 'one-at-a-time', 'pipeline.memory.requests: "one-at-a-time", expected pipelined'],
    ['pipeline.latency.filter', 3, 'pipeline.latency.filter: 3, expected at least 4'],
    ['text', 'vulkan-1.1', 'text: "vulkan-1.1", expected current'],
    ['decoder.codeBits', 8, 'decoder.codeBits: 8, expected "stored"'],
  ])('refuses a design whose %s is %s, and writes nothing', async (field, value, reported) => {
    expect(await rtl(designFile({ [field]: value }))).toBe(`texunit: mine.json: has no SystemVerilog: ${reported}`);
    expect(existsSync(out)).toBe(false);
  });

  it('names a part of a design by the fields that differ, and cuts long tables', async () => {
    const entries = Array.from({ length: 65 }, (_, n) => 65 - n);
    const file = designFile({ 'decoder.codeBits': 8, 'lod.log2Table.entries': entries });
    expect(await rtl(file)).toBe(
      'texunit: mine.json: has no SystemVerilog: lod.log2Table.entries: ' +
        '[65,64,63,62,61,60,59,58,57,56,55,54,53,52,51,50,49,48,47..., ' +
        'expected null, or entries that do not fall where they are interpolated; decoder.codeBits: 8, expected "stored"',
    );
  });

  it('names every field without SystemVerilog at once', async () => {
    const rows = { banks: 4, rowBytes: 1024, activateCycles: 20 };
    const reported = await rtl(designFile({ 'cache.victimLines': 4, 'pipeline.memory.rows': rows }));
    expect(reported).toMatch(
      /cache\.victimLines: 4, expected 0; pipeline\.memory\.rows: \{"banks":4,.*\.\.\., expected null$/,
    );
  });

  it('takes FIFO replacement where a set has one way', async () => {
    expect(await rtl(designFile({ 'cache.replacement': 'fifo', 'cache.ways': 1 }))).toBe('');
  });

  it('takes the least and the greatest texel with --reductions alone', async () => {
    const trace = join(folder, 'reductions.jsonl');
    const records = readFileSync(REQUESTS, 'utf8').trim().split('\n');
    const reduced = records.map((line) => line.replace('"sampler":{', '"sampler":{"reductionMode":"min",'));
    expect(reduced).not.toEqual(records);
    writeFileSync(trace, reduced.join('\n'));
    expect(await rtl('d3d11.3-synthesizable', '--requests', trace)).toMatch(
      /request: has no SystemVerilog, expected --reductions$/,
    );
    expect(await rtl('d3d11.3-synthesizable', '--requests', trace, '--reductions')).toBe('');
    expect(lines('texture_unit_pkg.sv')).toContain('  localparam int REDUCTION_BITS = 2;');
  });

  it('takes blocks of BC1 to BC5 with --blocks alone, and writes them into the memory of the run', async () => {
    await rtl('d3d11.3-synthesizable');
    expect(lines('texture_unit_pkg.sv')).toContain('  localparam int TAP_BITS = 32;');
    expect(readdirSync(out).filter((file) => /^srgb.*\.mem$/.test(file))).toEqual(['srgb.mem']);
    const trace = join(folder, 'blocks.jsonl');
    const block = Buffer.from([0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0]);
    const image = { name: 'block', format: 'bc4_snorm_block', width: 4, height: 4, levels: [block.toString('base64')] };
    const text = readFileSync(REQUESTS, 'utf8').trim();
    const request = { id: 'b', image: 'block', sampler: 'nearest', coord: [0, 0], lod: 0 };
    writeFileSync(trace, [text, JSON.stringify({ image }), JSON.stringify(request)].join('\n'));
    expect(await rtl('d3d11.3-synthesizable', '--requests', trace)).toMatch(/has no SystemVerilog, expected --blocks$/);
    expect(await rtl('d3d11.3-synthesizable', '--requests', trace, '--blocks')).toBe('');
    expect(readFileSync(join(out, 'run/memory.bin')).includes(block)).toBe(true);
    expect(lines('texture_unit_pkg.sv')).toContain('  localparam int TAP_BITS = 128;');
    expect(existsSync(join(out, 'srgb_6_bits.mem'))).toBe(true);
  });

  it('refuses a cache of decoded texels with --blocks alone', async () => {
    const file = designFile({ 'cache.blocks': 'decoded' });
    expect(await rtl(file)).toBe('');
    expect(await rtl(file, '--blocks')).toBe(
      'texunit: mine.json: has no SystemVerilog: cache.blocks: "decoded", expected compressed',
    );
  });

  /** A trace with a request more, of an operation, at its end. @returns the file, and the request's place in it */
  function withOperation(op: string, rest: object = {}) {
    const trace = join(folder, `${op}.jsonl`);
    const text = readFileSync(REQUESTS, 'utf8').trim();
    const { lod: _, ...sampled } = JSON.parse(text.split('\n').find((line) => line.includes('"coord"'))!);
    writeFileSync(trace, `${text}\n${JSON.stringify({ ...sampled, id: 'g', op, ...rest })}\n`);
    return { trace, place: `${op}.jsonl:${text.split('\n').length + 1}` };
  }

  it('takes gathers with --gathers alone, but those with four offsets', async () => {
    const { trace, place } = withOperation('gather', { component: 2 });
    const reported = await rtl('d3d11.3-synthesizable', '--requests', trace);
    expect(reported).toContain(`${place}: request: has no SystemVerilog, expected --gathers`);
    expect(await rtl('d3d11.3-synthesizable', '--requests', trace, '--gathers')).toBe('');
    expect(lines('texture_unit_pkg.sv')).toContain('  localparam int GATHERS = 1;');
    const offsets = Array.from({ length: 4 }, () => [0, 1]);
    expect(
      await rtl('d3d11.3-synthesizable', '--requests', withOperation('gather', { offsets }).trace, '--gathers'),
    ).toContain('request: has no SystemVerilog, expected a sample of a 2D view');
  });

  it('takes fetches with --fetches alone', async () => {
    const fetch = { sampler: undefined, coord: [1, 2], level: 0 };
    const { trace, place } = withOperation('fetch', fetch);
    const reported = await rtl('d3d11.3-synthesizable', '--requests', trace, '--gathers');
    expect(reported).toContain(`${place}: request: has no SystemVerilog, expected --fetches`);
    expect(await rtl('d3d11.3-synthesizable', '--requests', trace, '--fetches')).toBe('');
    expect(lines('texture_unit_pkg.sv')).toContain('  localparam int FETCHES = 1;');
  });

  /** A trace of one request that compares the texels of an image of two. */
  function comparison(op: string, format: string): string {
    const trace = join(folder, 'comparison.jsonl');
    const level = Buffer.alloc(format.startsWith('d16') ? 4 : 8).toString('base64');
    const records = [
      { texunit: 'requests', version: 1 },
      { image: { name: 'depths', format, width: 2, height: 1, levels: [level] } },
      { sampler: { name: 'compares', compareEnable: true, compareOp: 'less' } },
      {
        id: 'c',
        op,
        image: 'depths',
        sampler: 'compares',
        coord: [0.5, 0.5],
        dref: 0.5,
        ...(op === 'sample' && { lod: 0 }),
      },
    ];
    writeFileSync(trace, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    return trace;
  }

  it('takes comparisons with --comparison alone, and gathers of them with --gathers beside it', async () => {
    const sample = comparison('sample', 'd16_unorm');
    expect(await rtl('d3d11.3-synthesizable', '--requests', sample)).toMatch(
      /comparison\.jsonl:4: request: has no SystemVerilog, expected --comparison$/,
    );
    expect(await rtl('d3d11.3-synthesizable', '--requests', sample, '--comparison')).toBe('');
    expect(lines('texture_unit_pkg.sv')).toContain('  localparam int COMPARISON = 1;');
    const gather = comparison('gather', 'd16_unorm');
    expect(await rtl('d3d11.3-synthesizable', '--requests', gather)).toMatch(/expected --gathers --comparison$/);
    expect(await rtl('d3d11.3-synthesizable', '--requests', gather, '--comparison')).toMatch(/expected --gathers$/);
    expect(await rtl('d3d11.3-synthesizable', '--requests', gather, '--comparison', '--gathers')).toBe('');
    const floats = comparison('sample', 'd32_sfloat');
    expect(await rtl('d3d11.3-synthesizable', '--requests', floats, '--comparison')).toBe('');
    const steps = designFile({ 'filter.floatPath': 'float32-steps' });
    expect(await rtl(steps, '--requests', floats, '--comparison')).toContain('request: has no SystemVerilog');
    expect(await rtl(steps, '--requests', comparison('sample', 'd16_unorm'), '--comparison')).toBe('');
  });

  /** A trace of one request of an image with six faces of a texel. */
  function ofCube(op: string, viewType: string, operands: object): string {
    const trace = join(folder, 'cube.jsonl');
    const level = Buffer.alloc(6).toString('base64');
    const records = [
      { texunit: 'requests', version: 1 },
      { image: { name: 'faces', format: 'r8_unorm', width: 1, height: 1, layers: 6, levels: [level] } },
      { view: { name: 'cube', image: 'faces', viewType } },
      { sampler: { name: 'nearest' } },
      { id: 'c', op, image: 'cube', ...operands },
    ];
    writeFileSync(trace, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    return trace;
  }

  it('takes cubes with --cubes alone, gathers of them with --gathers beside it, and no fetches', async () => {
    const direction = { sampler: 'nearest', coord: [0.5, -1, 0.25] };
    const sample = ofCube('sample', 'cube', { ...direction, lod: 0 });
    expect(await rtl('d3d11.3-synthesizable', '--requests', sample)).toMatch(
      /cube\.jsonl:5: request: has no SystemVerilog, expected --cubes$/,
    );
    expect(await rtl('d3d11.3-synthesizable', '--requests', sample, '--cubes')).toBe('');
    expect(lines('texture_unit_pkg.sv')).toContain('  localparam int CUBES = 1;');
    const ofArray = ofCube('sample', 'cube_array', { ...direction, coord: [0.5, -1, 0.25, 0], lod: 0 });
    expect(await rtl('d3d11.3-synthesizable', '--requests', ofArray, '--cubes')).toBe('');
    const gather = ofCube('gather', 'cube', direction);
    expect(await rtl('d3d11.3-synthesizable', '--requests', gather)).toMatch(/expected --gathers --cubes$/);
    expect(await rtl('d3d11.3-synthesizable', '--requests', gather, '--cubes', '--gathers')).toBe('');
    const fetch = ofCube('fetch', 'cube', { coord: [0, 0, 0], lod: 0 });
    expect(await rtl('d3d11.3-synthesizable', '--requests', fetch, '--cubes', '--fetches')).toContain('cube.jsonl:5');
  });

  /** A trace of one request of a 3D image of two slices of a texel, with a border that no half is. */
  function ofVolume(op: string, operands: object, format = 'r8_unorm', view = {}): string {
    const trace = join(folder, 'volume.jsonl');
    const level = Buffer.alloc(2 * TEXEL_FORMATS.get(format)!.texelBytes).toString('base64');
    const records = [
      { texunit: 'requests', version: 1 },
      { image: { name: 'slices', format, type: '3d', width: 1, height: 1, depth: 2, levels: [level] } },
      { view: { name: 'volume', image: 'slices', viewType: '3d', ...view } },
      { sampler: { name: 'linear', addressModeW: 'clamp_to_border', borderColor: [1e-9, 0, 0, 1] } },
      { sampler: { name: 'least', reductionMode: 'min' } },
      { id: 'v', op, image: 'volume', ...operands },
    ];
    writeFileSync(trace, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    return trace;
  }
  const IN_VOLUME = { sampler: 'linear', coord: [0.5, 0.5, 0.75], lod: 0 };

  it('takes 3D images with --volumes alone, and fetches and reductions of them with their options beside it', async () => {
    const sample = ofVolume('sample', IN_VOLUME);
    expect(await rtl('d3d11.3-synthesizable', '--requests', sample)).toMatch(
      /volume\.jsonl:6: request: has no SystemVerilog, expected --volumes$/,
    );
    expect(await rtl('d3d11.3-synthesizable', '--requests', sample, '--volumes')).toBe('');
    expect(lines('texture_unit_pkg.sv')).toContain('  localparam int VOLUMES = 1;');
    const least = ofVolume('sample', { ...IN_VOLUME, sampler: 'least' });
    expect(await rtl('d3d11.3-synthesizable', '--requests', least)).toMatch(/expected --reductions --volumes$/);
    const fetch = ofVolume('fetch', { coord: [0, 0, 1], level: 0 });
    expect(await rtl('d3d11.3-synthesizable', '--requests', fetch)).toMatch(/expected --fetches --volumes$/);
    expect(await rtl('d3d11.3-synthesizable', '--requests', fetch, '--volumes', '--fetches')).toBe('');
  });

  it('takes the border along w of halves in volumes with --float32, as that along u', async () => {
    const sample = ofVolume('sample', IN_VOLUME, 'r16_sfloat');
    expect(await rtl('d3d11.3-synthesizable', '--requests', sample, '--volumes', '--wide')).toMatch(
      /expected --float32$/,
    );
    expect(await rtl('d3d11.3-synthesizable', '--requests', sample, '--volumes', '--wide', '--float32')).toBe('');
  });

  it('takes no depths of other formats', async () => {
    const sample = comparison('sample', 'x8_d24_unorm_pack32');
    expect(await rtl('d3d11.3-synthesizable', '--requests', sample, '--comparison')).toContain(
      'request: has no SystemVerilog, expected a sample of a 2D view',
    );
  });

  /** A trace of one sample of an image of one texel, over its border. */
  function wide(format: string, texelBytes: number, border = 0.5): string {
    const trace = join(folder, 'wide.jsonl');
    const levels = [Buffer.alloc(texelBytes).toString('base64')];
    const records = [
      { texunit: 'requests', version: 1 },
      { image: { name: 'wide', format, width: 1, height: 1, levels } },
      { sampler: { name: 'border', addressModeU: 'clamp_to_border', borderColor: [border, 0, 0, 1] } },
      { id: 'w', image: 'wide', sampler: 'border', coord: [0.5, 0.5], lod: 0 },
    ];
    writeFileSync(trace, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    return trace;
  }

  it.each([
    ['r16g16b16a16_unorm', 8],
    ['r16_snorm', 2],
    ['r16g16_sfloat', 4],
  ])('takes %s with --wide alone', async (format, texelBytes) => {
    const trace = wide(format, texelBytes);
    expect(await rtl('d3d11.3-synthesizable', '--requests', trace)).toMatch(
      /wide\.jsonl:4: request: has no SystemVerilog, expected --wide$/,
    );
    expect(await rtl('d3d11.3-synthesizable', '--requests', trace, '--wide')).toBe('');
    expect(lines('texture_unit_pkg.sv')).toContain('  localparam int TAP_BITS = 64;');
  });

  it('takes float32 with --float32 alone, and with it borders that halves do not hold', async () => {
    const floats = wide('r32g32b32a32_sfloat', 16);
    expect(await rtl('d3d11.3-synthesizable', '--requests', floats, '--wide')).toMatch(/expected --float32$/);
    expect(await rtl('d3d11.3-synthesizable', '--requests', floats, '--float32')).toBe('');
    expect(lines('texture_unit_pkg.sv')).toContain('  localparam int TAP_BITS = 128;');
    const halves = wide('r16_sfloat', 2, 0.1);
    expect(await rtl('d3d11.3-synthesizable', '--requests', halves, '--wide')).toMatch(/expected --float32$/);
    expect(await rtl('d3d11.3-synthesizable', '--requests', halves, '--wide', '--float32')).toBe('');
  });

  it('takes no floats that a design filters in float32 steps, but codes of 16 bits', async () => {
    const steps = designFile({ 'filter.floatPath': 'float32-steps' });
    const floats = await rtl(steps, '--requests', wide('r16_sfloat', 2), '--wide', '--float32');
    expect(floats).toContain('request: has no SystemVerilog, expected a sample of a 2D view');
    expect(await rtl(steps, '--requests', wide('r16_unorm', 2), '--wide')).toBe('');
    expect(lines('texture_unit_pkg.sv')).toContain('  localparam int FLOAT_BITS = 0;');
  });

  it('takes no wide components of other counts and types', async () => {
    for (const [format, texelBytes] of [
      ['r16g16b16_sfloat', 6],
      ['r16_sscaled', 2],
    ] as const) {
      const reported = await rtl('d3d11.3-synthesizable', '--requests', wide(format, texelBytes), '--wide');
      expect(reported).toContain('request: has no SystemVerilog, expected a sample of a 2D view');
    }
  });

  it('refuses a request without SystemVerilog by its line, and writes nothing', async () => {
    const { trace, place } = withOperation('gather', { origin: 'nearest' });
    const reported = await rtl('d3d11.3-synthesizable', '--requests', trace);
    expect(reported).toContain(`${place}: request: has no SystemVerilog, expected a sample of a 2D view`);
    expect(existsSync(out)).toBe(false);
  });

  it('refuses a trace with more states than the unit holds', async () => {
    const reported = await rtl('d3d11.3-synthesizable', '--requests', REQUESTS, '--states', '1');
    expect(reported).toMatch(/has \d+ texture states, expected --states \d+$/);
    expect(readdirSync(folder)).not.toContain('unit');
  });
});
