import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Document } from '@gltf-transform/core';
import { describe, expect, it } from 'vitest';
import { addNode, addPrimitive, model, modelFile, refusal, SQUARE, texture, withModelFolder } from './model-files.ts';

withModelFolder();

type Json = Record<string, unknown>;
const float = (...numbers: number[]) =>
  `data:application/octet-stream;base64,${Buffer.from(Float32Array.from(numbers).buffer).toString('base64')}`;

/** A file with one triangle; the changes replace whole parts of the file. */
function triangle(changes: Json): string {
  const whole: Json = {
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ name: 'tri', primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ byteLength: 36, uri: float(0, 0, 0, 1, 0, 0, 0, 1, 0) }],
    ...changes,
  };
  return modelFile(JSON.stringify(whole), 'gltf');
}

describe('a file that is no model', () => {
  it('is distinguished from a model', async () => {
    expect((await model(triangle({}))).draws).toHaveLength(1);
    const none = 'not a glTF 2.0 file, neither JSON nor GLB by its first bytes';
    for (const text of ['', 'hello', '[1]', '\u0089PNG']) expect(await refusal(modelFile(text))).toBe(none);
    expect(await refusal(join(modelFile('x'), '..', 'none.glb'))).toBe('no such file');
    expect(await refusal(modelFile('{"asset":'))).toMatch(/^not a glTF 2.0 file, its JSON is damaged: /);
    expect(await refusal(modelFile('{}'))).toBe('version undefined; glTF 2.0 is expected');
    expect(await refusal(triangle({ asset: { version: '1.0' } }))).toBe('version "1.0"; glTF 2.0 is expected');
  });

  it('is a GLB of another version, or cut short', async () => {
    const header = (version: number, length: number) => {
      const bytes = Buffer.alloc(20);
      bytes.write('glTF');
      bytes.writeUInt32LE(version, 4);
      bytes.writeUInt32LE(length, 8);
      return bytes;
    };
    expect(await refusal(modelFile(header(1, 20)))).toBe('a GLB of version 1; 2 is expected');
    expect(await refusal(modelFile(header(2, 200)))).toBe(
      'the GLB is truncated: 20 bytes of the 200 that its header says',
    );
    expect(await refusal(modelFile('glTF'))).toBe('the GLB is truncated: it ends before its first chunk');
  });
});

