import { formatRecord, namedFormat, storedComponents } from './format-record.ts';
import { aspectsOfPlanes, type Plane, type TexelFormat } from './texel-format.ts';

/**
 * Formats with fewer chroma texels than luma texels: g is Y', b is Cb, r is Cr (Vulkan: Sampler Y'CbCr Model
 * Conversion).
 *
 * A 4:2:2 pair of texels in one plane is a 2x1 block of `texelBytes` bytes. `order` lists g twice, first that of the
 * even texel. The address of the even texel is where its pair begins, that of the odd texel is half a pair further on
 * (Vulkan: G8B8G8R8_422 and the like; D3D11.3 19.4, where R8G8_B8G8 and G8R8_G8B8 exchange r and b of Vulkan's).
 *
 * A multi-planar format is the list of its planes: a view of the image reads each plane as an image of its own.
 */
export const SUBSAMPLED_FORMATS: readonly TexelFormat[] = [
  ...pairs(['g8b8g8r8', 'b8g8r8g8'], 0),
  pair('r8g8_b8g8_unorm', 'r8g8b8g8', 0),
  pair('g8r8_g8b8_unorm', 'g8r8g8b8', 0),
  ...pairs(['g10x6b10x6g10x6r10x6', 'b10x6g10x6r10x6g10x6'], 16),
  ...pairs(['g12x4b12x4g12x4r12x4', 'b12x4g12x4r12x4g12x4'], 16),
  ...pairs(['g16b16g16r16', 'b16g16r16g16'], 0),
  ...multiPlanar('8', 0),
  ...multiPlanar('10x6', 16),
  ...multiPlanar('12x4', 16),
  ...multiPlanar('16', 0),
  twoPlanes('14x2', 16, '420', '_arm'),
  twoPlanes('14x2', 16, '422', '_arm'),
];

function pairs(layouts: readonly string[], packBits: number): TexelFormat[] {
  const suffix = packBits === 0 ? '' : `_4pack${packBits}`;
  return layouts.map((layout) => pair(`${layout}_422_unorm${suffix}`, layout, packBits));
}

function pair(name: string, layout: string, packBits: number): TexelFormat {
  const block = Object.freeze({ width: 2, height: 1 });
  return formatRecord({ name, componentType: 'unorm', ...storedComponents(layout, packBits), block });
}

type Subsampling = '420' | '422' | '444';

function multiPlanar(bits: string, packBits: number): TexelFormat[] {
  return (['420', '422', '444'] as const).flatMap((subsampling) => [
    planar(`g${bits}_b${bits}_r${bits}_3plane`, packBits, subsampling, ''),
    twoPlanes(bits, packBits, subsampling, ''),
  ]);
}

function twoPlanes(bits: string, packBits: number, subsampling: Subsampling, vendor: string): TexelFormat {
  return planar(`g${bits}_b${bits}r${bits}_2plane`, packBits, subsampling, vendor);
}

/** @param stored the components of each plane and the number of planes, as in the name */
function planar(stored: string, packBits: number, subsampling: Subsampling, vendor: string): TexelFormat {
  const planes = stored
    .split('_')
    .slice(0, -1)
    .map((components, plane): Plane => {
      const words = components.match(/[gbr]/g)!.length;
      const pack = packBits === 0 ? '' : `_${words === 1 ? '' : words}pack${packBits}`;
      const type = `_unorm${pack}`;
      return Object.freeze({
        format: namedFormat(components + type),
        viewFormat: components.replace(/[gbr]/, 'r').replace(/(?<=.)[gbr]/, 'g') + type + vendor,
        widthDivisor: plane > 0 && subsampling !== '444' ? 2 : 1,
        heightDivisor: plane > 0 && subsampling === '420' ? 2 : 1,
      });
    });
  const name = `${stored}_${subsampling}_unorm${packBits === 0 ? '' : `_3pack${packBits}`}${vendor}`;
  return formatRecord({
    ...planes[0].format,
    name,
    planes: Object.freeze(planes),
    aspects: aspectsOfPlanes(planes.length),
  });
}
