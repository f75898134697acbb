import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { type ImageView, type WeightView, wholeView } from '../../rtl-model/state/image-view.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { type RequestShape, requestShape } from './request-shape.ts';
import { MemoryBudget } from '../encodings/memory-budget.ts';
import { fileValue } from '../encodings/json-lines.ts';
import type { NamedImage, NamedView, PictureReference, Request, RequestRecord } from './request-trace.ts';
import { resolveView } from './request-view.ts';
import { isEngineError } from '../encodings/engine-error.ts';
import { type LinePlace, TraceError } from '../encodings/trace-error.ts';

/** Reads an image that a trace names by its file. */
export type PictureLoader = (picture: PictureReference) => ImageSource;

/** A batch holds the number of a state in 16 bits. */
const MOST_STATES = 2 ** 16;

/** Bytes that a definition takes, at most, each level of an image, a state with its units, and a character of a name. */
const DEFINITION_BYTES = 2 ** 11;
const LEVEL_BYTES = 2 ** 8;
const STATE_BYTES = 2 ** 15;
const CHARACTER_BYTES = 4;

/** The texels that the name of an image or of a view means. */
export interface NamedTexels {
  /** Number of the image. */
  readonly image: number;
  /** The whole image if left out. */
  readonly view?: ImageView;
  readonly weights?: WeightView;
}

/**
 * The images and texture states that a request trace needs. `add` takes its records in order; afterwards `images` and
 * `states` are what a texture unit is built from, and `stateOf` gives a request its state.
 */
export class RequestTables {
  readonly images: ImageSource[] = [];
  /**
   * One for each image or view, sampler, instruction and second image that occur together, in the order of their first
   * request.
   */
  readonly states: TextureState[] = [];
  /** The shape of the requests of each state. */
  readonly shapes: RequestShape[] = [];
  private readonly texels = new Map<string, NamedTexels>();
  private readonly samplers = new Map<string, Sampler>();
  private readonly stateNumbers = new Map<string, number>();
  private readonly stateKeys: string[] = [];

  /**
   * @param file name of the trace, for messages
   * @param budget takes the images within the trace, definitions and states
   */
  constructor(
    private readonly file: string,
    private readonly load: PictureLoader,
    private readonly budget = new MemoryBudget(),
  ) {}

  /**
   * @throws TraceError when a picture cannot be read, a view reaches beyond its image, the operands of a request are not
   * as many as its view has axes, or the states are too many; MemoryError
   */
  add(record: RequestRecord): void {
    const place = { file: this.file, line: record.line };
    if (record.kind !== 'request') {
      this.take(DEFINITION_BYTES, record.name, place, `${record.kind} ${fileValue(record.name)}`);
    }
    switch (record.kind) {
      case 'image':
        this.images.push('file' in record.source ? this.picture(record.source, place) : this.inline(record, place));
        this.texels.set(record.name, { image: this.images.length - 1 });
        break;
      case 'view':
        this.texels.set(record.name, this.viewed(record, place));
        break;
      case 'sampler':
        this.samplers.set(record.name, record.sampler);
        break;
      case 'request':
        checkLanes(record, this.shapes[this.addState(record, place)], place);
        break;
    }
  }

  /** Forgets the states from a number on, of requests that have been refused. */
  dropStates(from: number): void {
    if (this.states.length === from) return;
    this.states.length = this.shapes.length = from;
    for (const key of this.stateKeys.splice(from)) this.stateNumbers.delete(key);
  }

  /** Number of the texture state of a request that was added. */
  stateOf(request: Request): number {
    return this.stateNumbers.get(stateKey(request))!;
  }

  /** The texels of an image or a view that was added. */
  texelsOf(name: string): NamedTexels {
    return this.texels.get(name)!;
  }

  /** The view of a state; null for a null descriptor. */
  viewOf({ image, view }: Pick<TextureState, 'image' | 'view'>): ImageView | null {
    return image === null ? null : (view ?? wholeView(this.images[image]));
  }

