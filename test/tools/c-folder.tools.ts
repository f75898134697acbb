import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { floatBits } from '../../rtl-model/fixed-point/float32.ts';
import { PROGRAM } from '../built-program.ts';
import { text } from '../docs/pages.ts';
import { Dice } from '../oracle/dice.ts';
import { STRICT } from './c-programs.ts';

const DESIGN = 'd3d11.3-synthesizable';
const NAME = 'texunit_d3d11_3_synthesizable';
const folder = mkdtempSync(join(tmpdir(), 'texunit-c-folder-'));
const model = join(folder, 'model');
beforeAll(() => void texunit('c', DESIGN, '--out', model));
afterAll(() => rmSync(folder, { recursive: true }));

function texunit(...args: readonly string[]): string {
  return execFileSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8' });
}

/** @returns the path of a file in the folder */
function written(name: string, content: string): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

function trace(name: string, lines: readonly object[]): string {
  const all = [{ texunit: 'requests', version: 1 }, ...lines];
  return written(name, all.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

const MODES = ['repeat', 'mirrored_repeat', 'clamp_to_edge', 'clamp_to_border', 'mirror_clamp_to_edge'];

function image(dice: Dice, name: string, format: string, bytes: number, shape: object, sizes: readonly number[]) {
  const levels = sizes.map((texels) =>
    Buffer.from(Array.from({ length: texels * bytes }, () => dice.integer(0, 255))).toString('base64'),
  );
  return { image: { name, format, ...shape, levels } };
}

/** Requests of every kind of view: single lanes with LODs and gradients, and quads of which some lanes are helpers. */
function everyView(seed: number, count: number): readonly object[] {
  const dice = new Dice(seed);
  const images = [
    image(dice, '2d', 'r8g8b8a8_srgb', 4, { width: 13, height: 6 }, [78, 18, 3, 1]),
    image(dice, '2d_array', 'r5g6b5_unorm_pack16', 2, { width: 5, height: 4, layers: 3 }, [60, 12]),
    image(dice, '3d', 'r8g8_snorm', 2, { type: '3d', width: 4, height: 3, depth: 5 }, [60, 4]),
    image(dice, '1d', 'r8_unorm', 1, { type: '1d', width: 9, height: 1 }, [9, 4, 2, 1]),
    image(dice, 'faces', 'r8g8b8a8_unorm', 4, { width: 4, height: 4, layers: 6 }, [96, 24]),
    { view: { name: 'cube', image: 'faces', viewType: 'cube' } },
    { view: { name: 'upper', image: '2d_array', baseMipLevel: 1, baseArrayLayer: 1, layerCount: 2, minLod: 1 } },
    image(dice, 'depth', 'd16_unorm', 2, { width: 7, height: 7 }, [49]),
  ];
  const samplers = MODES.map((mode, n) => ({
    sampler: {
      name: mode,
      addressModeU: mode,
      addressModeV: MODES[(n + 2) % 5],
      addressModeW: MODES[(n + 3) % 5],
      borderColor: [0.25, 0.5, 1, 0],
      mipLodBias: n / 4,
      minFilter: n === 0 ? 'nearest' : 'linear',
    },
  }));
  const compare = { sampler: { name: 'compare', compareEnable: true, compareOp: 'less' } };
  const axes = { '2d': 2, '2d_array': 2, '3d': 3, '1d': 1, cube: 3, upper: 2, depth: 2 };
  const requests = Array.from({ length: count }, (_, id) => {
    const [name, dimensions] = Object.entries(axes)[id % 7];
    const reals = (n: number, size: number) => Array.from({ length: n }, () => Math.fround(dice.real(-size, size)));
    const layer = ['2d_array', 'upper'].includes(name) ? [dice.integer(0, 2)] : [];
    const gradient = { dx: reals(dimensions, 0.3), dy: reals(dimensions, 0.3) };
    const lod = dice.pick([{ lod: Math.fround(dice.real(-1, 3)) }, { grad: gradient }]);
    const at = reals(dimensions, 2);
    const lane = () => [...at.map((x) => Math.fround(x + dice.real(-0.1, 0.1))), ...layer];
    const lanes = dice.chance(0.5)
      ? { quad: [lane(), lane(), lane(), lane()], active: dice.pick(['1111', '1010', '0001']) }
      : { coord: lane(), ...lod };
    const dref = { sampler: 'compare', dref: Math.fround(dice.real(0, 1)) };
    const gather = id % 3 === 0 && ['2d', 'cube'].includes(name) ? { op: 'gather', component: dice.integer(0, 3) } : {};
    const operands = 'op' in gather && 'lod' in lanes ? { coord: lanes.coord } : lanes;
    const plain = 'op' in gather && 'grad' in lanes ? { coord: lanes.coord } : operands;
    return { id: `${id}`, image: name, sampler: dice.pick(MODES), ...plain, ...gather, ...(name === 'depth' && dref) };
  });
  return [...images, ...samplers, compare, ...requests];
}

/**
 * Requests after those: a cubic filter, coordinates in texels, a gather with an offset for each texel whose first one is the
 * nearest, and offsets of each lane.
 */
const OTHERS = [
  { sampler: { name: 'cubic', magFilter: 'cubic', minFilter: 'cubic', cubicWeights: 'b_spline' } },
  {
    sampler: {
      name: 'texels',
      addressModeU: 'clamp_to_edge',
      addressModeV: 'clamp_to_border',
      maxLod: 0,
      mipmapMode: 'nearest',
      unnormalizedCoordinates: true,
    },
  },
  { view: { name: 'finest', image: '2d', levelCount: 1 } },
  { id: 'cubic', image: '2d', sampler: 'cubic', coord: [0.3, 0.7], lod: 0.25 },
  { id: 'texels', image: 'finest', sampler: 'texels', coord: [3.75, 0.25], lod: 0 },
  {
    id: 'offsets',
    image: '2d',
    sampler: 'repeat',
    op: 'gather',
    origin: 'nearest',
    coord: [0.3, 0.7],
    offsets: [
      [-3, 1],
      [2, -4],
      [0, 5],
      [7, 0],
    ],
  },
  {
    id: 'lanes',
    image: '2d',
    sampler: 'repeat',
    quad: [
      [0.1, 0.2],
      [0.2, 0.2],
      [0.1, 0.3],
      [0.2, 0.3],
    ],
    offset: [
      [-3, 1],
      [2, -4],
      [0, 5],
      [7, 0],
    ],
  },
];

type Texel = readonly number[] | null;

/** The bits of the results of `texunit sample`: a line for each request. */
function sampledBits(file: string): readonly string[] {
  const lines = texunit('sample', file, '--design', DESIGN).trim().split('\n').slice(1);
  const word = (value: number) => floatBits(value).toString(16).padStart(8, '0');
  const none = Array<string>(4).fill('xxxxxxxx');
  return lines.map((line) => {
    const { texel, texels } = JSON.parse(line) as { texel?: Texel; texels?: readonly Texel[] };
    const lanes = texels ?? [texel!];
    return lanes.flatMap((lane) => lane?.map(word) ?? none).join(' ');
  });
}

describe('the program in C', () => {
  const program = (file: string) => {
    execFileSync('make', ['-C', model, 'CFLAGS=-O1 -Wall -Wextra -Wconversion -Werror'], { stdio: 'ignore' });
    return spawnSync(join(model, NAME), [file], { encoding: 'utf8' });
  };

  it('prints the bits of texunit sample for requests in binary', () => {
    const requests = trace('views.jsonl', [...everyView(1, 210), ...OTHERS]);
    const binary = join(folder, 'views.bin');
    texunit('convert', requests, binary);
    const { status, stdout, stderr } = program(binary);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.trim().split('\n')).toEqual(sampledBits(requests));
  });

  it('prints texels that are fetched: the bits of integers, and one NaN for all', () => {
    const texels = (words: readonly number[]) => Buffer.from(Uint32Array.from(words).buffer).toString('base64');
    const shape = { width: 3, height: 1, levels: [texels([0xffc00001, 0x7f800001, 0x80000000])] };
    const formats = ['r32_sint', 'r32_uint', 'r32_sfloat'];
    const requests = formats.flatMap((format) =>
      [0, 1, 2].map((i) => ({ id: `${format} ${i}`, image: format, op: 'fetch', coord: [i, 0] })),
    );
    const images = formats.map((format) => ({ image: { name: format, format, ...shape } }));
    const binary = join(folder, 'fetched.bin');
    texunit('convert', trace('fetched.jsonl', [...images, ...requests]), binary);
    const integers = ['ffc00001', '7f800001', '80000000'].map((r) => `${r} 00000000 00000000 00000001`);
    const floats = ['7fc00000', '7fc00000', '80000000'].map((r) => `${r} 00000000 00000000 3f800000`);
    expect(program(binary).stdout.trim().split('\n')).toEqual([...integers, ...integers, ...floats]);
  });

  it('refuses a state that is not in, by the first request that has it', () => {
    const lines = [
      image(new Dice(1), 'dots', 'r8_unorm', 1, { width: 2, height: 2 }, [4]),
      { sampler: { name: 'linear' } },
      { id: 'plain', image: 'dots', sampler: 'linear', coord: [0, 0], lod: 0 },
      { id: 'levels', image: 'dots', op: 'query_levels' },
    ];
    const binary = join(folder, 'refused.bin');
    texunit('convert', trace('refused.jsonl', lines), binary);
    const { status, stdout, stderr } = program(binary);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/refused\.bin: request levels: operation.* is not in the model in C\n$/);
  });

  it('refuses a file that is no binary requests, is cut short, or has a request without a state', () => {
    const binary = join(folder, 'whole.bin');
    texunit('convert', trace('whole.jsonl', everyView(2, 7)), binary);
    writeFileSync(join(folder, 'cut.bin'), readFileSync(binary).subarray(0, 900));
    expect(program(join(folder, 'cut.bin')).stderr).toMatch(/cut\.bin: is cut short\n$/);
    const other = readFileSync(binary);
    const [fieldBytes, states] = [other.readUInt32LE(12), other.readUInt32LE(20)];
    other.writeUInt32LE(states, 28 + states * (24 * 16 + fieldBytes + 64));
    writeFileSync(join(folder, 'other.bin'), other);
    expect(program(join(folder, 'other.bin')).stderr).toMatch(/other\.bin: has a request whose state is not there\n$/);
    expect(program(join(folder, 'whole.jsonl')).stderr).toMatch(/: has no binary requests of this version\n$/);
    expect(program(join(folder, 'none.bin')).stderr).toMatch(/: cannot be read\n$/);
  });

  it('has no requests with fields that a description lacks', () => {
    const lines = [
      image(new Dice(1), 'dots', 'r8_unorm', 1, { width: 2, height: 2 }, [4]),
      { sampler: { name: 'linear' } },
      { id: 1, image: 'dots', sampler: 'linear', sparse: true, lod: 0, coord: [0, 0] },
    ];
    const file = trace('lacking.jsonl', lines);
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, 'convert', file, join(folder, 'lacking.bin')]);
    expect([status, stderr.toString()]).toEqual([
      2,
      expect.stringContaining(':4: instruction.sparse: is not in the model in C'),
    ]);
  });
});

