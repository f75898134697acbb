import { LeftOut } from './left-out.js';

/** Components and blocks in Vulkan and in WebGPU. Depths of more than 16 bits cannot be copied to a texture. */
const STEMS = new Map(
  `r8:r8 r8g8:rg8 r8g8b8a8:rgba8 b8g8r8a8:bgra8 r16:r16 r16g16:rg16 r16g16b16a16:rgba16 r32:r32 r32g32:rg32
  r32g32b32a32:rgba32 a2b10g10r10:rgb10a2 b10g11r11:rg11b10 e5b9g9r9:rgb9e5 d16:depth16 bc1_rgba:bc1-rgba-
  bc2:bc2-rgba- bc3:bc3-rgba- bc4:bc4-r- bc5:bc5-rg- bc6h:bc6h-rgb- bc7:bc7-rgba- eac_r11:eac-r11 eac_r11g11:eac-rg11
  etc2_r8g8b8:etc2-rgb8 etc2_r8g8b8a1:etc2-rgb8a1 etc2_r8g8b8a8:etc2-rgba8`
    .split(/\s+/)
    .map((names) => names.split(':')),
);
const TYPES = { sfloat: 'float', srgb: 'unorm-srgb' };

/** The GPUTextureFormat of a VkFormat. WebGPU refuses the names that it does not have. */
export function textureFormat(name) {
  if (name === 's8_uint') return 'stencil8';
  const [, stem, type] = /^(.*)_(unorm|snorm|uint|sint|sfloat|ufloat|srgb)(_pack32|_block)?$/.exec(name) ?? [];
  const own = stem?.startsWith('astc') ? `${stem.replace('_', '-')}-` : STEMS.get(stem);
  if (own === undefined) throw new LeftOut('a format that WebGPU lacks');
  return own + (TYPES[type] ?? type);
}

/** Width and height of a block in texels. */
export function blockSize(format) {
  if (format.startsWith('astc')) return format.split('-')[1].split('x').map(Number);
  return /^(bc\d|etc2|eac)/.test(format) ? [4, 4] : [1, 1];
}

/** The type of a texel in a shader: f32, u32, i32, or depth. */
export function sampledType(format) {
  if (format.startsWith('depth')) return 'depth';
  return format.endsWith('uint') || format === 'stencil8' ? 'u32' : format.endsWith('sint') ? 'i32' : 'f32';
}
