import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { Document, NodeIO } from '@gltf-transform/core';
import { texunit } from '../../src/cli/program.ts';
import { decodeTextureFile } from '../../src/pictures/containers/decode-texture.ts';
import { encodeExr } from '../../src/pictures/resolve/exr.ts';
import { encodeRawSamples, parseRawSamples } from '../../src/pictures/resolve/raw-samples.ts';
import { decodePicture } from '../../src/pictures/textures/decode-picture.ts';
import { parseDesign } from '../../src/designs/parse-design.ts';
import { GuardedThread } from '../../src/threads/guarded-thread.ts';
import { claimingParquet, jpegOf, pngOf } from '../hostile/made-files.ts';
import { CUBE_OF_SIX_FACES, ddsFile, DX10 } from '../src/pictures/containers/dds-writer.ts';
import { ktx2File } from '../src/pictures/containers/ktx2-writer.ts';
import { addNode, addPrimitive, SQUARE, texture } from '../src/pictures/scenes/gltf/model-files.ts';
import {
  damagedBytes,
  damagedJson,
  damagedPng,
  damagedText,
  damagedWords,
  type Mutation,
  otherJson,
  otherPng,
} from './mutations.ts';

/** A reader or a command, with inputs that it takes. */
export interface Target {
  readonly name: string;
  readonly seeds: readonly Uint8Array[];
  readonly mutations: readonly Mutation[];
  /** Mutations that leave the result as it is. */
  readonly neutral?: readonly Mutation[];
  /** Reads an input. It throws, or returns the message of a command that refuses it as an Error. */
  readonly read: (input: Uint8Array) => unknown;
  readonly close?: () => Promise<void>;
}

const noise = (length: number) => Uint8Array.from({ length }, (_, n) => (n * n) >> 3);
const rows = (width: number, height: number) =>
  Buffer.concat(Array.from({ length: height }, (_, y) => Buffer.concat([Buffer.of(y % 5), noise(4 * width)])));

const folder = mkdtempSync(join(tmpdir(), 'texunit-fuzz-'));
export function removeFolder(): void {
  rmSync(folder, { recursive: true });
}

/** Runs a command on a file. An internal error, or a code that is none of a command, is thrown as it is. */
async function command(name: string, input: Uint8Array, args: (path: string) => readonly string[]): Promise<unknown> {
  const path = join(folder, name);
  writeFileSync(path, input);
  const { code, message } = await texunit(args(path));
  if (![0, 1, 2].includes(code)) throw new TypeError(`exit code ${code}: ${message}`);
  return message === null ? code : new Error(message.replaceAll(folder, ''));
}

