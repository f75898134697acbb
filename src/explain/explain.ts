import { unitPath } from '../../rtl-model/path/bind-units.ts';
import { bindState } from '../../rtl-model/state/binding.ts';
import type { Design } from '../../rtl-model/design/design.ts';
import { floatBits } from '../../rtl-model/fixed-point/float32.ts';
import type { TexelMemory } from '../../rtl-model/memory/lay-out-images.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { StateRegisters } from '../../rtl-model/registers/state-registers.ts';
import { setsOf } from '../../rtl-model/texel-cache/set-index.ts';
import { STAGE_RECORDS, STAGES } from '../../pipeline/stages/stages.ts';
import { counted, percent } from '../platform/pages/wording.ts';
import type { Request, RequestId } from '../../traces/requests/request-trace.ts';
import type { Result } from '../../traces/results/result-trace.ts';
import { TapAccesses } from '../../traces/accesses/tap-accesses.ts';
import { TexelLocator } from '../../traces/accesses/texel-locator.ts';
import { tracedImages } from '../../traces/accesses/image-table.ts';
import { D3D11_3 } from '../checker/profiles.ts';
import { cacheText } from '../designs/design-text.ts';
import type { MeasuredTrace } from '../checker/judge/measured-trace.ts';
import { capturedResult, capturedSection } from './captured-result.ts';
import { cubeSteps } from './cube-steps.ts';
import type { Explanation, Section, Step } from './explanation.ts';
import { lerpsPlane, lerpSection } from './filter-steps.ts';
import { levelFootprints } from './level-footprints.ts';
import { lodSection } from './lod-steps.ts';
import { pixelOf } from './quad-pixels.ts';
import { resultCode } from './result-code.ts';
import { placeOf, type WatchedQuad } from './request-watch.ts';
import type { QuadWait } from './quad-waits.ts';
import { jsonFloat, hex, registerSteps } from './step-values.ts';
import { compareSteps, sumsSection } from './sum-steps.ts';
import { passSection, type TapPlaces } from './tap-steps.ts';
import type { Standard } from '../checker/judge/judge-lanes.ts';
import { WatchedLane } from './watched-lane.ts';

/** A request that a pipeline has answered, and what was seen of it on its way. */
export interface Answered {
  readonly design: Design;
  readonly memory: TexelMemory;
  readonly states: readonly TextureState[];
  readonly request: Request;
  readonly quad: WatchedQuad;
  /** The work and the waits that the cycles of the quad's stay go to. */
  readonly waits: readonly QuadWait[];
  readonly result: Result;
  /** The lane at the chosen pixel, or the first active one. */
  readonly lane: number;
  /** Later requests at that pixel. */
  readonly others: readonly RequestId[];
  /** The request, last of the trace, with its captured results and the lines on which they depend; null without. */
  readonly measured: MeasuredTrace | null;
}

/**
 * The explanation of one lane's result: plain data, in the units that the names of its fields and formats say.
 *
 * @param answered as `TraceToExplain` gives it
 * @param lane an active lane of the request, 0 to 3
 * @param standard of a captured result: what it is held against
 * @throws RangeError when the lane is not active
 * @throws Error when a step that was worked out again does not end in the unit's bits: a fault of the program
 */
export function explain(
  answered: Answered,
  lane = answered.lane,
  standard: Standard = { kind: 'profile', profile: D3D11_3 },
): Explanation {
  const { design, memory, states, request, quad, result, measured } = answered;
  if (((quad.active >> lane) & 1) !== 1) throw new RangeError(`lane ${lane} is not active in this request`);
  const state = states[quad.state];
  const binding = bindState(design, memory, state);
  const registers = new StateRegisters(binding);
  const sections: Section[] = [requestSection(request, state, answered, lane)];
  const watched = new WatchedLane(binding, registers, quad, lane, unitPath(design, memory, state));
  const frontEnd = registerSteps(registers.outOf('frontEnd'), placeOf(quad), lane);
  sections.push({ title: 'Front end', steps: [...cubeSteps(watched, request), ...frontEnd] });
  const places = state.image === null ? null : placesOf(answered);
  if (places !== null) sections.push(...unitSections(watched, places));
  const footprints = places === null ? [] : levelFootprints(watched, places);
  sections.push(cyclesSection(watched), latencySection(answered.waits), resultSection(result, watched));
  const texel = result.texels?.[lane] ?? null;
  const captured = measured && capturedResult(measured, { watched, texel, footprints }, standard);
  if (captured !== null) sections.push(capturedSection(captured, texel, binding));
  const op = request.instruction.op ?? 'sample';
  const pixel = pixelOf(request, lane);
  return { id: request.id, design: design.name, op, lane, pixel, sections, footprints, captured };
}

function placesOf({ design, memory, states, request }: Answered): TapPlaces {
  const decoded = tracedImages(memory, { layout: design.cache.layout, blocks: 'decoded' }, undefined, states);
  return {
    locator: new TexelLocator(decoded),
    image: request.image ?? 'null descriptor',
    imageNames: decoded.map(({ name }) => name),
    accesses: new TapAccesses(memory, states, design.cache),
    bytes: memory.data.bytes,
  };
}

