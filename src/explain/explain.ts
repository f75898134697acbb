import { type Binding, bind } from '../../rtl-model/state/binding.ts';
import type { Design } from '../../rtl-model/design/design.ts';
import { floatBits } from '../../rtl-model/fixed-point/float32.ts';
import type { TexelMemory } from '../../rtl-model/memory/image.ts';
import { filterScales } from '../../rtl-model/filter-unit/tap-texels.ts';
import { readsIntegers } from '../../rtl-model/texel-decoder/read-format.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { foldedSet } from '../../rtl-model/texel-cache/set-index.ts';
import { STAGES } from '../../pipeline/stages.ts';
import type { Request } from '../../traces/requests/request-trace.ts';
import type { Result } from '../../traces/requests/result-trace.ts';
import { TapAccesses } from '../../traces/accesses/tap-accesses.ts';
import { TexelLocator } from '../../traces/accesses/texel-locator.ts';
import { tracedImages } from '../../traces/accesses/image-table.ts';
import type { Explanation, Section, Step } from './explanation.ts';
import { fixedFilterSection, sumsSection } from './filter-steps.ts';
import { lodSection } from './lod-steps.ts';
import type { WatchedQuad } from './request-watch.ts';
import { floatStep, floatValue, hex } from './step-values.ts';
import { passSection, type TapPlaces } from './tap-steps.ts';

/** A request that a pipeline has answered, and what was seen of it on its way. */
export interface Answered {
  readonly design: Design;
  readonly memory: TexelMemory;
  readonly states: readonly TextureState[];
  readonly request: Request;
  readonly quad: WatchedQuad;
  readonly result: Result;
}

/**
 * Where the result of one lane comes from.
 *
 * @param lane an active lane of the request
 * @throws Error when a step that was worked out again does not end in the unit's bits
 */
export function explain(answered: Answered, lane: number): Explanation {
  const { design, memory, states, request, quad, result } = answered;
  const state = states[quad.state];
  const sections: Section[] = [requestSection(request, state, answered, lane), frontEndSection(quad, lane, state)];
  if (state.image !== null) {
    const binding = bind(design, memory, state, state.image);
    sections.push(...unitSections(binding, answered, lane));
  }
  sections.push(cyclesSection(quad), resultSection(result, quad, lane));
  return { id: request.id, design: design.name, op: request.instruction.op ?? 'sample', lane, sections };
}

function unitSections(binding: Binding, answered: Answered, lane: number): readonly Section[] {
  const { design, memory, states, quad } = answered;
  const { lanes } = quad;
  const squares = samplesSquares(binding);
  const decoded = tracedImages(memory, { layout: design.cache.layout, blocks: 'decoded' });
  const places: TapPlaces = {
    locator: new TexelLocator(decoded),
    imageNames: decoded.map(({ name }) => name),
    accesses: new TapAccesses(memory, states, design.cache),
    bytes: memory.data.bytes,
  };
  const passes = Math.min(lanes.passes[lane], quad.passes.length);
  return [
    lodSection(binding, squares, lanes, lane),
    ...Array.from({ length: passes }, (_, pass) => passSection(binding, squares, quad, lane, pass, places)),
    cacheSection(design, quad),
    squares && filtersCodes(binding)
      ? fixedFilterSection(binding, quad, lane)
      : sumsSection(binding, squares, quad, lane),
  ];
}

/** True for sampling whose passes are single texels or squares in a plane: each of its steps is worked out again. */
function samplesSquares({ op, dimensions, cube, sampler, instruction, image }: Binding): boolean {
  const { magFilter, minFilter, reductionMode, ycbcrConversion, unnormalizedCoordinates } = sampler;
  const { planes, cornerSampled, unbound, format } = image;
  return (
    op === 'sample' &&
    dimensions === 2 &&
    !cube &&
    magFilter !== 'cubic' &&
    minFilter !== 'cubic' &&
    reductionMode === 'weighted_average' &&
    ycbcrConversion === null &&
    !unnormalizedCoordinates &&
    !instruction.dref &&
    planes === null &&
    !cornerSampled &&
    unbound.length === 0 &&
    (format.block === null || format.codec !== null)
  );
}

/** True if all components are integer codes that the filter combines. */
function filtersCodes(binding: Binding): boolean {
  return !readsIntegers(binding) && filterScales(binding).every(({ bits }) => bits > 0);
}

