import type * as z from 'zod';
import { type ImageSource, levelSize } from '../rtl-model/image.ts';
import type { LodSource } from '../rtl-model/sampler.ts';
import { decodeBase64 } from './base64.ts';
import { checked, checkHeader, type JsonObject, isObject, parseObject, shown } from './json-lines.ts';
import {
  inlineImageSchema,
  laneRequestSchema,
  pictureImageSchema,
  quadRequestSchema,
  samplerSchema,
} from './request-schema.ts';
import {
  type NamedImage,
  type NamedSampler,
  type Request,
  type RequestLane,
  type RequestRecord,
  REQUEST_KIND,
  REQUEST_VERSION,
} from './request-trace.ts';
import { type Place, TraceError } from './trace-error.ts';

type LaneFields = z.output<typeof laneRequestSchema>;
type QuadFields = z.output<typeof quadRequestSchema>;

/** Reads a request trace line by line. */
export class RequestReader {
  private readonly file: string;
  private readonly images = new Set<string>();
  private readonly samplers = new Set<string>();
  private line = 0;
  private headed = false;

  /** @param file its name, for messages */
  constructor(file: string) {
    this.file = file;
  }

  /**
   * @returns what the line says; null for the header and for blank lines
   * @throws TraceError when the line is not as FORMAT.md has it
   */
  read(text: string): RequestRecord | null {
    this.line++;
    if (text.trim() === '') return null;
    const place = this.place;
    const value = parseObject(text, place);
    if (!this.headed) {
      checkHeader(value, place, REQUEST_KIND, REQUEST_VERSION);
      this.headed = true;
      return null;
    }
    const { line } = place;
    if (isObject(value.image)) return { kind: 'image', line, ...this.image(alone(value, 'image', place)) };
    if (isObject(value.sampler)) return { kind: 'sampler', line, ...this.sampler(alone(value, 'sampler', place)) };
    return { kind: 'request', line, ...this.request(value) };
  }

  /** @throws TraceError when no line was a header */
  end(): void {
    if (!this.headed) checkHeader({}, { file: this.file, line: Math.max(this.line, 1) }, REQUEST_KIND, REQUEST_VERSION);
  }

  private get place(): Place {
    return { file: this.file, line: this.line };
  }

  private image(value: JsonObject): NamedImage {
    const { place } = this;
    if ('file' in value) {
      const { name, ...source } = checked(pictureImageSchema, value, place, 'image');
      define(this.images, name, place, 'image.name');
      return { name, source };
    }
    const { name, levels, ...image } = checked(inlineImageSchema, value, place, 'image');
    define(this.images, name, place, 'image.name');
    return { name, source: { ...image, levels: decodeLevels(levels, image, place) } };
  }

  private sampler(value: JsonObject): NamedSampler {
    const { name, ...sampler } = checked(samplerSchema, value, this.place, 'sampler');
    define(this.samplers, name, this.place, 'sampler.name');
    return { name, sampler };
  }

  private request(value: JsonObject): Request {
    const { place } = this;
    if (!('coord' in value) && !('quad' in value)) {
      throw new TraceError(place, 'coord', 'is missing, expected [s, t] or [s, t, layer], or a "quad" of four');
    }
    const request =
      'quad' in value
        ? quadRequest(checked(quadRequestSchema, value, place), place)
        : laneRequest(checked(laneRequestSchema, value, place), place);
    refer(this.images, request.image, place, 'image');
    refer(this.samplers, request.sampler, place, 'sampler');
    return request;
  }
}

/** What a line defines; it defines nothing else. */
function alone(value: JsonObject, what: 'image' | 'sampler', place: Place): JsonObject {
  const { [what]: defined, ...others } = value;
  const [other] = Object.keys(others);
  if (other !== undefined) throw new TraceError(place, other, `is unknown, expected nothing beside the ${what}`);
  return isObject(defined) ? defined : {};
}

function define(names: Set<string>, name: string, place: Place, field: string): void {
  if (names.has(name)) throw new TraceError(place, field, `${shown(name)} is defined twice, expected a new name`);
  names.add(name);
}