function unitSections(watched: WatchedLane, places: TapPlaces): readonly Section[] {
  const { binding, passes, isLargeBox } = watched;
  const filter = lerpsPlane(binding) ? lerpSection(watched) : sumsSection(watched);
  return [
    lodSection(watched),
    ...(isLargeBox ? [0] : [...passes.keys()]).map((pass) => passSection(watched, pass, places)),
    cacheSection(watched),
    { ...filter, steps: [...compareSteps(watched), ...filter.steps] },
  ];
}

function requestSection(request: Request, state: TextureState, { memory, others }: Answered, lane: number): Section {
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
  if (request.x !== 0 || request.y !== 0) {
    const note = others.length === 0 ? {} : { note: `also of requests ${others.join(', ')}` };
    steps.push({ name: 'pixel', value: pixelOf(request, lane).join(', '), ...note });
  }
  if (sampler !== null) {
    steps.push(
      { name: 'sampler', value: sampler, note: `mag ${magFilter}, min ${minFilter}, mip ${mipmapMode}` },
      { name: 'address modes', value: `${addressModeU}, ${addressModeV}` },
    );
  }
  return { title: 'Request', steps };
}

/** The quad's look-ups: four lanes share them. */
function cacheSection({ binding, quad: { lookups }, isLargeBox }: WatchedLane): Section {
  const { cache } = binding.design;
  const hits = lookups.filter(({ hit }) => hit).length;
  const setOf = setsOf(cache);
  const rows = (isLargeBox ? [] : lookups).map(({ pass, line, hit, cycle, filled }) => {
    const set = setOf(Math.floor(line / cache.lineBytes));
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
    { name: 'cache', value: cacheText(cache), note: 'lines of the whole quad' },
    { name: 'look-ups', value: lookups.length, note: `${hits} hits, ${lookups.length - hits} misses` },
  ];
  return { title: 'Texel cache', steps, table: { columns: ['pass', 'line', 'set', 'tag', 'looked up', 'back'], rows } };
}

/** When the quad and its passes were where; all passes of a large box at once. */
function cyclesSection({ quad: { stays, quad }, isLargeBox }: WatchedLane): Section {
  const row = (stage: string, pass: string, enter: number, leave: number) => [
    stage,
    pass,
    ...[enter, leave, leave - enter].map(String),
  ];
  const rows = STAGES.flatMap((stage) => {
    const ofStage = stays.filter((stay) => stay.stage === stage);
    if (!isLargeBox) return ofStage.map(({ pass, enter, leave }) => row(stage, String(pass), enter, leave));
    const last = ofStage.length - 1;
    return [row(stage, last > 0 ? `0 to ${last}` : '0', ofStage[0].enter, ofStage[last].leave)];
  });
  const first = Math.min(...stays.map(({ enter }) => enter));
  const last = Math.max(...stays.map(({ leave }) => leave));
  const steps = [{ name: 'quad', value: quad, note: `cycles ${first} to ${last}: ${last - first} in all` }];
  return { title: 'Cycles', steps, table: { columns: ['stage', 'pass', 'enters', 'leaves', 'cycles'], rows } };
}

/** The latency of the quad by what its cycles go to. */
function latencySection(waits: readonly QuadWait[]): Section {
  const latency = waits.reduce((sum, { cycles }) => sum + cycles, 0);
  const work = waits.reduce((sum, { cause, cycles }) => sum + (cause === null ? cycles : 0), 0);
  const rows = waits.map(({ at, stage, cause, culprits, from, cycles }) => {
    const does = cause === null ? 'works on the quad' : `${STAGE_RECORDS[stage].title}: ${cause}`;
    const others = culprits.length > 1 ? ` and ${counted(culprits.length - 1, 'other')}` : '';
    const most = `${culprits[0]?.[0] ?? ''}${others}`;
    return [STAGE_RECORDS[at].title, does, most, String(from), String(cycles), percent(cycles / latency)];
  });
  return {
    title: 'Latency',
    steps: [
      { name: 'latency', value: latency, note: 'cycles, as the last pass goes' },
      { name: 'work', value: work, note: 'cycles in which stages work on the quad' },
      { name: 'waits', value: latency - work, note: 'cycles in which it waits for others' },
    ],
    table: { columns: ['at stage', 'cause', 'waits for', 'from', 'cycles', 'share'], rows },
  };
}

function resultSection({ texels, footprints, resident }: Result, { binding, lanes, lane }: WatchedLane): Section {
  const steps: Step[] = [];
  const texel = texels?.[lane];
  texel?.forEach((value, c) => {
    const register = lanes.colorBits[4 * lane + c];
    const name = 'rgba'[c];
    // No register holds an undefined result as the policy replaces it.
    const bits = [floatBits(Math.fround(value)) | 0, value | 0].includes(register)
      ? { bits: hex(register >>> 0, 32) }
      : {};
    const code = resultCode(binding, c, value);
    const note = code === null ? {} : { note: `code ${code.code} of ${code.one}` };
    steps.push({ name, value: jsonFloat(value), ...bits, ...note });
  });
  const footprint = footprints?.[lane];
  if (footprint) steps.push({ name: 'footprint', value: JSON.stringify(footprint) });
  if (resident) steps.push({ name: 'resident', value: resident[lane] ?? false });
  return { title: 'Result', steps };
}
