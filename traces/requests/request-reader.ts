import { d3d11Sampler } from '../../rtl-model/state/d3d11-sampler.ts';
import {
  checked,
  checkHeader,
  type JsonObject,
  isObject,
  parseObject,
  listed,
  fileValue,
} from '../encodings/json-lines.ts';
import { fields, integerField } from '../encodings/fields.ts';
import { imageOf } from './request-image.ts';
import { requestOf } from './request-line.ts';
import { d3d11SamplerSchema, samplerSchema, typeOfColor } from './request-sampler-schema.ts';
import {
  type NamedSampler,
  type NamedView,
  type Request,
  type RequestRecord,
  REQUEST_HEADER,
} from './request-trace.ts';
import { viewSchema } from './request-view.ts';
import { EMPTY_TRACE, type LinePlace, TraceError } from '../encodings/trace-error.ts';

export const CAPTURED_APIS = ['vulkan', 'd3d11'] as const;
export type CapturedApi = (typeof CAPTURED_APIS)[number];

const lineSchema = fields({ line: integerField(1, 2 ** 31 - 1) }, 'the place of the next line, {"line"}');

/** Reads a request trace line by line. What depends on an image's file is for RequestTables to check. */
export class RequestReader {
  private readonly images = new Set<string>();
  /** Names of images and of views: there is one space of them. */
  private readonly seen = new Set<string>();
  private readonly samplers = new Set<string>();
  /** Lines read so far. */
  line = 0;
  private version: number | null = null;
  private requests = 0;
  /** The API that the requests were captured from: as the header says, or D3D11 where a sampler is one of D3D11. */
  api: CapturedApi | undefined;

  /** @param file its name, for messages */
  constructor(private readonly file: string) {}

  /**
   * @returns what the line says; null for the header and for blank lines
   * @throws TraceError when the line is not as FORMAT.md has it
   */
  read(text: string): RequestRecord | null {
    this.line++;
    if (text.trim() === '') return null;
    const { place } = this;
    const value = parseObject(text, place);
    if (this.version === null) {
      this.version = checkHeader(value, place, REQUEST_HEADER);
      if (value.api !== undefined) this.api = apiOf(value.api, place);
      return null;
    }
    const { line } = place;
    if (value.line !== undefined) {
      this.line = checked(lineSchema, value, place).line - 1;
      return null;
    }
    if (isObject(value.image)) {
      const image = imageOf(alone(value, 'image', place), place);
      define(this.seen, image.name, place, 'image.name');
      this.images.add(image.name);
      return { kind: 'image', line, ...image };
    }
    if (isObject(value.view)) return { kind: 'view', line, ...this.view(alone(value, 'view', place)) };
    if (isObject(value.sampler)) return { kind: 'sampler', line, ...this.sampler(alone(value, 'sampler', place)) };
    const request = this.request(value, this.version);
    this.requests++;
    return { kind: 'request', line, ...request };
  }

  /** Counts a line that a RequestPlan has read. */
  skip(): void {
    this.line++;
    this.requests++;
  }

  /** True once the header has been read. */
  get headed(): boolean {
    return this.version !== null;
  }

  /** Takes the name of a definition back that cannot be used. */
  forget({ kind, name }: Exclude<RequestRecord, { readonly kind: 'request' }>): void {
    (kind === 'sampler' ? this.samplers : this.seen).delete(name);
    if (kind === 'image') this.images.delete(name);
  }

  /** The request that such a line would be after the last one; null where it is none. */
  alike(text: string): Request | null {
    try {
      return this.request(parseObject(text, this.place), this.version!);
    } catch (error) {
      if (error instanceof TraceError) return null;
      throw error;
    }
  }

  /** @throws TraceError when no line was a header */
  end(): void {
    if (this.version === null) checkHeader({}, this.lastPlace, REQUEST_HEADER);
  }

  /** Ends a trace that must have requests. @throws TraceError as `end`, or when there was none */
  endFilled(): void {
    this.end();
    if (this.requests === 0) throw new TraceError(this.lastPlace, 'requests', EMPTY_TRACE);
  }

  private get lastPlace(): LinePlace {
    return { file: this.file, line: Math.max(this.line, 1) };
  }

  private get place(): LinePlace {
    return { file: this.file, line: this.line };
  }

  private view(value: JsonObject): NamedView {
    const { name, image, weights, ...view } = checked(viewSchema, value, this.place, 'view');
    refer(this.images, image, this.place, 'view.image');
    define(this.seen, name, this.place, 'view.name');
    return { name, image, view, ...(weights !== undefined && { weights }) };
  }

  private sampler(value: JsonObject): NamedSampler {
    const { name, ...sampler } = 'd3d11' in value ? this.d3d11(value) : this.vulkan(value);
    define(this.samplers, name, this.place, 'sampler.name');
    return { name, ...sampler };
  }

  private vulkan(value: JsonObject): NamedSampler {
    const { name, ...sampler } = checked(samplerSchema, value, this.place, 'sampler');
    const borderColorType = sampler.borderColorType ?? typeOfColor(value.borderColor);
    return { name, sampler: { ...sampler, ...(borderColorType !== undefined && { borderColorType }) } };
  }

  private d3d11(value: JsonObject): NamedSampler {
    this.api ??= 'd3d11';
    const { name, d3d11 } = checked(d3d11SamplerSchema, value, this.place, 'sampler');
    try {
      return { name, sampler: d3d11Sampler(d3d11) };
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      throw new TraceError(this.place, 'sampler.d3d11', cause.message, { cause });
    }
  }

  private request(value: JsonObject, version: number): Request {
    const { place } = this;
    const request = requestOf(value, version, place);
    const { image, second, sampler } = request;
    if (image !== null) refer(this.seen, image, place, 'image');
    if (typeof second === 'string') refer(this.seen, second, place, 'weights' in value ? 'weights' : 'reference');
    if (sampler !== null) refer(this.samplers, sampler, place, 'sampler');
    return request;
  }
}

/** The definition in a line, which must hold nothing else. */
function alone(value: JsonObject, what: 'image' | 'view' | 'sampler', place: LinePlace): JsonObject {
  const { [what]: defined, ...others } = value;
  const [other] = Object.keys(others);
  if (other !== undefined) throw new TraceError(place, other, `is unknown, expected nothing beside the ${what}`);
  return isObject(defined) ? defined : {};
}

function define(names: Set<string>, name: string, place: LinePlace, field: string): void {
  if (names.has(name)) throw new TraceError(place, field, `${fileValue(name)} is defined twice, expected a new name`);
  names.add(name);
}

function refer(names: ReadonlySet<string>, name: string, place: LinePlace, field: string): void {
  if (names.has(name)) return;
  const expected = names.size === 0 ? 'its definition on an earlier line' : `one of ${listed(names)}`;
  throw new TraceError(place, field, `${fileValue(name)} is not defined, expected ${expected}`);
}

function apiOf(value: unknown, place: LinePlace): CapturedApi {
  const api = CAPTURED_APIS.find((known) => known === value);
  if (api === undefined)
    throw new TraceError(place, 'api', `is ${fileValue(value)}, expected ${CAPTURED_APIS.join(' or ')}`);
  return api;
}
