import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { texunit } from '../../../src/cli/program.ts';
import { BASES } from '../../../src/designs/bases.ts';
import { captureOutput } from './captured-output.ts';

let folder: string;
captureOutput(() => {});
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-errors-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The message, without its `texunit: `, of a command that must fail by the user's fault. */
async function complaint(...args: string[]): Promise<string> {
  const { code, message } = await texunit(args);
  expect(code).toBe(2);
  expect(message).toMatch(/^texunit: [^\n]+$/);
  return message!.replace('texunit: ', '').replaceAll(`${folder}/`, '');
}

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Runs a small simulation with its output in a folder that does not exist. */
function simulate(...args: string[]): Promise<string> {
  return complaint('simulate', '--size', '16x16', '--scene', 'plane', '--out', join(folder, 'out'), ...args);
}

describe('the command line', () => {
  it('says what is wrong with commands and options', async () => {
    expect(await complaint()).toBe('a command is missing, see texunit --help');
    expect(await complaint('simulat')).toBe("unknown command 'simulat' (Did you mean simulate?)");
    expect(await complaint('simulate', '--scen', 'plane')).toBe("unknown option '--scen' (Did you mean --scene?)");
    expect(await complaint('simulate', 'plane')).toBe(
      "too many arguments for 'simulate'. Expected 0 arguments but got 1. Did you mean --scene plane?",
    );
    expect(await complaint('sample')).toBe("missing required argument 'file'");
  });

  it('says which values an option takes', async () => {
    expect(await complaint('simulate', '--scene', 'cube')).toBe(
      "option '--scene <name|file>' argument 'cube' is invalid. Expected plane, tunnel, globe or a glTF 2.0 file (.glb or .gltf).",
    );
    for (const size of ['0x9', '9x0', '16385x1', '640', '640x480x2', '-1x5']) {
      expect(await complaint('simulate', '--size', size)).toBe(
        `option '--size <WxH>' argument '${size}' is invalid. Expected WxH such as 640x480, each from 1 to 16384.`,
      );
    }
    for (const window of ['5:5', '9:3', '5', 'a:b']) {
      expect(await complaint('simulate', '--window', window)).toBe(
        `option '--window <first:end>' argument '${window}' is invalid. Expected FIRST:END in cycles such as 1000:2000, the first before the end.`,
      );
    }
    for (const tile of ['8', '7x8', '0x2', '8x2048']) {
      expect(await complaint('simulate', '--tile', tile)).toBe(
        `option '--tile <WxH>' argument '${tile}' is invalid. Expected WxH such as 16x16, even numbers from 2 to 1024.`,
      );
    }
    for (const frames of ['0', '-1', '1.5', '10001', 'many']) {
      expect(await complaint('simulate', '--frames', frames)).toBe(
        `option '--frames <n>' argument '${frames}' is invalid. Expected a whole number from 1 to 10000.`,
      );
    }
    for (const bias of ['', 'much', 'Infinity', 'NaN']) {
      expect(await complaint('simulate', '--lod-bias', bias)).toBe(
        `option '--lod-bias <bias>' argument '${bias}' is invalid. Expected a number.`,
      );
    }
  });
});

