import type { ImageSource, UnboundRegion } from '../../rtl-model/memory/image.ts';
import type { ImageView, WeightView } from '../../rtl-model/state/image-view.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../rtl-model/state/sampler.ts';
import { encodeBase64 } from '../encodings/base64.ts';
import { componentListText } from '../encodings/component-text.ts';
import { floatText } from '../encodings/float-text.ts';
import type { NamedImage, NamedSampler, NamedView, PictureReference } from './request-trace.ts';

/** The line that defines an image. Fields that say nothing are left out. */
export function imageText({ name, source }: NamedImage): string {
  const fields = 'file' in source ? pictureFields(source) : sourceFields(source);
  return `{"image":{"name":${JSON.stringify(name)},${fields.join(',')}}}\n`;
}

function pictureFields({ format, file, mipmaps }: PictureReference): string[] {
  return [
    ...(format === undefined ? [] : [`"format":"${format.name}"`]),
    `"file":${JSON.stringify(file)}`,
    ...(mipmaps === undefined ? [] : [`"mipmaps":${mipmaps}`]),
  ];
}

function sourceFields(source: ImageSource): string[] {
  const { format, type, width, height, depth, layers, samples, cornerSampled, unbound, levels } = source;
  return [
    `"format":"${format.name}"`,
    ...(type === undefined ? [] : [`"type":"${type}"`]),
    `"width":${width},"height":${height}`,
    ...(depth === undefined ? [] : [`"depth":${depth}`]),
    `"layers":${layers}`,
    ...(samples === undefined ? [] : [`"samples":${samples}`]),
    ...(cornerSampled === undefined ? [] : [`"cornerSampled":${cornerSampled}`]),
    ...(unbound === undefined ? [] : [`"unbound":[${unbound.map(regionText).join(',')}]`]),
    `"levels":[${levels.map((texels) => `"${encodeBase64(texels)}"`).join(',')}]`,
  ];
}

function regionText({ level, layer, x, y, z, width, height, depth }: UnboundRegion): string {
  return JSON.stringify({ level, layer, x, y, z, width, height, depth });
}

/** The line that defines a view, with the fields that it states. */
export function viewText({ name, image, view, weights }: NamedView): string {
  const fields = [`"name":${JSON.stringify(name)},"image":${JSON.stringify(image)}`, ...viewFields(view)];
  if (weights !== undefined) fields.push(weightsText(weights));
  return `{"view":{${fields.join(',')}}}\n`;
}

function viewFields(view: Partial<ImageView>): string[] {
  const { format, minLod, ...plain } = view;
  return [
    ...Object.entries(plain).map(([field, value]) => `"${field}":${JSON.stringify(value)}`),
    ...(format === undefined ? [] : [`"format":"${format.name}"`]),
    ...(minLod === undefined ? [] : [`"minLod":${floatText(minLod)}`]),
  ];
}

function weightsText({ filterCenter, filterSize, numPhases }: WeightView): string {
  return `"weights":${JSON.stringify({ filterCenter, filterSize, numPhases })}`;
}

/** The line that defines a sampler, with every field; numbers are rounded to float32, as in VkSamplerCreateInfo. */
export function samplerText({ name, sampler }: NamedSampler): string {
  return `{"sampler":{"name":${JSON.stringify(name)},${samplerFields(sampler)}}}\n`;
}

/** The fields in the order of DEFAULT_SAMPLER, so that alike samplers have one text. */
export function samplerFields(sampler: Sampler): string {
  return Object.keys(DEFAULT_SAMPLER)
    .map((field) => `"${field}":${samplerFieldText(sampler, field as keyof Sampler)}`)
    .join();
}

function samplerFieldText(sampler: Sampler, field: keyof Sampler): string {
  if (field === 'borderColor') return componentListText(sampler.borderColor);
  const value = sampler[field];
  return typeof value === 'number' ? floatText(value) : JSON.stringify(value);
}
