import type { QuadBatch } from '../rtl-model/quad-batch.ts';
import type { Sampler } from '../rtl-model/sampler.ts';
import type { TextureState } from '../rtl-model/texture-unit.ts';
import { encodeBase64 } from './base64.ts';
import { floatListText, floatText } from './float-text.ts';
import { headerText } from './json-lines.ts';
import { quadRequest } from './request-batch.ts';
import {
  type NamedImage,
  type NamedSampler,
  type Request,
  type RequestLane,
  REQUEST_KIND,
  REQUEST_VERSION,
  type Texel,
} from './request-trace.ts';
import type { TextSink } from './text-sink.ts';

/** Writes the quads of a run as a request trace that can be replayed. */
export class RequestWriter {
  private readonly sink: TextSink;
  private readonly states: readonly TextureState[];
  private readonly imageNames: readonly string[];
  private readonly samplerNames: readonly string[];
  private requests = 0;

  /**
   * Writes the header, the images and the samplers.
   *
   * @param images those that the states name by number
   */
  constructor(sink: TextSink, images: readonly NamedImage[], states: readonly TextureState[]) {
    this.sink = sink;
    this.states = states;
    this.imageNames = images.map(({ name }) => name);
    sink(headerText(REQUEST_KIND, REQUEST_VERSION));
    for (const image of images) sink(imageText(image));
    const names = new Map<string, string>();
    this.samplerNames = states.map(({ sampler }) => {
      const text = samplerFields(sampler);
      let name = names.get(text);
      if (name === undefined) {
        name = `sampler${names.size}`;
        names.set(text, name);
        sink(samplerText({ name, sampler }));
      }
      return name;
    });
  }

  /**
   * Writes every quad; ids count up from 0 over the quads of all batches.
   *
   * @param results of the batch, r, g, b, a of lane l of quad k at 16k + 4l
   */
  write(batch: QuadBatch, results?: Float32Array): void {
    for (let quad = 0; quad < batch.count; quad++) {
      const state = batch.state[quad];
      const names = {
        id: this.requests++,
        image: this.imageNames[this.states[state].image],
        sampler: this.samplerNames[state],
      };
      this.sink(requestText(quadRequest(batch, quad, names, this.states[state].instruction, results)));
    }
  }
}

/** The line that defines an image. */
export function imageText({ name, source }: NamedImage): string {
  const head = `{"image":{"name":${JSON.stringify(name)},"format":"${source.format.name}"`;
  if ('file' in source) return `${head},"file":${JSON.stringify(source.file)},"mipmaps":${source.mipmaps}}}\n`;
  const levels = source.levels.map((texels) => `"${encodeBase64(texels)}"`).join(',');
  const { width, height, layers } = source;
  return `${head},"width":${width},"height":${height},"layers":${layers},"levels":[${levels}]}}\n`;
}

/** The line that defines a sampler, with every field; numbers are rounded to float32, as in VkSamplerCreateInfo. */
export function samplerText({ name, sampler }: NamedSampler): string {
  return `{"sampler":{"name":${JSON.stringify(name)},${samplerFields(sampler)}}}\n`;
}

function samplerFields(sampler: Sampler): string {
  return [
    `"magFilter":"${sampler.magFilter}"`,
    `"minFilter":"${sampler.minFilter}"`,
    `"mipmapMode":"${sampler.mipmapMode}"`,
    `"addressModeU":"${sampler.addressModeU}"`,
    `"addressModeV":"${sampler.addressModeV}"`,
    `"mipLodBias":${floatText(sampler.mipLodBias)}`,
    `"anisotropyEnable":${sampler.anisotropyEnable}`,
    `"maxAnisotropy":${floatText(sampler.maxAnisotropy)}`,
    `"minLod":${floatText(sampler.minLod)}`,
    `"maxLod":${floatText(sampler.maxLod)}`,
    `"borderColor":${floatListText(sampler.borderColor)}`,
  ].join(',');
}

/** The line of a request. Fields that say nothing are left out. */
export function requestText(request: Request): string {
  const { id, image, sampler, instruction, lanes, active, texels } = request;
  const fields = [`"id":${JSON.stringify(id)},"image":${JSON.stringify(image)},"sampler":${JSON.stringify(sampler)}`];
  if (request.x !== 0 || request.y !== 0) fields.push(`"pixel":[${request.x},${request.y}]`);
  const coordinates = lanes.map(coordinateText);
  if (lanes.length === 1) fields.push(`"coord":${coordinates[0]}`);
  else fields.push(`"quad":[${coordinates.join(',')}]`);
  if (lanes.length > 1 && active !== 0b1111) fields.push(`"active":"${maskText(active)}"`);
  if (instruction.projected) fields.push(`"q":${perLane(lanes, ({ q }) => floatText(q))}`);
  if (instruction.lod === 'gradient') fields.push(`"grad":${perLane(lanes, gradientText)}`);
  const lod = perLane(lanes, ({ lod }) => floatText(lod));
  if (instruction.lod === 'explicit') fields.push(`"lod":${lod}`);
  else if (lod !== '0') fields.push(`"bias":${lod}`);
  const minLod = perLane(lanes, ({ minLod }) => floatText(minLod));
  if (minLod !== '0') fields.push(`"minLod":${minLod}`);
  if (request.offsetU !== 0 || request.offsetV !== 0) fields.push(`"offset":[${request.offsetU},${request.offsetV}]`);
  if (texels !== null) fields.push(texelsText(texels));
  return `{${fields.join(',')}}\n`;
}

/** The field "texel" of one lane or "texels" of four. */
export function texelsText(texels: readonly (Texel | null)[]): string {
  const texts = texels.map((texel) => (texel === null ? 'null' : floatListText(texel)));
  return texts.length === 1 ? `"texel":${texts[0]}` : `"texels":[${texts.join(',')}]`;
}

function coordinateText({ s, t, layer }: RequestLane): string {
  return Object.is(layer, 0) ? floatListText([s, t]) : floatListText([s, t, layer]);
}

function gradientText({ dsdx, dtdx, dsdy, dtdy }: RequestLane): string {
  return `{"dx":${floatListText([dsdx, dtdx])},"dy":${floatListText([dsdy, dtdy])}}`;
}

/** One text where all lanes have the same, otherwise the list of them. */
function perLane(lanes: readonly RequestLane[], textOf: (lane: RequestLane) => string): string {
  const texts = lanes.map(textOf);
  return texts.every((text) => text === texts[0]) ? texts[0] : `[${texts.join(',')}]`;
}

function maskText(active: number): string {
  return [0, 1, 2, 3].map((lane) => (active >> lane) & 1).join('');
}