function requestSection(request: Request, state: TextureState, { memory }: Answered, lane: number): Section {
  const { instruction, sampler } = request;
  const image = state.image === null ? null : memory.images[state.image];
  const { magFilter, minFilter, mipmapMode, addressModeU, addressModeV } = state.sampler;
  const steps: Step[] = [
    {
      name: 'operation',
      value: instruction.op ?? 'sample',
      note: `lane ${lane} of ${request.lanes.length}, LOD ${instruction.lod}`,
    },
    {
      name: 'image',
      value: request.image ?? 'null descriptor',
      ...(image && {
        note: `${image.format.name}, ${image.width} x ${image.height}, ${image.levels.length} levels, ${image.layers} layers`,
      }),
    },
    { name: 'coordinate', value: (request.lanes[lane]?.coord ?? []).join(', ') },
  ];
  if (sampler !== null) {
    steps.push(
      { name: 'sampler', value: sampler, note: `mag ${magFilter}, min ${minFilter}, mip ${mipmapMode}` },
      { name: 'address modes', value: `${addressModeU}, ${addressModeV}` },
    );
  }
  return { title: 'Request', steps };
}

/** float32 registers of the front end that the operation may use. */
const FLOAT_REGISTERS = [
  'u',
  'v',
  'w',
  'layer',
  'dref',
  'dudx',
  'dvdx',
  'dudy',
  'dvdy',
  'lodOperand',
  'minLod',
] as const;
const INTEGER_REGISTERS = ['i', 'j', 'k', 'integerLayer', 'sample', 'level'] as const;
const OFFSETS = ['offsetU', 'offsetV', 'offsetW'] as const;
/** Shown of operations that take coordinates, whatever they are. */
const ALWAYS: ReadonlySet<string> = new Set(['u', 'v', 'i', 'j']);

function frontEndSection({ lanes }: WatchedQuad, lane: number, { instruction }: TextureState): Section {
  const integers = new Set(['fetch', 'read', 'write', 'block_match']).has(instruction.op ?? 'sample');
  const floats = FLOAT_REGISTERS.filter((name) => !integers || !ALWAYS.has(name))
    .filter((name) => ALWAYS.has(name) || !Object.is(lanes[name][lane], 0))
    .map((name) => floatStep(name, lanes[name][lane]));
  const integral = [...INTEGER_REGISTERS.filter((name) => integers || !ALWAYS.has(name)), ...OFFSETS]
    .filter((name) => ALWAYS.has(name) || lanes[name][lane] !== 0)
    .map((name) => ({ name, value: lanes[name][lane], bits: hex(lanes[name][lane], 32) }));
  return { title: 'Front end', steps: [...floats, ...integral] };
}

/** The quad's look-ups: four lanes share them. */
function cacheSection({ cache }: Design, { lookups }: WatchedQuad): Section {
  const rows = lookups.map(({ pass, line, hit, cycle, filled }) => {
    const number = Math.floor(line / cache.lineBytes);
    const set = cache.setIndex === 'xor-folded' ? foldedSet(number, cache.sets) : number % cache.sets;
    return [
      String(pass),
      hex(line, 32),
      String(set),
      hit ? 'hit' : 'miss',
      String(cycle),
      filled === null ? '' : String(filled),
    ];
  });
  const steps = [
    {
      name: 'cache',
      value: `${cache.sets} sets x ${cache.ways} ways x ${cache.lineBytes} bytes`,
      note: 'lines of the whole quad',
    },
  ];
  return { title: 'Texel cache', steps, table: { columns: ['pass', 'line', 'set', 'tag', 'looked up', 'back'], rows } };
}

/** When the quad and its passes were where. */
function cyclesSection({ stays, quad }: WatchedQuad): Section {
  const rows = STAGES.flatMap((stage) =>
    stays
      .filter((stay) => stay.stage === stage)
      .map(({ pass, enter, leave }) => [stage, String(pass), String(enter), String(leave), String(leave - enter)]),
  );
  const first = Math.min(...stays.map(({ enter }) => enter));
  const last = Math.max(...stays.map(({ leave }) => leave));
  const steps = [{ name: 'quad', value: quad, note: `cycles ${first} to ${last}: ${last - first} in all` }];
  return { title: 'Cycles', steps, table: { columns: ['stage', 'pass', 'enters', 'leaves', 'cycles'], rows } };
}

function resultSection({ texels, footprints, resident }: Result, { lanes }: WatchedQuad, lane: number): Section {
  const steps: Step[] = [];
  const texel = texels?.[lane];
  texel?.forEach((value, c) => {
    const register = lanes.colorBits[4 * lane + c];
    const name = 'rgba'[c];
    // An undefined result, as the policy has it, stands in no register.
    const bits = [floatBits(Math.fround(value)) | 0, value | 0].includes(register)
      ? { bits: hex(register >>> 0, 32) }
      : {};
    steps.push({ name, value: floatValue(value), ...bits });
  });
  const footprint = footprints?.[lane];
  if (footprint) steps.push({ name: 'footprint', value: JSON.stringify(footprint) });
  if (resident) steps.push({ name: 'resident', value: resident[lane] ?? false });
  return { title: 'Result', steps };
}