describe('texunit simulate', () => {
  it('suggests the name of a preset', async () => {
    expect(await simulate('--design', 'ful-quality')).toBe(
      `no design "ful-quality": did you mean full-quality? Expected a JSON file or one of the designs ${[...BASES.keys()].join(', ')}`,
    );
  });

  it('names file, line, column and field of a faulty design', async () => {
    const path = file('faulty.json', '{\n  "extends": "full-quality",\n  "name": "x",\n  "cache": { "ways": 0 }\n}\n');
    expect(await simulate('--design', path)).toBe('faulty.json:4:14: cache.ways: 0; expected an integer from 1 to 512');
  });

  it('refuses a texture that is no picture or too large for the design', async () => {
    expect(await simulate('--texture', join(folder, 'none.png'))).toBe('none.png: no such file');
    expect(await simulate('--texture', file('text.png', 'no picture'))).toBe(
      'text.png: not a picture; a PNG or JPEG file is expected',
    );
    const small = file(
      'small.json',
      '{"extends": "full-quality", "name": "s", "limits": {"maxImageDimension2D": 512}}',
    );
    expect(await simulate('--design', small)).toBe(
      'the checkerboard has 1024 texels, limits.maxImageDimension2D is 512',
    );
    expect(await simulate('--design', small, '--texture', 'earth')).toMatch(
      /earth-blue-marble\.jpg: 4096x2048 texels; at most 512 are read in a dimension$/,
    );
  });

  it('refuses a sampler beyond the limits of the design', async () => {
    expect(await simulate('--max-anisotropy', '4')).toBe('--max-anisotropy needs --filter anisotropic, not trilinear');
    expect(await simulate('--filter', 'anisotropic', '--max-anisotropy', '17')).toBe(
      '--max-anisotropy 17: expected 1 to 16, limits.maxSamplerAnisotropy of full-quality',
    );
    expect(await simulate('--filter', 'anisotropic', '--design', 'vulkan-1.0-minimum')).toBe(
      '--filter anisotropic: vulkan-1.0-minimum has limits.maxSamplerAnisotropy 1, no anisotropy',
    );
    expect(await simulate('--lod-bias', '-2.5', '--design', 'vulkan-1.0-minimum')).toBe(
      '--lod-bias -2.5: expected -2 to 2, limits.maxSamplerLodBias of vulkan-1.0-minimum',
    );
  });

  it('refuses tile options for an order without tiles', async () => {
    expect(await simulate('--tile', '8x8', '--traversal', 'hilbert')).toBe(
      '--tile needs --traversal tiles, not hilbert',
    );
    expect(await simulate('--tile-order', 'serpentine', '--traversal', 'scanline')).toBe(
      '--tile-order needs --traversal tiles, not scanline',
    );
  });

  it('refuses a model that cannot be read, and textures and filters that a model does not take', async () => {
    const none = join(folder, 'none.glb');
    expect(await simulate('--scene', none)).toBe('none.glb: no such file');
    expect(await simulate('--scene', file('text.gltf', 'no model'))).toBe(
      'text.gltf: not a glTF 2.0 file, neither JSON nor GLB by its first bytes',
    );
    const required = '{"asset":{"version":"2.0"},"extensionsRequired":["KHR_texture_basisu"]}';
    expect(await simulate('--scene', file('ext.gltf', required))).toMatch(/^ext\.gltf: requires KHR_texture_basisu; /);
    expect(await simulate('--scene', file('no.gltf', '{"asset":{"version":"2.0"}}'))).toBe(
      'no.gltf: has no triangles in its scene',
    );
    expect(await simulate('--scene', none, '--texture', 'earth')).toBe('--texture: a model has textures of its own');
    expect(await simulate('--scene', none, '--srgb')).toBe('--srgb: a model says itself which textures are sRGB');
    expect(await simulate('--scene', none, '--max-anisotropy', '2')).toBe(
      "--max-anisotropy needs --filter anisotropic, not the model's own",
    );
    expect(await simulate('--scene', none, '--lod-bias', '-2.5', '--design', 'vulkan-1.0-minimum')).toBe(
      '--lod-bias -2.5: expected -2 to 2, limits.maxSamplerLodBias of vulkan-1.0-minimum',
    );
  });

  it('refuses traces that the mode does not support', async () => {
    expect(await simulate('--mode', 'functional', '--kanata')).toBe(
      '--kanata needs --mode cycle: the functional mode has no stages to trace',
    );
    expect(await simulate('--window', '1:2', '--requests')).toBe(
      '--window needs a trace of the stages: --vcd, --kanata, --perfetto, --texels, --traffic or --golden',
    );
    expect(await simulate('--quad', '1:2')).toBe(
      '--quad needs a trace of the stages: --vcd, --kanata, --perfetto, --texels, --traffic or --golden',
    );
    expect(await simulate('--stage', 'tag', '--golden')).toBe(
      '--stage needs a trace that has stages: --vcd, --kanata or --perfetto',
    );
    expect(await simulate('--golden', '--mode', 'functional')).toBe(
      '--golden needs --mode cycle: the functional mode has no stages to trace',
    );
  });

  it('refuses warps and units that a design or a run cannot have', async () => {
    const design = (name: string, pipeline: string) =>
      file(name, `{"extends":"full-quality","name":"n","pipeline":{${pipeline}}}`);
    const none = design('none.json', '"units":{"count":0}');
    expect(await simulate('--design', none)).toMatch(/pipeline\.units\.count: 0; expected an integer from 1 to 64$/);
    const warps = design('warps.json', '"shader":{"warps":0}');
    expect(await simulate('--design', warps)).toMatch(
      /pipeline\.shader\.warps: 0; expected an integer from 1 to 65536, or "unlimited"$/,
    );
    const four = design('four.json', '"units":{"count":4}');
    expect(await simulate('--design', four, '--vcd')).toBe(
      '--vcd traces one unit: design n has 4, expected pipeline.units.count 1',
    );
    const trace = design('trace.json', '"units":{"count":4,"distribution":"trace"}');
    expect(await simulate('--design', trace)).toBe(
      'design n: pipeline.units.distribution is trace, expected tiles or batch: pixels name no unit',
    );
  });

  it('leaves no file where outputs collide or cannot be written', async () => {
    const out = join(folder, 'out');
    expect(await simulate('--vcd', join(out, 'image.png'))).toBe('out/image.png: two outputs would go to this file');
    expect(existsSync(out)).toBe(false);
    const taken = file('taken', '');
    expect(await simulate('--out', taken)).toBe('taken/image.png: taken is a file, expected a folder');
    expect(existsSync(out)).toBe(false);
  });
});