/** Samples the requests of a trace by texunit.py, each with a state of its own, and prints the bits of the results. */
const PYTHON = `
import base64, json, re, sys
import numpy as np, texunit

model = texunit.Model()
images, views, samplers = {}, {}, {}
snake = lambda name: re.sub('[A-Z]', lambda c: '_' + c[0].lower(), name)

def arrays(image, view_type, first, count):
    for l, level in enumerate(image['levels']):
        size = [max(1, image.get(axis, 1) >> l) for axis in ('depth', 'height', 'width')]
        slices = [size[0]] if view_type == '3d' else [image.get('layers', 1)]
        axes = slices + size[1:]
        texels = np.frombuffer(base64.b64decode(level), np.uint8).reshape(*axes, -1)
        if view_type != '3d':
            texels = texels[first:first + count] if count > 1 or view_type.endswith('array') else texels[first]
        yield texels[0] if view_type == '1d' else texels

for line in map(json.loads, open(sys.argv[1])):
    if 'texunit' in line: continue
    if 'sampler' in line and 'id' not in line: samplers[line['sampler']['name']] = line['sampler']; continue
    if 'image' in line and 'id' not in line: images[line['image']['name']] = line['image']; continue
    if 'view' in line: views[line['view']['name']] = line['view']; continue
    view = views.get(line['image'], {'image': line['image']})
    image = images[view['image']]
    layers = image.get('layers', 1)
    view_type = view.get('viewType', image.get('type', '2d') + ('_array' if layers > 1 else ''))
    first = view.get('baseArrayLayer', 0)
    sampler = {snake(k): v for k, v in samplers[line['sampler']].items() if k not in ('name', 'compareEnable')}
    sampler['address_mode'] = [sampler.pop('address_mode_' + axis, 'repeat') for axis in 'uvw']
    base = view.get('baseMipLevel', 0)
    fields = dict(sampler, base_level=base, level_count=len(image['levels']) - base, view_min_lod=view.get('minLod', 0),
                  operation=line.get('op', 'sample'), component=line.get('component', 0), dref=int('dref' in line),
                  lod_source='explicit' if 'lod' in line else 'gradient' if 'grad' in line else 'implicit')
    state = model.state(list(arrays(image, view_type, first, view.get('layerCount', layers))),
                        image['format'], view_type, **fields)
    lanes = np.float32(line.get('quad', [line.get('coord')] * 4))
    axes = {'1d': 's', '2d': 'st', '2d_array': 'st', '3d': 'str', 'cube': 'str'}[view_type]
    operands = {name: lanes[:, n] for n, name in enumerate(axes)}
    if lanes.shape[1] > len(axes): operands['layer'] = lanes[:, -1]
    if 'dref' in line: operands['dref'] = line['dref']
    if 'lod' in line: operands['lod'] = line['lod']
    for name, steps in line.get('grad', {}).items():
        for axis, step in zip('str', steps): operands['d' + axis + name] = step
    bits = lambda colors: [f'{word:08x}' for word in colors.reshape(-1).view(np.uint32)]
    if 'lod' in line or 'grad' in line:
        print(*bits(state.sample(**{name: np.float32(value).reshape(-1)[0] for name, value in operands.items()})))
        continue
    active = line.get('active', '1111' if 'quad' in line else '1000')
    words = bits(state.sample_quads(active=int(active[::-1], 2), **operands))
    known = [word if active[n // 4] == '1' else 'xxxxxxxx' for n, word in enumerate(words)]
    print(*known[:16 if 'quad' in line else 4])
`;

