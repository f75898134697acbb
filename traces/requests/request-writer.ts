import { ISSUE, type QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { type ImageView, wholeView } from '../../rtl-model/state/image-view.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { headerText, objectText } from '../encodings/json-lines.ts';
import { type BatchResults, quadRequest } from './request-batch.ts';
import { needsCoordinate, type RequestShape, requestShape, takesTexels } from './request-shape.ts';
import type { NamedTexels } from './request-tables.ts';
import {
  type NamedImage,
  type NamedSampler,
  type NamedView,
  type Request,
  REQUEST_HEADER,
  type RequestLane,
} from './request-trace.ts';
import type { TextSink } from '../encodings/text-sink.ts';
import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../rtl-model/state/sampler.ts';
import { encodeBase64 } from '../encodings/base64.ts';
import { componentListText } from '../encodings/component-text.ts';
import { floatListText, floatText } from '../encodings/float-text.ts';
import { resultFields } from './lane-results.ts';
import { INSTRUCTION_FIELDS, takesOperand } from './request-operands.ts';

/** The names and the shape that the requests of a state have in common. */
interface WrittenState {
  readonly names: Pick<Request, 'image' | 'second' | 'sampler'>;
  readonly shape: RequestShape;
}

/** Writes the quads of a run as a request trace that can be replayed. */
export class RequestWriter {
  private readonly written: readonly WrittenState[];
  /** Names of views and of samplers, by what they say. */
  private readonly views = new Map<string, string>();
  private readonly samplers = new Map<string, string>();
  private requests = 0;

  /**
   * Writes the header, the images, the views and the samplers.
   *
   * @param images those that the states name by number; one that lies in a file is taken for a 2D picture
   */
  constructor(
    private readonly sink: TextSink,
    private readonly images: readonly NamedImage[],
    private readonly states: readonly TextureState[],
  ) {
    sink(headerText(REQUEST_HEADER));
    for (const image of images) sink(imageText(image));
    this.written = states.map((state) => this.define(state));
  }

  /** Writes every quad; ids count up from 0 over the quads of all batches. */
  write(batch: QuadBatch, results?: BatchResults): void {
    for (let quad = 0; quad < batch.count; quad++) {
      const state = batch.state[quad];
      const { names, shape } = this.written[state];
      const { instruction } = this.states[state];
      const request = quadRequest(batch, quad, { id: this.requests++, ...names }, instruction, shape, results);
      this.sink(requestText(request));
    }
  }

  private define(state: TextureState): WrittenState {
    const { image, view, second, sampler, instruction } = state;
    const names = {
      image: image === null ? null : this.texelsName({ image, ...(view && { view }) }),
      second: second && this.texelsName(second),
      sampler: this.defined(this.samplers, 'sampler', [], (name) => samplerText({ name, sampler })),
    };
    return { names, shape: requestShape(this.viewOf(state), instruction) };
  }

  private texelsName({ image, view, weights }: NamedTexels): string {
    const named = this.images[image].name;
    if (view === undefined && weights === undefined) return named;
    const line = (name: string) => viewText({ name, image: named, view: view ?? {}, ...(weights && { weights }) });
    const taken = this.images.map(({ name }) => name);
    return this.defined(this.views, 'view', taken, line);
  }

  private viewOf({ image, view }: TextureState): ImageView | null {
    if (image === null) return null;
    if (view !== undefined) return view;
    const { source } = this.images[image];
    return wholeView('file' in source ? { ...FILE_IMAGE, format: source.format ?? FILE_IMAGE.format } : source);
  }

  /** The name of what a line says. What is new gets a name that is not taken, and its line is written. */
  private defined(
    names: Map<string, string>,
    kind: string,
    taken: readonly string[],
    line: (name: string) => string,
  ): string {
    const known = names.get(line(''));
    if (known !== undefined) return known;
    let number = names.size;
    while (taken.includes(`${kind}${number}`) || [...names.values()].includes(`${kind}${number}`)) number++;
    const name = `${kind}${number}`;
    names.set(line(''), name);
    this.sink(line(name));
    return name;
  }
}

const FILE_IMAGE = {
  format: TEXEL_FORMATS.get('r8g8b8a8_unorm')!,
  width: 1,
  height: 1,
  layers: 1,
  levels: [],
} as const;

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

/** The line of a request. Fields that say nothing are left out. */
export function requestText(request: Request): string {
  const { id, image, second, sampler, instruction, x, y, lanes, active, results } = request;
  const { op = 'sample', sparse, blockMatch } = instruction;
  const own = INSTRUCTION_FIELDS.map(([field, name]) => [field, JSON.stringify(instruction[name])]);
  const coordinates = lanes.map(({ coord }) => (takesTexels(op) ? `[${coord.join()}]` : floatListText(coord)));
  const isQuad = lanes.length > 1;
  const given = isQuad || needsCoordinate(op) || lanes[0].coord.length > 0;
  return `${objectText({
    id: JSON.stringify(id),
    op: op === 'sample' ? undefined : `"${op}"`,
    image: JSON.stringify(image),
    [op === 'sample_weighted' ? 'weights' : 'reference']: JSON.stringify(second),
    sampler: JSON.stringify(sampler ?? undefined),
    pixel: x === 0 && y === 0 ? undefined : `[${x},${y}]`,
    ...Object.fromEntries(ISSUE.map((name) => [name, JSON.stringify(request[name])])),
    [isQuad ? 'quad' : 'coord']: given ? (isQuad ? `[${coordinates.join()}]` : coordinates[0]) : undefined,
    active: isQuad && active !== 0b1111 ? `"${lanes.map((_, lane) => (active >> lane) & 1).join('')}"` : undefined,
    sparse: sparse ? 'true' : undefined,
    ...Object.fromEntries(own),
    metric: JSON.stringify(blockMatch?.metric),
    form: JSON.stringify(blockMatch?.form),
    ...operandFields(request),
    ...(results !== null && resultFields(results)),
  })}\n`;
}

/** Operands of the lanes, and the offset that they share. */
function operandFields({ instruction, lanes, offset }: Request): Readonly<Record<string, string | undefined>> {
  const { op = 'sample', lod, projected, dref, laneOffsets } = instruction;
  const takes = takesOperand(op, 'lod');
  const shared = offset.some((axis) => axis !== 0);
  const text = (isGiven: boolean | undefined, textOf: (lane: RequestLane) => string) =>
    isGiven ? perLane(lanes, textOf) : undefined;
  const unlessZero = (isTaken: boolean, textOf: (lane: RequestLane) => string) => {
    const all = text(isTaken, textOf);
    return all === '0' ? undefined : all;
  };
  return {
    q: text(projected, (lane) => floatText(lane.q)),
    grad: text(takes && lod === 'gradient', ({ dx, dy }) => `{"dx":${floatListText(dx)},"dy":${floatListText(dy)}}`),
    lod: text(takes && lod === 'explicit', (lane) => floatText(lane.lod)),
    bias: unlessZero(takes && lod !== 'explicit', (lane) => floatText(lane.lod)),
    minLod: unlessZero(takes, (lane) => floatText(lane.minLod)),
    dref: text(dref, (lane) => floatText(lane.dref)),
    ...(laneOffsets && { offset: `[${lanes.map((lane) => `[${lane.offset.join()}]`).join()}]` }),
    level: unlessZero(takesOperand(op, 'level'), ({ level }) => String(level)),
    sample: unlessZero(takesOperand(op, 'sample'), ({ sample }) => String(sample)),
    value: text(takesOperand(op, 'value'), ({ value }) => componentListText(value)),
    boxSize: text(op === 'box_filter', ({ boxSize }) => floatListText(boxSize)),
    referenceCoord: text(op === 'block_match', ({ referenceCoord }) => `[${referenceCoord.join()}]`),
    blockSize: text(op === 'block_match', ({ blockSize }) => `[${blockSize.join()}]`),
    ...(shared && { offset: `[${offset.join()}]` }),
  };
}

/** One text where all lanes have the same, otherwise the list of them. */
function perLane(lanes: readonly RequestLane[], textOf: (lane: RequestLane) => string): string {
  const texts = lanes.map(textOf);
  return texts.every((text) => text === texts[0]) ? texts[0] : `[${texts.join()}]`;
}