const HEAD = `{"texunit":"requests","version":1}
{"image":{"name":"i","format":"r8_unorm","width":1,"height":1,"levels":["AA=="]}}
{"sampler":{"name":"s"}}
`;

/** Runs `texunit sample` on a trace with these lines from line 4 on. */
function sample(...lines: string[]): Promise<string> {
  return complaint('sample', file('t.jsonl', HEAD + lines.join('\n')));
}

describe('texunit sample', () => {
  it('names file, line and field of a faulty request', async () => {
    expect(await complaint('sample', join(folder, 'none.jsonl'))).toBe('none.jsonl: no such file');
    expect(await complaint('sample', file('empty.jsonl', ''))).toBe(
      'empty.jsonl:1: texunit: is missing, expected the header {"texunit":"requests","version":2}',
    );
    expect(await sample('{"id":0,"image":"j","sampler":"s","coord":[0,0],"lod":0}')).toBe(
      't.jsonl:4: image: "j" is not defined, expected one of "i"',
    );
    expect(await sample('', '{"id":0')).toBe('t.jsonl:5: line: is no complete JSON, expected one JSON object a line');
  });

  it('refuses requests and images beyond the limits of the design', async () => {
    expect(await sample('{"id":0,"image":"i","sampler":"s","coord":[0,0],"lod":0,"offset":[0,-9]}')).toBe(
      't.jsonl:4: offset[1]: is -9, expected -8 to 7, limits.minTexelOffset and limits.maxTexelOffset of full-quality',
    );
    expect(await sample('{"id":0,"image":"i","sampler":"s","coord":[0,0],"lod":0,"offset":[8,0]}')).toBe(
      't.jsonl:4: offset[0]: is 8, expected -8 to 7, limits.minTexelOffset and limits.maxTexelOffset of full-quality',
    );
    const wide = Buffer.alloc(16385).toString('base64');
    expect(
      await sample(`{"image":{"name":"w","format":"r8_unorm","width":16385,"height":1,"levels":["${wide}"]}}`),
    ).toBe('t.jsonl:4: image.width: is 16385, expected 1 to 16384, limits.maxImageDimension2D of full-quality');
    expect(
      await sample(`{"image":{"name":"w","format":"r8_unorm","width":1,"height":16385,"levels":["${wide}"]}}`),
    ).toBe('t.jsonl:4: image.height: is 16385, expected 1 to 16384, limits.maxImageDimension2D of full-quality');
    const deep = Buffer.alloc(2049).toString('base64');
    expect(
      await sample(
        `{"image":{"name":"w","format":"r8_unorm","width":1,"height":1,"layers":2049,"levels":["${deep}"]}}`,
      ),
    ).toBe('t.jsonl:4: image.layers: is 2049, expected 1 to 2048, limits.maxImageArrayLayers of full-quality');
  });

  it('names the line of a picture that cannot be read', async () => {
    expect(await sample('{"image":{"name":"p","format":"r8_unorm","file":"none.png"}}')).toBe(
      't.jsonl:4: image.file: none.png: no such file',
    );
  });
});