/** A program that compares each request of a file with the function of its state, which is a constant. */
const constantsProgram = (states: number) => `#include "requests.h"
typedef void sampler(const void *, const texunit_quad *, size_t, float *);
${Array.from({ length: states }, (_, n) => `sampler ${NAME}_constant_${n};`).join('\n')}
static sampler *const samplers[] = {${Array.from({ length: states }, (_, n) => `${NAME}_constant_${n}`).join(', ')}};
int main(int argc, char **argv) {
  requests all;
  if (argc != 2 || requests_open(&all, argv[1]) != NULL) return 1;
  for (uint32_t n = 0; n < all.count; n++) {
    request one;
    texunit_description d;
    float colors[2][16] = {{0}};
    memcpy(&one, all.memory + all.first + n * sizeof one, sizeof one);
    const unsigned char *const at = all.memory + sizeof(struct header) + one.state * (sizeof d.levels + FIELDS_BYTES + 64);
    memcpy(d.levels, at, sizeof d.levels);
    memcpy((unsigned char *)&d + FIELDS_AT, at + sizeof d.levels, FIELDS_BYTES);
    uint64_t first = UINT64_MAX;
    for (uint32_t l = 0; l < d.level_count; l++) {
      const uint64_t offset = d.levels[d.base_level + l].offset;
      if (offset < first) first = offset;
    }
    ${NAME}_sample(all.state[one.state], &one.quad, colors[0]);
    samplers[one.state](all.memory + first, &one.quad, 1, colors[1]);
    if (memcmp(colors[0], colors[1], sizeof colors[0]) != 0) printf("request %lu\\n", (unsigned long)n);
  }
  printf("%lu requests\\n", (unsigned long)all.count);
  requests_close(&all);
  return 0;
}
`;

