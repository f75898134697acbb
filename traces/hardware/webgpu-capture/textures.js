import { blockSize, sampledType, textureFormat } from './formats.js';
import { LeftOut, refuse, validated } from './left-out.js';

const IDENTITY = ['r', 'g', 'b', 'a'];
const ADDRESS_MODES = { repeat: 'repeat', mirrored_repeat: 'mirror-repeat', clamp_to_edge: 'clamp-to-edge' };
/** Fields that WebGPU lacks, with the values that change nothing. */
const LACKING = {
  image: { file: undefined, cornerSampled: false, unbound: undefined, samples: 1 },
  view: { minLod: 0, weights: undefined, slices: undefined },
  sampler: {
    d3d11: undefined,
    mipLodBias: 0,
    unnormalizedCoordinates: false,
    reductionMode: 'weighted_average',
    nonSeamlessCubeMap: false,
    ycbcrConversion: null,
  },
};

/** The view that a request names, with all of its defaults. */
export function viewOf(name, { images, views }) {
  const view = views.get(name) ?? { image: name };
  const image = images.get(view.image);
  if (image === undefined) throw new LeftOut('no image');
  refuse('an image', image, LACKING.image);
  refuse('a view', view, LACKING.view);
  const { type = '2d', layers = 1 } = image;
  const { viewType = layers > 1 ? `${type}_array` : type, baseMipLevel = 0, baseArrayLayer = 0 } = view;
  const isArray = viewType.endsWith('array');
  if (viewType === '1d_array') throw new LeftOut('an array of 1D images');
  const components = (view.components ?? IDENTITY).map((one, c) => (one === 'identity' ? IDENTITY[c] : one));
  const swizzle = components.map((one) => ({ zero: '0', one: '1' })[one] ?? one).join('');
  const format = textureFormat(view.format ?? image.format);
  const { levelCount = image.levels.length - baseMipLevel } = view;
  const { layerCount = isArray ? layers - baseArrayLayer : viewType === 'cube' ? 6 : 1 } = view;
  const range = { baseMipLevel, levelCount, baseArrayLayer, layerCount };
  const axes = { 1: 1, 2: 2 }[viewType[0]] ?? 3;
  return { name, image, type, viewType, isArray, axes, format, sampled: sampledType(format), swizzle, ...range };
}

/** Width, height and slices (or layers) of a level of the image. */
export function levelSize({ width, height = 1, depth = 1, layers = 1, type }, level) {
  const [x, y, z] = [width, height, depth].map((size) => Math.max(1, size >> level));
  return [x, y, type === '3d' ? z : layers];
}

/** Textures, views and samplers of a device, each made once. */
export class Textures {
  made = new Map();

  constructor(device) {
    this.device = device;
  }

  once(key, make) {
    if (!this.made.has(key)) this.made.set(key, make());
    return this.made.get(key);
  }

  view(view) {
    return this.once(`view ${view.name}`, async () => {
      const texture = await this.texture(view);
      const { format, viewType, swizzle, baseMipLevel, baseArrayLayer, levelCount, layerCount } = view;
      if (swizzle !== 'rgba' && !this.device.features.has('texture-component-swizzle')) throw new LeftOut('a swizzle');
      const range = { baseMipLevel, mipLevelCount: levelCount, baseArrayLayer, arrayLayerCount: layerCount };
      const seen = { format, dimension: viewType.replace('_', '-'), ...(swizzle === 'rgba' ? {} : { swizzle }) };
      return validated(this.device, () => texture.createView({ ...seen, ...range }));
    });
  }

  /** A texture lists the other formats of its views, which may differ in srgb alone. */
  texture({ image, type, format }) {
    return this.once(`texture ${image.name} ${format}`, async () => {
      const own = textureFormat(image.format);
      const usage = GPUTextureUsage.COPY_DST | GPUTextureUsage.TEXTURE_BINDING;
      const shape = { dimension: type, size: levelSize(image, 0), mipLevelCount: image.levels.length };
      return validated(this.device, () => {
        const texture = this.device.createTexture({ format: own, viewFormats: [format], usage, ...shape });
        image.levels.forEach((text, level) => this.write(texture, image, level, Buffer.from(text, 'base64')));
        return texture;
      });
    });
  }

  write(texture, image, mipLevel, bytes) {
    const [blockWidth, blockHeight] = blockSize(texture.format);
    const [width, height, slices] = levelSize(image, mipLevel);
    const [columns, rowsPerImage] = [Math.ceil(width / blockWidth), Math.ceil(height / blockHeight)];
    const layout = { bytesPerRow: bytes.length / rowsPerImage / slices, rowsPerImage };
    const size = [columns * blockWidth, rowsPerImage * blockHeight, slices];
    this.device.queue.writeTexture({ texture, mipLevel }, new Uint8Array(bytes), layout, size);
  }

  /** A sampler for views of so many axes: modes of other axes, and those of cubes, do not count. */
  sampler(sampler, { viewType, axes }) {
    const wrapped = viewType.startsWith('cube') ? 0 : axes;
    return this.once(`sampler ${sampler.name} ${wrapped}`, () =>
      validated(this.device, () => this.make(sampler, wrapped)),
    );
  }

  make(sampler, axes) {
    refuse('a sampler', sampler, LACKING.sampler);
    const { magFilter = 'linear', minFilter = 'linear', mipmapMode = 'linear', minLod = 0, maxLod = 1000 } = sampler;
    const { anisotropyEnable = false, maxAnisotropy = 1, compareEnable = false, compareOp = 'always' } = sampler;
    if (anisotropyEnable && !Number.isInteger(maxAnisotropy)) throw new LeftOut('a fraction of maxAnisotropy');
    const modes = ['addressModeU', 'addressModeV', 'addressModeW'].slice(0, axes).map((axis) => {
      const mode = sampler[axis] ?? 'repeat';
      if (!(mode in ADDRESS_MODES)) throw new LeftOut(`a sampler with ${mode}`);
      return [axis, ADDRESS_MODES[mode]];
    });
    return this.device.createSampler({
      magFilter,
      minFilter,
      mipmapFilter: mipmapMode,
      lodMinClamp: minLod,
      lodMaxClamp: maxLod,
      maxAnisotropy: anisotropyEnable ? maxAnisotropy : 1,
      ...Object.fromEntries(modes),
      ...(compareEnable ? { compare: compareOp.replace('_or_', '-').replace('_', '-') } : {}),
    });
  }
}
