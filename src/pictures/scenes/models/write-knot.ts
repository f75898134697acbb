import { fileURLToPath } from 'node:url';
import { NodeIO } from '@gltf-transform/core';
import { KHRTextureTransform } from '@gltf-transform/extensions';
import { knotDocument } from './knot.ts';

// Writes knot.glb beside this file: npx tsx src/pictures/scenes/models/write-knot.ts
const io = new NodeIO().registerExtensions([KHRTextureTransform]);
await io.write(fileURLToPath(new URL('knot.glb', import.meta.url)), knotDocument());