describe('a state as a constant', () => {
  const make = (binary: string, state: number) =>
    spawnSync('make', ['-C', model, 'constant', `REQUESTS=${binary}`, `STATE=${state}`], { encoding: 'utf8' });

  it('has the bits of the state at run time, with codes of 32 bits where these hold its sums', () => {
    const binary = join(folder, 'constants.bin');
    texunit('convert', trace('constants.jsonl', [...everyView(3, 70), ...OTHERS]), binary);
    const states = readFileSync(binary).readUInt32LE(20);
    const sources = Array.from({ length: states }, (_, n) => {
      expect(make(binary, n).status).toBe(0);
      return join(model, `${NAME}_constant_${n}.c`);
    });
    const widths = sources.map((source) => /CODE (\w+)/.exec(readFileSync(source, 'utf8'))![1]);
    expect(new Set(widths)).toEqual(new Set(['int32_t', 'int64_t']));
    const program = written('model/constants.c', constantsProgram(states));
    const output = join(folder, 'constants');
    const library = join(model, `lib${NAME}.a`);
    execFileSync('make', ['-C', model, 'CFLAGS=-O1', `lib${NAME}.a`], { stdio: 'ignore' });
    execFileSync('clang', [...STRICT, '-O1', program, ...sources, library, '-o', output, '-lm']);
    expect(execFileSync(output, [binary], { encoding: 'utf8' })).toBe(`${70 + OTHERS.length - 3} requests\n`);
  });

  it('is refused where there is no such state, and where its blocks are decoded when it is made', () => {
    const lines = [
      image(new Dice(1), 'blocks', 'bc1_rgb_unorm_block', 8, { width: 4, height: 4 }, [1]),
      { sampler: { name: 'linear' } },
      { id: 1, image: 'blocks', sampler: 'linear', coord: [0, 0], lod: 0 },
    ];
    const binary = join(folder, 'blocks.bin');
    texunit('convert', trace('blocks.jsonl', lines), binary);
    const source = join(model, `${NAME}_constant_0.c`);
    const before = existsSync(source) && readFileSync(source, 'utf8');
    expect(make(binary, 0).stderr).toContain('blocks.bin: state 0: its blocks are decoded when it is made\n');
    expect(make(binary, 1).stderr).toContain('blocks.bin: state 1: expected 0 to 0\n');
    expect(existsSync(source) && readFileSync(source, 'utf8')).toBe(before);
    expect(readdirSync(model).filter((file) => file.endsWith('.part'))).toEqual([]);
  });
});

