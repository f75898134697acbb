import { fileURLToPath } from 'node:url';
import { NodeIO } from '@gltf-transform/core';
import { KHRTextureTransform } from '@gltf-transform/extensions';
import { knotDocument } from './knot.ts';

// Writes src/pictures/scenes/models/knot.glb: npx tsx test/src/pictures/scenes/models/write-knot.ts
const io = new NodeIO().registerExtensions([KHRTextureTransform]);
await io.write(
  fileURLToPath(new URL('../../../../../src/pictures/scenes/models/knot.glb', import.meta.url)),
  knotDocument(),
);