  private addState(request: Request, place: LinePlace): number {
    const key = stateKey(request);
    const known = this.stateNumbers.get(key);
    if (known !== undefined) return known;
    const number = this.states.length;
    if (number === MOST_STATES) {
      const problem = `makes more than ${MOST_STATES} texture states, expected fewer pairs of image and sampler`;
      throw new TraceError(place, 'sampler', problem);
    }
    const state = this.stateFor(request, place);
    this.take(STATE_BYTES, key, place, `texture state ${number}`);
    this.stateNumbers.set(key, number);
    this.stateKeys.push(key);
    this.states.push(state);
    this.shapes.push(requestShape(this.viewOf(state), request.instruction));
    return number;
  }

  private stateFor({ image, second, sampler, instruction }: Request, place: LinePlace): TextureState {
    const { weights, ...texels } = image === null ? { image: null } : { weights: undefined, ...this.texelsOf(image) };
    if (weights !== undefined) throw new TraceError(place, 'image', `"${image}" is a weight view, expected another`);
    return {
      ...texels,
      sampler: sampler === null ? DEFAULT_SAMPLER : this.samplers.get(sampler)!,
      instruction,
      ...(second !== undefined && { second: this.secondOf(second, instruction.op === 'sample_weighted', place) }),
    };
  }

  private secondOf(name: string | null, weighs: boolean, place: LinePlace): NamedTexels | null {
    if (name === null) return null;
    const texels = this.texelsOf(name);
    if (weighs === (texels.weights !== undefined)) return texels;
    const problem = weighs ? 'has no weights, expected a view with' : 'is a weight view, expected another';
    throw new TraceError(place, weighs ? 'weights' : 'reference', `"${name}" ${problem}${weighs ? ' them' : ''}`);
  }

  private viewed(record: NamedView, place: LinePlace): NamedTexels {
    const { image } = this.texelsOf(record.image);
    const view = resolveView(record, this.images[image], place);
    return {
      image,
      ...(view !== undefined && { view }),
      ...(record.weights !== undefined && { weights: record.weights }),
    };
  }

  private inline({ name, source }: NamedImage, place: LinePlace): ImageSource {
    const { levels } = source as ImageSource;
    const bytes = levels.reduce((sum, { length }) => sum + LEVEL_BYTES + length, 0);
    this.take(bytes, name, place, `image ${fileValue(name)}`);
    return source as ImageSource;
  }

  /** Takes memory for an entry of the tables, and for its name. */
  private take(bytes: number, name: string, { file, line }: LinePlace, what: string): void {
    this.budget.take(bytes + CHARACTER_BYTES * name.length, `${file}:${line}: ${what}`);
  }

  private picture(reference: PictureReference, place: LinePlace): ImageSource {
    try {
      return this.load(reference);
    } catch (cause) {
      if (cause instanceof TraceError || !(cause instanceof Error) || isEngineError(cause)) throw cause;
      throw new TraceError(place, 'image.file', cause.message, { cause });
    }
  }
}

function stateKey({ image, second, sampler, instruction }: Request): string {
  return JSON.stringify([image, second, sampler, instruction]);
}

/** @throws TraceError unless coordinates, gradients and offsets have as many numbers as the view has axes */
function checkLanes(request: Request, shape: RequestShape, place: LinePlace): void {
  const { lanes, image, instruction, offset } = request;
  const ofView = shape.viewType === null ? 'a null descriptor' : `"${image}", a ${shape.viewType} view`;
  const count = (field: string, numbers: number, least: number, most: number, text: string) => {
    if (numbers >= least && numbers <= most) return;
    throw new TraceError(place, field, `has ${numbers} numbers, expected ${text} of ${ofView}`);
  };
  const { needed, coordinate, coordinateText, gradientAxes, axes } = shape;
  const least = (numbers: number) => (shape.viewType === null ? 1 : numbers);
  lanes.forEach(({ coord, dx, dy, offset: own }, l) => {
    count(lanes.length === 1 ? 'coord' : `quad[${l}]`, coord.length, needed, coordinate.length, coordinateText);
    if (instruction.lod === 'gradient') {
      count('grad.dx', dx.length, least(gradientAxes), gradientAxes, `${gradientAxes}, one for each axis`);
      count('grad.dy', dy.length, least(gradientAxes), gradientAxes, `${gradientAxes}, one for each axis`);
    }
    if (own.length > 0) count('offset', own.length, least(axes), axes, `${axes}, one for each axis`);
  });
  if (offset.length > 0) count('offset', offset.length, least(axes), axes, `${axes}, one for each axis`);
}