describe('the model in Python', () => {
  const env = { ...process.env, PYTHONPATH: model, CFLAGS: '-O1' };

  it('has the bits of texunit sample', () => {
    const requests = trace('python.jsonl', everyView(3, 140));
    const script = written('sample.py', PYTHON);
    const printed = execFileSync('python3', [script, requests], { env, encoding: 'utf8' }).trim().split('\n');
    expect(printed).toEqual(sampledBits(requests));
  });

  const raised = (lines: string) => {
    const script = written('raises.py', `import sys, numpy as np, texunit\n${lines}`);
    const { stderr } = spawnSync('python3', [script], { env, encoding: 'utf8' });
    return stderr.trim().split('\n').at(-1);
  };

  it('raises what make refuses, and what is not as the header has it', () => {
    const expected = {
      'level_count=2': 'texunit.Refused: invalid: base_level, level_count: are not levels of the image',
      "operation='block_match'":
        'texunit.Refused: not_in: operation, view_type, format, filters: the state is not in the model in C',
      "mag_filter='bilinear'": 'ValueError: mag_filter: is bilinear, expected one of nearest, linear, cubic',
      'magFilter=0': 'TypeError: magFilter: is no field of the description',
    };
    const texels = "texunit.Model().state(np.zeros((2, 2), np.uint8), 'r8_unorm'";
    expect(Object.keys(expected).map((field) => raised(`${texels}, ${field})`))).toEqual(Object.values(expected));
    expect(raised(`${texels}).sample(s=0)`)).toBe('ValueError: lod_source: is implicit, which needs sample_quads');
    expect(raised(`${texels}).sample_quads(u=0)`)).toBe('TypeError: u: is no operand of a quad');
    expect(raised(texels.replace('r8_unorm', 'r8g8_unorm') + ')')).toBe(
      'ValueError: level 0: is (2, 2) of uint8, expected (1, 2, 2) texels of r8g8_unorm',
    );
  });

  it('is the model of a test for cocotb, which prints what it expects where cocotb is missing', () => {
    const [, example, printed] = /```python\n(""".*cocotb[^]*?)```\n\n```text\n([^]*?)```/.exec(text('docs/c.md'))!;
    const script = written('test_unit.py', example);
    expect(execFileSync('python3', [script], { env, encoding: 'utf8' })).toBe(printed);
  });
});

