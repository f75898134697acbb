import { aspectsOf } from '../formats/format-table.ts';
import { parseSampler } from './parse-sampler.ts';
import type { ForeignImage, ForeignRequest, ForeignTable, ForeignView, Swizzle, ViewType } from './records.ts';

type Line = Record<string, unknown>;

/** A table from the lines of a request trace (JSON Lines, version 2). */
export function parseTable(text: string): ForeignTable {
  const views = new Map<string, ForeignView>();
  const samplers = new Map<string, ReturnType<typeof parseSampler>>();
  const requests: ForeignRequest[] = [];
  for (const line of text
    .split('\n')
    .filter((part) => part.trim() !== '')
    .slice(1)) {
    const record = JSON.parse(line) as Line;
    if (record['image'] !== null && typeof record['image'] === 'object') {
      const image = parseImage(record['image'] as Line);
      views.set(image.name, parseView({ image: image.name }, image));
    } else if (record['view'] !== undefined) {
      const view = record['view'] as Line;
      views.set(view['name'] as string, parseView(view, views.get(view['image'] as string)!.image));
    } else if (record['sampler'] !== null && typeof record['sampler'] === 'object') {
      const sampler = record['sampler'] as Line;
      samplers.set(sampler['name'] as string, parseSampler(sampler));
    } else requests.push(parseRequest(record));
  }
  return { views, samplers, requests };
}

function parseImage(fields: Line): ForeignImage {
  return {
    name: fields['name'] as string,
    format: fields['format'] as string,
    type: (fields['type'] as ForeignImage['type'] | undefined) ?? '2d',
    width: fields['width'] as number,
    height: (fields['height'] as number | undefined) ?? 1,
    depth: (fields['depth'] as number | undefined) ?? 1,
    layers: (fields['layers'] as number | undefined) ?? 1,
    samples: (fields['samples'] as number | undefined) ?? 1,
    cornerSampled: (fields['cornerSampled'] as boolean | undefined) ?? false,
    unbound: (fields['unbound'] as ForeignImage['unbound'] | undefined) ?? [],
    levels: (fields['levels'] as string[]).map((level) => new Uint8Array(Buffer.from(level, 'base64'))),
  };
}

const IDENTITY: readonly Swizzle[] = ['identity', 'identity', 'identity', 'identity'];

function parseView(fields: Line, image: ForeignImage): ForeignView {
  const viewType = (fields['viewType'] as ViewType | undefined) ?? defaultType(image, fields);
  const base = (fields['baseMipLevel'] as number | undefined) ?? 0;
  const layer = (fields['baseArrayLayer'] as number | undefined) ?? 0;
  const layers = viewType === 'cube' ? 6 : viewType.endsWith('array') ? image.layers - layer : 1;
  const format = (fields['format'] as string | undefined) ?? image.format;
  return {
    image,
    viewType,
    format,
    components: (fields['components'] as Swizzle[] | undefined) ?? IDENTITY,
    aspect: (fields['aspect'] as string | undefined) ?? aspectsOf(format)[0],
    baseMipLevel: base,
    levelCount: (fields['levelCount'] as number | undefined) ?? image.levels.length - base,
    baseArrayLayer: layer,
    layerCount: (fields['layerCount'] as number | undefined) ?? layers,
    minLod: Math.fround((fields['minLod'] as number | undefined) ?? 0),
    slices: (fields['slices'] as ForeignView['slices'] | undefined) ?? null,
    weights: (fields['weights'] as ForeignView['weights'] | undefined) ?? null,
  };
}

/** The type of a view without one: the image's, as an array where the image has several layers. */
function defaultType(image: ForeignImage, fields: Line): ViewType {
  const arrayed = image.layers > 1 && fields['layerCount'] !== 1;
  return (arrayed ? `${image.type}_array` : image.type) as ViewType;
}

function numberOf(value: unknown): number {
  return Math.fround(Number(value));
}

/** The active lanes as four digits: a text has them, and bit 0 of an integer is lane 0. */
function activeDigits(active: unknown): string {
  if (typeof active === 'string') return active;
  return [0, 1, 2, 3].map((lane) => ((active as number) >> lane) & 1).join('');
}

function parseRequest(record: Line): ForeignRequest {
  const { id, op, image, sampler, coord, quad, active, ...operands } = record;
  const lists = (quad ?? [coord ?? []]) as unknown[][];
  const text = active === undefined ? '1111' : activeDigits(active);
  return {
    id: id as number | string,
    op: (op as string | undefined) ?? 'sample',
    image: image as string | null,
    sampler: (sampler as string | undefined) ?? null,
    coords: lists.map((list) => list.map(numberOf)),
    quad: quad !== undefined,
    active: lists.map((_, lane) => quad === undefined || text[lane] === '1'),
    operands,
  };
}
