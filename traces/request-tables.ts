import type { ImageSource } from '../rtl-model/image.ts';
import type { Sampler } from '../rtl-model/sampler.ts';
import type { TextureState } from '../rtl-model/texture-unit.ts';
import type { PictureReference, Request, RequestRecord } from './request-trace.ts';
import { TraceError } from './trace-error.ts';

/** Reads an image that a trace names by its file. */
export type PictureLoader = (picture: PictureReference) => ImageSource;

/** A batch holds the number of a state in 16 bits. */
const MOST_STATES = 2 ** 16;

/**
 * The images and texture states that a request trace needs. `add` takes its records in order; afterwards `images` and
 * `states` are what a texture unit is built from, and `stateOf` gives a request its state.
 */
export class RequestTables {
  readonly images: ImageSource[] = [];
  /** One for each image, sampler, LOD source and projection that occur together, in the order of their first request. */
  readonly states: TextureState[] = [];
  private readonly file: string;
  private readonly load: PictureLoader;
  private readonly imageNumbers = new Map<string, number>();
  private readonly samplers = new Map<string, Sampler>();
  private readonly stateNumbers = new Map<string, number>();

  /** @param file name of the trace, for messages */
  constructor(file: string, load: PictureLoader) {
    this.file = file;
    this.load = load;
  }

  /** @throws TraceError when a picture cannot be read, or the states are too many */
  add(record: RequestRecord): void {
    if (record.kind === 'image') {
      this.imageNumbers.set(record.name, this.images.length);
      this.images.push('file' in record.source ? this.picture(record.source, record.line) : record.source);
    } else if (record.kind === 'sampler') {
      this.samplers.set(record.name, record.sampler);
    } else {
      this.addState(record, record.line);
    }
  }

  /** Number of the texture state of a request that was added. */
  stateOf(request: Request): number {
    return this.stateNumbers.get(stateKey(request))!;
  }

  private addState(request: Request, line: number): void {
    const key = stateKey(request);
    if (this.stateNumbers.has(key)) return;
    if (this.states.length === MOST_STATES) {
      const problem = `makes more than ${MOST_STATES} texture states, expected fewer pairs of image and sampler`;
      throw new TraceError({ file: this.file, line }, 'sampler', problem);
    }
    this.stateNumbers.set(key, this.states.length);
    this.states.push({
      image: this.imageNumbers.get(request.image)!,
      sampler: this.samplers.get(request.sampler)!,
      instruction: request.instruction,
    });
  }

  private picture(reference: PictureReference, line: number): ImageSource {
    try {
      return this.load(reference);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new TraceError({ file: this.file, line }, 'image.file', reason, { cause });
    }
  }
}

function stateKey({ image, sampler, instruction }: Request): string {
  return JSON.stringify([image, sampler, instruction.lod, instruction.projected]);
}
