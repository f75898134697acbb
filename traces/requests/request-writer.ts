import type { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { type ImageView, wholeView } from '../../rtl-model/state/image-view.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { imageText, samplerText, viewText } from './definition-text.ts';
import { headerText } from '../encodings/json-lines.ts';
import { type BatchResults, quadRequest } from './request-batch.ts';
import { type RequestShape, requestShape } from './request-shape.ts';
import type { NamedTexels } from './request-tables.ts';
import { requestText } from './request-text.ts';
import { type NamedImage, type Request, REQUEST_HEADER } from './request-trace.ts';
import type { TextSink } from '../encodings/text-sink.ts';

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
