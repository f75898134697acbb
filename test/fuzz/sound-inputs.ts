import { deflateSync } from 'node:zlib';
import { Document, NodeIO } from '@gltf-transform/core';
import { encodeExr } from '../../src/pictures/resolve/exr.ts';
import { encodeRawSamples } from '../../src/pictures/resolve/raw-samples.ts';
import { pngOf } from '../hostile/made-files.ts';
import { CUBE_OF_SIX_FACES, ddsFile, DX10 } from '../src/pictures/containers/dds-writer.ts';
import { ktx2File } from '../src/pictures/containers/ktx2-writer.ts';
import { addNode, addPrimitive, SQUARE, texture } from '../src/pictures/scenes/gltf/model-files.ts';

const noise = (length: number) => Uint8Array.from({ length }, (_, n) => (n * n) >> 3);
const rows = (width: number, height: number) =>
  Buffer.concat(Array.from({ length: height }, (_, y) => Buffer.concat([Buffer.of(y % 5), noise(4 * width)])));

const LEVELS = [Buffer.from(noise(64)).toString('base64'), Buffer.from(noise(16)).toString('base64')];
export const REQUESTS = [
  { texunit: 'requests', version: 1 },
  { image: { name: 'a', format: 'r8g8b8a8_unorm', width: 4, height: 4, levels: LEVELS } },
  { sampler: { name: 's', magFilter: 'linear', minFilter: 'linear', mipmapMode: 'linear', addressModeU: 'repeat' } },
  { view: { name: 'v', image: 'a', baseMipLevel: 1 } },
  { id: 0, image: 'a', sampler: 's', coord: [0.5, 0.25], lod: 0.5 },
  {
    id: 'b',
    image: 'v',
    sampler: 's',
    quad: [
      [0, 0],
      [0.1, 0],
      [0, 0.1],
      [0.1, 0.1],
    ],
    pixel: [2, 4],
  },
  { id: 2, op: 'gather', image: 'a', sampler: 's', coord: [0.5, 0.25], component: 1 },
];
export const RESULTS = [
  { texunit: 'results', version: 2 },
  { id: 0, texel: [0, 0.5, 1, 1] },
  {
    id: 'b',
    texels: [
      [0, 0, 0, 1],
      [0, 0, 0, 1],
      [0, 0, 0, 1],
      [0, 0, 0, 1],
    ],
  },
];
/** The image table of a trace of accesses: a texture of one level. */
const IMAGE = {
  name: 'a',
  format: 'r8g8b8a8_unorm',
  layout: 'morton',
  layers: 1,
  block: [1, 1],
  addressed: 'texels',
  stride: 4,
  levels: [{ width: 4, height: 4, depth: 1, base: 0, layerBytes: 64, sliceBytes: 64 }],
};
export const ACCESSES = [
  { texunit: 'texels', version: 2, images: [IMAGE] },
  { quad: 0, pass: 0, size: 4, taps: [[0, 4, 8, 12], [], [], [64]] },
  { quad: 1, pass: 1, size: 4, taps: [[0], [4], [8], [12]] },
  { end: { passes: 2, accesses: 9 } },
];
/** Records as the text of JSON Lines. */
export const lines = (records: readonly object[]) =>
  Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
export const VCD = Buffer.from(`$timescale 1ns $end
$scope module top $end
$var wire 1 ! clk $end
$var wire 8 " bus [7:0] $end
$upscope $end
$enddefinitions $end
#0
0!
b101 "
#5
1!
`);
export const DESIGN = Buffer.from(
  JSON.stringify({
    extends: 'full-quality',
    name: 'mine',
    cache: { ways: 4, lineBytes: 64 },
    limits: { maxSamplerLodBias: 4 },
  }),
);

/** A model in a GLB. */
export async function binaryModel(): Promise<Uint8Array> {
  const document = new Document();
  const picture = texture(document, 'p', ...Array.from({ length: 4 }, () => [1, 2, 3, 4]));
  const material = document.createMaterial().setBaseColorTexture(picture);
  addNode(document, addPrimitive(document, { ...SQUARE, material }));
  return new NodeIO().writeBinary(document);
}