const LEVELS = [Buffer.from(noise(64)).toString('base64'), Buffer.from(noise(16)).toString('base64')];
const REQUESTS = [
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
const RESULTS = [
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
const ACCESSES = [
  { texunit: 'texels', version: 2, images: [] },
  { quad: 0, pass: 0, size: 4, taps: [[0, 4, 8, 12], [], [], [64]] },
  { quad: 1, pass: 1, size: 4, taps: [[0], [4], [8], [12]] },
  { end: { passes: 2, accesses: 9 } },
];
const lines = (records: readonly object[]) =>
  Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
const VCD = `$timescale 1ns $end
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
`;
const DESIGN = Buffer.from(
  JSON.stringify({
    extends: 'full-quality',
    name: 'mine',
    cache: { ways: 4, lineBytes: 64 },
    limits: { maxSamplerLodBias: 4 },
  }),
);

async function models(): Promise<readonly Uint8Array[]> {
  const document = new Document();
  const picture = texture(document, 'p', ...Array.from({ length: 4 }, () => [1, 2, 3, 4]));
  const material = document.createMaterial().setBaseColorTexture(picture);
  addNode(document, addPrimitive(document, { ...SQUARE, material }));
  return [await new NodeIO().writeBinary(document)];
}

/** A text model, whose JSON is all that there is to damage. */
const TRIANGLE = Buffer.from(
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

/** Parquet is decoded on a thread here, too: its decoder may loop. */
function parquetThread() {
  const program = new URL('./parquet-bytes-program', import.meta.url);
  let thread: GuardedThread<Uint8Array, number> | null = null;
  return {
    read: async (input: Uint8Array) => {
      thread ??= new GuardedThread(program, null, 2 ** 29);
      try {
        return await thread.ask(input, 3000);
      } catch (error) {
        if (error instanceof Error && /not done|memory|thread/.test(error.message)) thread = null;
        throw error;
      }
    },
    close: async () => thread?.stop(),
  };
}

/** Every reader, and the commands. */
export async function targets(): Promise<readonly Target[]> {
  const exr = await encodeExr({ width: 5, height: 4, samples: 1, values: new Float32Array(80).fill(0.5) });
  const raw = encodeRawSamples({ width: 2, height: 2, samples: 4, values: new Float32Array(64).fill(0.25) });
  const png = pngOf(7, 5, rows(7, 5));
  const frame = ['--size', '16x16', '--mode', 'functional', '--cores', '1', '--out', join(folder, 'out')];
  return [
    {
      name: 'PNG',
      seeds: [png],
      mutations: [damagedBytes, damagedPng, damagedWords(40, false)],
      neutral: [otherPng],
      read: (input) => decodePicture(input, 'a'),
    },
    {
      name: 'JPEG',
      seeds: [jpegOf(20, 13)],
      mutations: [damagedBytes],
      read: (input) => decodePicture(input, 'a'),
    },
    {
      name: 'KTX 2.0',
      seeds: [
        ktx2File({
          vkFormat: 37,
          size: [8, 4, 0],
          block: [1, 1, 4],
          levels: [128, 32, 8].map((n) => ({ data: noise(n) })),
        }),
        ktx2File({
          vkFormat: 9,
          size: [16, 16, 4],
          scheme: 3,
          block: [1, 1, 1],
          levels: [{ data: deflateSync(noise(1024)), bytes: 1024 }],
        }),
      ],
      mutations: [damagedBytes, damagedWords(160)],
      read: (input) => decodeTextureFile(input, 'a'),
    },
    {
      name: 'DDS',
      seeds: [
        ddsFile({
          width: 4,
          height: 4,
          pixelFormat: DX10,
          dx10: [28, 3, 4, 1],
          caps2: CUBE_OF_SIX_FACES,
          data: noise(384),
        }),
      ],
      mutations: [damagedBytes, damagedWords(148)],
      read: (input) => decodeTextureFile(input, 'a'),
    },
    {
      name: 'raw samples',
      seeds: [raw],
      mutations: [damagedBytes],
      read: (input) => parseRawSamples(input, 'a'),
    },
    {
      name: 'design',
      seeds: [DESIGN],
      mutations: [damagedBytes, damagedJson],
      neutral: [otherJson],
      read: (input) => parseDesign(Buffer.from(input).toString(), 'a'),
    },
    { name: 'Parquet', seeds: [claimingParquet(3n)], mutations: [damagedBytes], ...parquetThread() },
    {
      name: 'texunit resolve',
      seeds: [exr, raw],
      mutations: [damagedBytes, damagedWords(200)],
      read: (input) => {
        const samples = input[0] === 0x7b ? [] : ['--samples', '1'];
        return command('a.exr', input, (path) => ['resolve', path, ...samples, '-o', join(folder, 'o.png')]);
      },
    },
    {
      name: 'texunit mips',
      seeds: [png],
      mutations: [damagedPng],
      read: (input) => command('a.png', input, (path) => ['mips', path, '-o', join(folder, 'o.ktx2')]),
    },
    {
      name: 'texunit simulate',
      seeds: [...(await models()), TRIANGLE],
      mutations: [damagedBytes, damagedJson],
      read: (input) => command('a.gltf', input, (path) => ['simulate', '--scene', path, ...frame]),
    },
    {
      name: 'texunit sample',
      seeds: [lines(REQUESTS), gzipSync(lines(REQUESTS))],
      mutations: [damagedBytes, damagedJson],
      neutral: [otherJson],
      read: (input) => command('a.jsonl', input, (path) => ['sample', path]),
    },
    {
      name: 'texunit explain',
      seeds: [lines(REQUESTS)],
      mutations: [damagedJson],
      read: (input) => command('a.jsonl', input, (path) => ['explain', path]),
    },
    {
      name: 'texunit check',
      seeds: [lines(RESULTS)],
      mutations: [damagedBytes, damagedJson],
      read: async (input) => {
        await writeRequests();
        return command('r.jsonl', input, (path) => ['check', '--requests', join(folder, 'q.jsonl'), '--results', path]);
      },
    },
    {
      name: 'texunit check, CSV',
      seeds: [Buffer.from('id,lane,r,g,b,a\n0,0,0,0.5,1,1\nb,0,0,0,0,1\nb,1,0,0,0,1\nb,2,0,0,0,1\nb,3,0,0,0,1\n')],
      mutations: [damagedBytes, damagedText],
      read: async (input) => {
        await writeRequests();
        return command('r.csv', input, (path) => ['check', '--requests', join(folder, 'q.jsonl'), '--results', path]);
      },
    },
    {
      name: 'texunit replay',
      seeds: [lines(ACCESSES), lines(REQUESTS)],
      mutations: [damagedBytes, damagedJson],
      read: (input) => command('t.jsonl', input, (path) => ['replay', path]),
    },
    {
      name: 'texunit replay, CSV and din',
      seeds: [Buffer.from('address,bytes\n0,4\n64,4\n"128",8\n'), Buffer.from('0 40\n0 80\n2 c0\n')],
      mutations: [damagedBytes, damagedText],
      read: (input) => command(input[0] === 0x61 ? 't.csv' : 't.din', input, (path) => ['replay', path]),
    },
    {
      name: 'texunit vcd-check',
      seeds: [Buffer.from(VCD)],
      mutations: [damagedBytes, damagedText],
      read: (input) => command('a.vcd', input, (path) => ['vcd-check', path]),
    },
  ];
}

async function writeRequests(): Promise<void> {
  writeFileSync(join(folder, 'q.jsonl'), lines(REQUESTS));
}