function refer(names: ReadonlySet<string>, name: string, place: Place, field: string): void {
  if (names.has(name)) return;
  const defined = [...names].map((known) => `"${known}"`).join(', ');
  const expected = defined === '' ? 'its definition on an earlier line' : `one of ${defined}`;
  throw new TraceError(place, field, `${shown(name)} is not defined, expected ${expected}`);
}

function decodeLevels(
  texts: readonly string[],
  { format, width, height, layers }: Omit<ImageSource, 'levels'>,
  place: Place,
): readonly Uint8Array[] {
  const most = Math.floor(Math.log2(Math.max(width, height))) + 1;
  if (texts.length > most) {
    throw new TraceError(
      place,
      'image.levels',
      `has ${texts.length} levels, expected at most ${most} (${width}x${height})`,
    );
  }
  return texts.map((text, l) => {
    const field = `image.levels[${l}]`;
    const bytes = decodeBase64(text);
    if (bytes === null) throw new TraceError(place, field, `is ${shown(text)}, expected base64 with its padding`);
    const texels = `${levelSize(width, l)}x${levelSize(height, l)}x${layers}`;
    const expected = levelSize(width, l) * levelSize(height, l) * layers * format.texelBytes;
    if (bytes.length !== expected) {
      throw new TraceError(
        place,
        field,
        `has ${bytes.length} bytes, expected ${expected} (${texels} of ${format.name})`,
      );
    }
    return bytes;
  });
}

function laneRequest(fields: LaneFields, place: Place): Request {
  const lod = lodSource(fields, place);
  if (lod === 'implicit') {
    throw new TraceError(place, 'lod', 'is missing, expected lod or grad: one lane has no derivatives');
  }
  return {
    ...named(fields, lod),
    lanes: [lane(fields, 0, fields.coord)],
    active: 1,
    texels: fields.texel === undefined ? null : [fields.texel],
  };
}

function quadRequest(fields: QuadFields, place: Place): Request {
  const { active, texels = null } = fields;
  texels?.forEach((texel, l) => {
    const wanted = (active >> l) % 2 === 1;
    if (wanted === (texel !== null)) return;
    const problem = wanted
      ? 'is null, expected [r, g, b, a]: the lane is active'
      : 'expected null: the lane is not active';
    throw new TraceError(place, `texels[${l}]`, problem);
  });
  return {
    ...named(fields, lodSource(fields, place)),
    lanes: fields.quad.map((coordinate, l) => lane(fields, l, coordinate)),
    active,
    texels,
  };
}

function lodSource({ lod, grad, bias }: LaneFields | QuadFields, place: Place): LodSource {
  if (lod !== undefined && grad !== undefined) {
    throw new TraceError(place, 'grad', 'stands beside lod, expected one of the two');
  }
  if (lod !== undefined && bias !== undefined) {
    throw new TraceError(place, 'bias', 'stands beside lod, expected one of the two');
  }
  return lod !== undefined ? 'explicit' : grad !== undefined ? 'gradient' : 'implicit';
}

function named(fields: LaneFields | QuadFields, lod: LodSource) {
  const { id, image, sampler, q, pixel, offset } = fields;
  const instruction = { lod, projected: q !== undefined };
  return { id, image, sampler, instruction, x: pixel[0], y: pixel[1], offsetU: offset[0], offsetV: offset[1] };
}

const NO_GRADIENT = { dx: [0, 0], dy: [0, 0] };

function lane(fields: LaneFields | QuadFields, l: number, [s, t, layer = 0]: readonly number[]): RequestLane {
  const { q, lod, bias, minLod, grad } = fields;
  const { dx, dy } = grad?.[l] ?? NO_GRADIENT;
  return {
    s,
    t,
    q: q?.[l] ?? 1,
    layer,
    lod: lod?.[l] ?? bias?.[l] ?? 0,
    minLod: minLod?.[l] ?? 0,
    dsdx: dx[0],
    dtdx: dx[1],
    dsdy: dy[0],
    dtdy: dy[1],
  };
}