describe('the model in SystemVerilog', () => {
  /** Requests of states that the unit has: gradients, LODs and quads, of 2D views with projection and of arrays. */
  const states = (changed: object) => {
    const dice = new Dice(4);
    const formats = [
      ['r8g8b8a8_srgb', 4, 3] as const,
      ['r5g6b5_unorm_pack16', 2, 1] as const,
      ['r8g8_snorm', 2, 3] as const,
    ];
    const images = formats.map(([name, bytes, layers]) => {
      const sizes = [78, 18, 3, 1].map((texels) => layers * texels);
      return image(dice, name, name, bytes, { width: 13, height: 6, layers }, sizes);
    });
    const samplers = MODES.map((mode, n) => {
      const anisotropy = { anisotropyEnable: n > 2, maxAnisotropy: 4 * n };
      const last = n === 4 ? changed : {};
      return { sampler: { name: mode, addressModeU: mode, addressModeV: MODES[(n + 2) % 5], ...anisotropy, ...last } };
    });
    const requests = formats.flatMap(([name, , layers], i) =>
      MODES.map((sampler, n) => {
        const at = (s: number, t: number) => (layers > 1 ? [s, t, 0] : [s, t]);
        const quad = [at(0, 0), at(0.1, 0), at(0, 0.1), at(0.1, 0.1)];
        const lane = { coord: at(0, 0) };
        const gradient = { ...lane, grad: { dx: [0.1, 0.2], dy: [0.3, 0] } };
        const operands = [{ quad }, { ...lane, lod: 1 }, gradient][(i + n) % 3];
        return { id: `${i}${n}`, image: name, sampler, ...operands, ...(layers === 1 && n < 3 && { q: 2 }) };
      }),
    );
    return [...images, ...samplers, ...requests];
  };
  const binary = (name: string, changed: object) => {
    const requests = trace(`${name}.jsonl`, states(changed));
    texunit('convert', requests, join(folder, `${name}.bin`));
    return requests;
  };

  it('has the results of the unit in SystemVerilog, quad by quad', () => {
    const unit = join(folder, 'unit');
    texunit('rtl', DESIGN, '--out', unit, '--requests', binary('same', {}));
    const quick = ['OPT_FAST=-O0', 'OPT_SLOW=-O0', 'OPT_GLOBAL=-O0', 'VM_PARALLEL_BUILDS=0'];
    const words = ['-C', join(model, 'dpi'), 'rtl_bench', `RTL=${unit}`, ...quick];
    const made = spawnSync('make', words, { encoding: 'utf8' });
    expect(made.status, made.stdout + made.stderr).toBe(0);
    const bench = (name: string) =>
      spawnSync(
        join(model, 'dpi', 'rtl_bench'),
        ['+run=run', `+requests=${join(folder, `${name}.bin`)}`, '+quads=2000'],
        { cwd: unit, encoding: 'utf8' },
      ).stdout;
    expect(bench('same')).toMatch(/^2000 quads agree$/m);
    binary('other', { addressModeU: 'repeat' });
    expect(bench('other')).toMatch(/quad \d+, lane \d: the unit has [0-9a-f]{32}, the model [0-9a-f]{32}/);
  });

  it('samples a million quads through DPI', () => {
    binary('rate', {});
    const at = join(folder, 'rate');
    mkdirSync(at);
    copyFileSync(join(import.meta.dirname, 'c-rate-bench.sv'), join(at, 'rate_bench.sv'));
    const dpi = join(model, 'dpi');
    const objects = [join(dpi, `${NAME}_dpi.o`), join(model, `lib${NAME}.a`)];
    const sources = [join(dpi, `${NAME}_pkg.sv`), join(at, 'rate_bench.sv')];
    execFileSync('make', ['-C', dpi, 'model'], { stdio: 'ignore' });
    const quick = ['-MAKEFLAGS', 'OPT_FAST=-O1 OPT_SLOW=-O0 OPT_GLOBAL=-O0 VM_PARALLEL_BUILDS=0'];
    const flags = ['--binary', '--timing', '-O3', ...quick, '--top-module', 'rate_bench', '--Mdir', at];
    execFileSync('verilator', [...flags, ...sources, ...objects], { stdio: 'ignore' });
    const requests = `+requests=${join(folder, 'rate.bin')}`;
    expect(execFileSync(join(at, 'Vrate_bench'), [requests], { encoding: 'utf8' })).toMatch(/^1000000 quads/);
  });
});
