import { LeftOut, refuse } from './left-out.js';
import { levelSize } from './textures.js';

/** Operands that WGSL has no words for. */
const LACKING = { q: undefined, minLod: undefined, sparse: false, offsets: undefined, origin: 'linear' };
/** Words of a lane's operands: the coordinate from 0 on, then layer, LOD (or bias, or level), reference, gradients. */
export const OPERAND_WORDS = 12;
const [LAYER, LOD, DREF, DX, DY] = [3, 4, 5, 6, 9];

const number = (word) => `bitcast<f32>(words[${word}])`;
const integer = (word) => `bitcast<i32>(words[${word}])`;
const call = (name, ...operands) => `${name}(${operands.flat().join(', ')})`;

/** The call of WGSL that runs a request; its operands are the words of the lane. */
function callOf(request, { axes, isArray, sampled, swizzle, viewType }, sampler) {
  const { op = 'sample', offset, component = 0, lod, grad, bias, dref } = request;
  refuse('a request', request, LACKING);
  const vector = (first, part) => {
    const parts = Array.from({ length: axes }, (_, n) => part(first + n));
    return axes === 1 ? parts[0] : call(`vec${axes}`, parts);
  };
  const layer = isArray ? [integer(LAYER)] : [];
  if (op === 'fetch') {
    if (offset || viewType.startsWith('cube')) throw new LeftOut('a textureLoad of a cube, or with an offset');
    return call('textureLoad', 'image', vector(0, integer), layer, integer(LOD));
  }
  if (op !== 'sample' && op !== 'gather') throw new LeftOut(`the operation ${op}`);
  if (Array.isArray(offset?.[0])) throw new LeftOut('an offset that is no constant');
  const compares = dref !== undefined;
  if (compares !== (sampler.compareEnable ?? false)) throw new LeftOut('a comparison of sampler or request alone');
  const isDepth = sampled === 'depth';
  if (isDepth && (swizzle !== 'rgba' || component !== 0)) throw new LeftOut('components of a depth');
  const place = ['image', 'texels', vector(0, number), layer].flat();
  const last = offset ? [axes === 1 ? offset[0] : call(`vec${axes}i`, offset)] : [];
  if (op === 'gather' && compares) return call('textureGatherCompare', place, number(DREF), last);
  if (op === 'gather') return call('textureGather', isDepth ? [] : component, place, last);
  if (sampled === 'u32' || sampled === 'i32') throw new LeftOut('a sample of integers');
  const isZero = [lod].flat().every((level) => level === 0);
  const isImplicit = lod === undefined && grad === undefined && bias === undefined;
  if (isDepth && !isZero && !isImplicit) throw new LeftOut('a depth at another explicit LOD than 0');
  if (compares) return call(`textureSampleCompare${isZero ? 'Level' : ''}`, place, number(DREF), last);
  if (grad) return call('textureSampleGrad', place, vector(DX, number), vector(DY, number), last);
  if (lod !== undefined) return call('textureSampleLevel', place, isDepth ? 0 : number(LOD), last);
  if (bias !== undefined) return call('textureSampleBias', place, number(LOD), last);
  return call('textureSample', place, last);
}

/** A shader that runs the request on quads side by side, two pixels wide each, and stores all results as bits. */
export function shaderOf(request, view, sampler) {
  const texel = callOf(request, view, sampler);
  const { sampled, viewType } = view;
  const isNumber = sampled === 'depth' && !texel.startsWith('textureGather');
  const samplerType = texel.includes('Compare') ? 'sampler_comparison' : 'sampler';
  const imageType = sampled === 'depth' ? `texture_depth_${viewType}` : `texture_${viewType}<${sampled}>`;
  return `
    ${texel.includes('texels') ? `@group(0) @binding(0) var texels: ${samplerType};` : ''}
    @group(0) @binding(1) var image: ${imageType};
    @group(0) @binding(2) var<storage, read> operands: array<array<u32, ${OPERAND_WORDS}>>;
    @group(0) @binding(3) var<storage, read_write> results: array<vec4u>;

    struct Corner { @builtin(position) at: vec4f, @location(0) @interpolate(flat) first_quad: u32 }

    @vertex fn corner(@builtin(vertex_index) n: u32, @builtin(instance_index) first_quad: u32) -> Corner {
      return Corner(vec4f(f32(n & 1) * 4 - 1, f32(n >> 1) * 4 - 1, 0, 1), first_quad);
    }

    @fragment fn pixel(corner: Corner) {
      let x = u32(corner.at.x);
      let lane = 4 * (corner.first_quad + x / 2) + 2 * u32(corner.at.y) + x % 2;
      let words = operands[lane];
      results[lane] = bitcast<vec4u>(${isNumber ? call('vec4f', texel, 0, 0, 1) : texel});
    }`;
}

/** The words of one lane's operands. */
export function operandWords(request, { axes, isArray, layerCount, levelCount, baseMipLevel, image, viewType }, lane) {
  const words = new Float32Array(OPERAND_WORDS);
  const integers = new Int32Array(words.buffer);
  const ofLane = (operand) => (Array.isArray(operand) ? operand[lane] : operand);
  const coord = request.quad?.[lane] ?? request.coord;
  const { dx = [], dy = [] } = ofLane(request.grad) ?? {};
  const place = coord.slice(0, axes);
  const rest = [0, ofLane(request.lod ?? request.bias ?? 0), ofLane(request.dref ?? 0)];
  for (const [first, numbers] of [
    [0, place],
    [LAYER, rest],
    [DX, dx],
    [DY, dy],
  ])
    words.set(numbers.map(Number), first);
  if (!words.every(Number.isFinite)) throw new LeftOut('NaN or an infinity');
  const layer = isArray ? coord[axes] : 0;
  if (!Number.isInteger(layer)) throw new LeftOut('a layer that is no integer');
  integers[LAYER] = layer;
  if (request.op !== 'fetch') return integers;
  const level = ofLane(request.level ?? 0);
  const size = levelSize(image, baseMipLevel + level);
  const isInside = place.every((texel, axis) => texel >= 0 && texel < size[axis]) && level >= 0 && level < levelCount;
  const isLayer = viewType === '3d' || (layer >= 0 && layer < layerCount);
  if (!isInside || !isLayer) throw new LeftOut('a texel out of bounds, which WGSL clamps');
  integers.set(place);
  integers[LOD] = level;
  return integers;
}