describe('a model is refused', () => {
  it('for the extensions that it requires, by name', async () => {
    const extensionsRequired = ['KHR_mesh_quantization', 'KHR_texture_basisu', 'EXT_meshopt_compression'];
    expect(await refusal(triangle({ extensionsRequired }))).toMatch(
      /^requires KHR_texture_basisu and EXT_meshopt_compression; of extensions KHR_draco_mesh_compression, /,
    );
  });

  it('for files that are missing', async () => {
    expect(await refusal(triangle({ buffers: [{ byteLength: 36, uri: 'none.bin' }] }))).toBe(
      'none.bin, which it refers to, is missing',
    );
    expect(await refusal(triangle({ images: [{ uri: 'none.png' }] }))).toBe('none.png, which it refers to, is missing');
    expect(await refusal(triangle({ buffers: [{ byteLength: 36 }] }))).toBe(
      'buffer 0 is missing; 36 bytes are expected',
    );
    expect(await refusal(triangle({ images: [{ uri: 'https://example.com/a.png' }] }))).toMatch(
      /^image 0 is https:.*, which is no file; a file in the model's folder is expected$/,
    );
  });

  const outside = "a file in the model's folder is expected";
  it.each([
    ['../secret.bin', `which is outside; ${outside}`],
    ['a/../../secret.bin', `which is outside; ${outside}`],
    ['%2e%2e/secret.bin', `which is outside; ${outside}`],
    ['/etc/passwd', `which is outside; ${outside}`],
    ['.', `which is outside; ${outside}`],
    ['file:///etc/passwd', `which is no file; ${outside}`],
    ['%zz', `which is no URI; ${outside}`],
  ])('for a buffer at %s', async (uri, problem) => {
    expect(await refusal(triangle({ buffers: [{ byteLength: 36, uri }] }))).toBe(`buffer 0 is ${uri}, ${problem}`);
  });

  it('for a link that leads out of its folder', async () => {
    const path = triangle({ buffers: [{ byteLength: 36, uri: 'link.bin' }] });
    symlinkSync('/etc/hostname', join(path, '..', 'link.bin'));
    expect(await refusal(path)).toBe(`buffer 0 is link.bin, which leads outside; ${outside}`);
  });

  it('for nodes that repeat their children 30 levels deep, at once', async () => {
    const nodes = Array.from({ length: 30 }, (_, n) => ({ children: [n + 1, n + 1] }));
    expect(await refusal(triangle({ nodes: [...nodes, { mesh: 0 }] }))).toBe('node 30 comes twice in the scene');
  });

  it('for JSON that is nested deeper than any model', async () => {
    const extras = '['.repeat(100_000) + ']'.repeat(100_000);
    const text = `{"asset":{"version":"2.0"},"extras":${extras}}`;
    expect(await refusal(modelFile(text, 'gltf'))).toMatch(/nested (more than 256|too) deep$/);
  });

  it('never for a chain of nodes, however long', async () => {
    const nodes = Array.from({ length: 20_000 }, (_, n) => ({ children: [n + 1] }));
    expect((await model(triangle({ nodes: [...nodes, { mesh: 0 }] }))).draws).toHaveLength(1);
  });

  const pixel = (index: number) => [{ pbrMetallicRoughness: { baseColorTexture: { index } } }];
  it.each<[Json, string]>([
    [{ scene: 4 }, 'the file refers to scene 4, which is not there'],
    [{ scenes: [{ nodes: [1] }] }, 'scene 0 refers to node 1, which is not there'],
    [{ nodes: [{ mesh: 3 }] }, 'node 0 refers to mesh 3, which is not there'],
    [{ nodes: [{ children: [2] }] }, 'node 0 refers to node 2, which is not there'],
    [{ nodes: [{ children: [1] }, { children: [0] }] }, 'node 0 is its own ancestor'],
    [
      { accessors: [{ bufferView: 1, componentType: 5126, count: 3, type: 'VEC3' }] },
      'accessor 0 refers to buffer view 1, which is not there',
    ],
    [{ materials: pixel(0) }, 'material 0 refers to texture 0, which is not there'],
    [{ materials: pixel(0), textures: [{ source: 7 }] }, 'texture 0 refers to image 7, which is not there'],
    [{ bufferViews: [{ buffer: 0, byteLength: 37 }] }, 'buffer view 0 reaches beyond the 36 bytes of buffer 0'],
    [{ buffers: [{ byteLength: 40, uri: float(0) }] }, 'buffer 0 is 4 bytes; 40 bytes are expected'],
    [
      { accessors: [{ bufferView: 0, componentType: 5126, count: 4, type: 'VEC3' }] },
      'accessor 0 reaches beyond the 36 bytes of buffer view 0',
    ],
    [
      { accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC2' }] },
      'mesh 0 has POSITION of VEC2; VEC3 is expected',
    ],
    [
      { accessors: [{ bufferView: 0, componentType: 7, count: 3, type: 'VEC3' }] },
      'accessor 0 is 3 of "VEC3", component type 7, which is none',
    ],
    [{ scenes: [{ nodes: [0, 0] }] }, 'node 0 comes twice in the scene'],
    [{ nodes: [{ children: [1, 2] }, { children: [3] }, { children: [3] }, {}] }, 'node 3 comes twice in the scene'],
    [{ nodes: { 0: {} } }, 'nodes is {"0":{}}, expected a list'],
    [{ nodes: [{ mesh: '0' }] }, 'nodes[0].mesh is "0", expected an integer from 0 to 2147483647'],
    [{ nodes: [null] }, 'nodes[0] is null, expected an object'],
    [{ nodes: [{ matrix: [1] }] }, 'nodes[0].matrix is [1], expected 16 numbers'],
    [{ meshes: [{}] }, 'meshes[0].primitives is missing, expected a list'],
    [
      { bufferViews: [{ buffer: 0, byteLength: 36, byteStride: 0 }] },
      'bufferViews[0].byteStride is 0, expected an integer from 4 to 252',
    ],
    [
      { accessors: [{ componentType: 5126, count: 2 ** 30, type: 'VEC3' }] },
      'accessor 0 of 1073741824 elements: needs 12 GiB beside the 383 bytes that are taken; the budget of memory is 4 GiB (--memory)',
    ],
    [
      {
        accessors: [
          {
            bufferView: 0,
            componentType: 5126,
            count: 3,
            type: 'VEC3',
            sparse: {
              count: 3,
              indices: { bufferView: 0, componentType: 5125 },
              values: { bufferView: 0, byteOffset: 4 },
            },
          },
        ],
      },
      'accessor 0: sparse.values reaches beyond the 36 bytes of buffer view 0',
    ],
    [{ nodes: [{}] }, 'has no triangles in its scene'],
    [{ meshes: [{ primitives: [{ attributes: { POSITION: 0 }, mode: 1 }] }] }, 'has no triangles in its scene'],
    [
      { buffers: [{ byteLength: 36, uri: float(0, 0, 0, 1, NaN, 0, 0, 1, 0) }] },
      'mesh "tri" has vertex 1 at NaN,NaN,NaN',
    ],
    [{ nodes: [{ mesh: 0, scale: [1e39, 1, 1] }] }, 'mesh "tri" has vertex 1 at Infinity,0,0'],
  ])('for %j', async (changes, message) => {
    expect(await refusal(triangle(changes))).toBe(message);
  });

  it('for an index beyond its vertices', async () => {
    const document = new Document();
    addNode(document, addPrimitive(document, { ...SQUARE, indices: [0, 1, 4] }));
    expect(await refusal(document)).toBe('mesh "thing" has an index beyond its 4 vertices');
  });

  it('for a file that is no image, damaged or larger than the design allows', async () => {
    const document = new Document();
    const picture = texture(document, 'p', ...Array.from({ length: 4 }, () => [1, 2, 3, 4]));
    const material = document.createMaterial().setBaseColorTexture(picture);
    addNode(document, addPrimitive(document, { ...SQUARE, material }));
    const file = async (maxDimension: number) =>
      model(document, { maxDimension }).catch((error: Error) => error.message);
    expect(await file(2)).toMatchObject({ draws: [{}] });
    expect(await file(1)).toMatch(/: image 0: 2x2 texels; at most 1 are read in a dimension$/);
    const bytes = picture.getImage()!;
    picture.setImage(bytes.slice(0, 50));
    expect(await refusal(document)).toMatch(/^image 0: the PNG is truncated or damaged/);
    picture.setImage(Uint8Array.of(1, 2, 3));
    expect(await refusal(document)).toBe('image 0 is no PNG, JPEG or KTX 2.0 by its first bytes');
  });
});