/** A text model, whose JSON is all that there is to damage. */
export const TRIANGLE = Buffer.from(
  JSON.stringify({
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ children: [1] }, { mesh: 0, skin: 0, translation: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] }],
    meshes: [{ name: 'tri', primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, material: 0 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' },
      {
        bufferView: 0,
        componentType: 5126,
        count: 3,
        type: 'VEC2',
        sparse: { count: 1, indices: { bufferView: 0, componentType: 5121 }, values: { bufferView: 0 } },
      },
    ],
    bufferViews: [{ buffer: 0, byteLength: 36, byteOffset: 0 }],
    buffers: [{ byteLength: 36, uri: `data:;base64,${Buffer.alloc(36, 62).toString('base64')}` }],
    materials: [{ pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 1], baseColorTexture: { index: 0 } } }],
    textures: [{ source: 0, sampler: 0 }],
    samplers: [{ minFilter: 9987, wrapS: 10497 }],
    images: [{ uri: `data:image/png;base64,${pngOf(2, 2, rows(2, 2)).toString('base64')}` }],
    cameras: [{ type: 'perspective', perspective: { yfov: 1, znear: 0.1 } }],
    skins: [{ joints: [0], inverseBindMatrices: 0 }],
  }),
);

export const PNG = pngOf(7, 5, rows(7, 5));
export const RAW = encodeRawSamples({ width: 2, height: 2, samples: 4, values: new Float32Array(64).fill(0.25) });
export const exr = () => encodeExr({ width: 5, height: 4, samples: 1, values: new Float32Array(80).fill(0.5) });

export const KTX2 = [
  ktx2File({ vkFormat: 37, size: [8, 4, 0], block: [1, 1, 4], levels: [128, 32, 8].map((n) => ({ data: noise(n) })) }),
  ktx2File({
    vkFormat: 9,
    size: [16, 16, 4],
    scheme: 3,
    block: [1, 1, 1],
    levels: [{ data: deflateSync(noise(1024)), bytes: 1024 }],
  }),
];

export const DDS = ddsFile({
  width: 4,
  height: 4,
  pixelFormat: DX10,
  dx10: [28, 3, 4, 1],
  caps2: CUBE_OF_SIX_FACES,
  data: noise(384),
});

export const RESULT_CSV = Buffer.from(
  'id,lane,r,g,b,a\n0,0,0,0.5,1,1\nb,0,0,0,0,1\nb,1,0,0,0,1\nb,2,0,0,0,1\nb,3,0,0,0,1\n',
);
export const ACCESS_CSV = Buffer.from('address,bytes\n0,4\n64,4\n"128",8\n');
export const DIN = Buffer.from('0 40\n0 80\n2 c0\n');
export const DRAMSIM3 = Buffer.from('0x40 READ 1\n0x80 WRITE 7\n0xc0 READ 7\n');
export const RAMULATOR2 = Buffer.from('LD 0x40\nST 128\nLD 0xc0\n');
/** Of gem5's packets: a header, a read of 64 bytes at 0 and a write of 32 bytes. */
export const GEM5 = Buffer.from(
  'gem5\x06\x0a\x01a\x18\xe8\x07\x08\x08\x00\x10\x01\x18\x00\x20\x40\x08\x08\x01\x10\x04\x18\x40\x20\x20',
  'latin1',
);

/** A plan of one design, with a field of each kind that varies. */
export const PLAN = Buffer.from(
  JSON.stringify({
    name: 'mine',
    designs: ['full-quality'],
    vary: { 'cache.ways': [1, 2], 'filter.guardBits': { from: 0, to: 4, step: 2 }, 'cache.l2': [null] },
    zip: [{ 'cache.sets': [16, 32], 'cache.lineBytes': [32, 64] }],
    constraints: ['cache.sets * cache.ways <= 32 && filter.guardBits > 3'],
    workloads: [{ name: 'w', scene: 'plane', texture: 'checker', width: 2, height: 2, filter: 'nearest', weight: 2 }],
    mode: 'function',
    measures: ['sram_bits'],
    objectives: [{ measure: 'sram_bits', goal: 'least' }],
  }),
);

/** A table of requests, whose rows have no result. */
export const ROWS = Buffer.from(
  `# filter = linear
# u = {x} / 4
id,x,v,lod,t00,t10,t01,t11,level1,addressModeU
1,0.5,0.25,0.5,00ff00,ffffff,000000,102030,808080,repeat
"b, 2",1,1,,00ff00,ffffff,000000,102030,808080,
`,
);
