import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../rtl-model/state/sampler.ts';
import { encodeBase64 } from '../encodings/base64.ts';
import { componentListText } from '../encodings/component-text.ts';
import { floatText } from '../encodings/float-text.ts';
import { objectText } from '../encodings/json-lines.ts';
import type { NamedImage, NamedSampler, NamedView } from './request-trace.ts';

/** The line that defines an image. Fields that say nothing are left out. */
export function imageText({ name, source }: NamedImage): string {
  if (!('file' in source)) return `${JSON.stringify({ image: { name, ...sourceFields(source) } })}\n`;
  const { format, file, mipmaps } = source;
  return `${JSON.stringify({ image: { name, format: format?.name, file, mipmaps } })}\n`;
}

function sourceFields({ format, type, width, height, depth, layers, unbound, levels, ...source }: ImageSource) {
  const { samples, cornerSampled, view2DCompatible } = source;
  const shape = { format: format.name, type, width, height, depth, layers, samples, cornerSampled, view2DCompatible };
  const fields = ['level', 'layer', 'x', 'y', 'z', 'width', 'height', 'depth'] as const;
  const regions = unbound?.map((region) => Object.fromEntries(fields.map((field) => [field, region[field]])));
  return { ...shape, unbound: regions, levels: levels.map(encodeBase64) };
}

/** The line that defines a view, with the fields that it states. */
export function viewText({ name, image, view, weights }: NamedView): string {
  const { format, minLod, ...plain } = view;
  const texts = Object.entries({ name, image, ...plain }).map(([field, value]) => [field, JSON.stringify(value)]);
  const fields = {
    ...Object.fromEntries(texts),
    format: JSON.stringify(format?.name),
    minLod: minLod === undefined ? undefined : floatText(minLod),
    weights: JSON.stringify(weights, ['filterCenter', 'filterSize', 'numPhases']),
  };
  return `{"view":${objectText(fields)}}\n`;
}

/**
 * The line that defines a sampler, with every field in the order of DEFAULT_SAMPLER and then those of the border that it
 * states, so that alike samplers have one text; numbers are rounded to float32, as in VkSamplerCreateInfo.
 */
export function samplerText({ name, sampler }: NamedSampler): string {
  const stated = BORDER_FIELDS.filter((field) => sampler[field] !== undefined);
  const fields = [...(Object.keys(DEFAULT_SAMPLER) as (keyof Sampler)[]), ...stated];
  const texts = fields.map((field) => [field, samplerFieldText(sampler, field)]);
  return `{"sampler":${objectText({ name: JSON.stringify(name), ...Object.fromEntries(texts) })}}\n`;
}

const BORDER_FIELDS = ['borderColorType', 'borderColorFormat', 'borderColorMapping'] as const;

function samplerFieldText(sampler: Sampler, field: keyof Sampler): string {
  if (field === 'borderColorFormat') return JSON.stringify(sampler.borderColorFormat?.name);
  if (field === 'borderColor') return componentListText(sampler.borderColor);
  const value = sampler[field];
  return typeof value === 'number' ? floatText(value) : JSON.stringify(value);
}
