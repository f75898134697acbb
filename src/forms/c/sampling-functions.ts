import { imageTables } from '../../../rtl-model/address-unit/image-tables.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { RunTimePlacing } from '../../../rtl-model/description/run-time-placing.ts';
import { RunTimeSampling } from '../../../rtl-model/description/run-time-sampling.ts';
import type { DescribedTexels } from '../../../rtl-model/description/sampled-levels.ts';
import { formatRecord } from '../../../rtl-model/formats/format-record.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { UNCOMPRESSED_FORMATS } from '../../../rtl-model/formats/uncompressed-formats.ts';
import { FrontEnd } from '../../../rtl-model/front-end/front-end.ts';
import { LodUnit } from '../../../rtl-model/lod-unit/lod-unit.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { derivativeSteps } from '../../../rtl-model/simd/state-module.ts';
import { type Binding, bind } from '../../../rtl-model/state/binding.ts';
import { type ViewType, wholeView } from '../../../rtl-model/state/image-view.ts';
import type { LodSource, Operation } from '../../../rtl-model/state/instruction.ts';
import { DEFAULT_SAMPLER, type MipmapMode, type ReductionMode } from '../../../rtl-model/state/sampler.ts';
import type { CResults } from '../../../rtl-model/steps/c/c-form.ts';
import { StepGraph } from '../../../rtl-model/steps/step-graph.ts';

/** The components of texels as a filter takes them. */
export type TexelKind = 'codes' | 'floats' | 'integers';

/** Sums of texels in averages: those of `filter.signedGuardBits` and of `filter.alignedSum`, and all others. */
export const SUM_KINDS = ['plain', 'widened', 'aligned'] as const;
type SumKind = (typeof SUM_KINDS)[number];

/** The properties of a state that change its steps. All others change its numbers alone. */
export interface StateKind {
  readonly operation: Operation;
  readonly view: Extract<ViewType, '1d_array' | '2d_array' | '3d' | 'cube_array'>;
  readonly texels: TexelKind;
  readonly sum: SumKind;
  /** Bits of codes. They decide the fraction bits of the texel that a corner of a cube lacks. */
  readonly codeBits: number;
  readonly anisotropic: boolean;
  readonly reduction: ReductionMode;
  readonly cubic: boolean;
  readonly source: LodSource;
  readonly mipmapMode: MipmapMode;
  readonly projected: boolean;
}

export const PLAIN_KIND: StateKind = {
  operation: 'sample',
  view: '2d_array',
  texels: 'codes',
  sum: 'plain',
  codeBits: 16,
  anisotropic: false,
  reduction: 'weighted_average',
  cubic: false,
  source: 'implicit',
  mipmapMode: 'linear',
  projected: false,
};

/** A format of a kind. At run time 1 is the code of 1. */
function formatOf({ texels, sum, codeBits }: StateKind): TexelFormat {
  if (texels !== 'codes') return UNCOMPRESSED_FORMATS.get(FORMATS[texels])!;
  if (sum === 'widened') return UNCOMPRESSED_FORMATS.get('r8g8b8a8_snorm')!;
  const stored = { order: [0, 1, 2, 3], bits: Array<number>(4).fill(codeBits), shifts: [0, 16, 32, 48] };
  const componentType = sum === 'aligned' ? 'srgb' : 'uscaled';
  return formatRecord({ name: 'codes', componentType, ...stored, texelBytes: 8 });
}

const FORMATS = { floats: 'r32g32b32a32_sfloat', integers: 'r32g32b32a32_sint' } as const;

/** A state of a kind, as an example: all states of the kind have the same steps. */
export function exemplar(design: Design, kind: StateKind): Binding {
  const { view, anisotropic, reduction, source, operation, projected, sum } = kind;
  const format = formatOf(kind);
  const [type, height, depth, layers] = {
    '1d_array': ['1d', 1, 1, 2] as const,
    '2d_array': ['2d', 2, 1, 2] as const,
    '3d': ['3d', 2, 2, 1] as const,
    cube_array: ['2d', 2, 1, 12] as const,
  }[view];
  const texelsOfLevels = [2 * height * depth * layers, layers];
  const levels = texelsOfLevels.map((count) => new Uint8Array(count * format.texelBytes));
  const image = { format, type, width: 2, height, depth, layers, levels };
  const memory = layOutImages([image], 'linear');
  const sampler = {
    ...DEFAULT_SAMPLER,
    magFilter: kind.cubic ? 'cubic' : 'nearest',
    minFilter: kind.cubic ? 'cubic' : 'linear',
    mipmapMode: kind.mipmapMode,
    addressModeU: 'clamp_to_border',
    anisotropyEnable: anisotropic,
    maxAnisotropy: 16,
    reductionMode: reduction,
  } as const;
  const whole = { ...wholeView(memory.images[0]), viewType: view };
  const { filter } = design;
  return bind(
    { ...design, filter: { ...filter, alignedSum: sum === 'aligned' ? filter.alignedSum : null } },
    memory,
    { image: 0, view: whole, sampler, instruction: { op: operation, lod: source, projected } },
    0,
  );
}

/** The largest code of a texel. */
export const CODE_MAX = 65_535;

/** Texels of four components, which a function of the state loads. */
const TEXELS: Readonly<Record<TexelKind, DescribedTexels>> = {
  codes: describedTexels('decoded'),
  floats: describedTexels('floats'),
  integers: describedTexels('decoded'),
};

function describedTexels(form: 'decoded' | 'floats'): DescribedTexels {
  const codes = {
    stride: 8,
    taps: 4,
    form,
    signed: true,
    places: [0, 2, 4, 6],
    low: -CODE_MAX,
    high: CODE_MAX,
  } as const;
  return {
    codes: { ...codes, planar: false },
    constants: [null, null, null, null],
    sources: [0, 1, 2, 3],
    border: () => new Uint8Array(0),
  };
}

/** The steps of a kind from the address unit on. */
export function sampledColor(steps: StepGraph, design: Design, kind: StateKind): CResults {
  const binding = exemplar(design, kind);
  const tables = imageTables(binding);
  const place = (lanes: ConstructorParameters<typeof RunTimePlacing>[2]) => new RunTimePlacing(steps, binding, lanes);
  if (kind.operation === 'fetch') return fetchedColor(steps, binding, kind.texels);
  const corners = binding.cube && kind.texels !== 'integers' && !kind.cubic;
  const sampling = new RunTimeSampling(steps, binding, tables, TEXELS[kind.texels], corners, place);
  return { stored: [], color: sampling.color() };
}

/** The texel of a fetch, as it is. */
function fetchedColor(s: StepGraph, binding: Binding, texels: TexelKind): CResults {
  const lanes = { linear: s.always(false), samples: s.constant(1), active: null, corners: false };
  const address = new RunTimePlacing(s, binding, lanes).placeTexel();
  const texel = s.tap(s.square([address], TEXELS[texels].codes, null), 0);
  return {
    stored: [],
    color: texels === 'codes' ? s.quotient(texel, [1, 1, 1, 1], [0, 0, 0, 0]) : texel,
  };
}

/** The LOD unit of a kind: levels, weights, filters and samples. */
export function lodRegisters(steps: StepGraph, design: Design, kind: StateKind): CResults {
  const s = steps;
  const binding = exemplar(design, kind);
  const unit = new LodUnit(binding, { passes: () => 1 });
  const [operand, minLod] = ['lodOperand', 'minLod'].map((register) => s.register(register, 'float32'));
  const explicit = unit.source === 'explicit';
  const footprint = explicit ? null : unit.measure(s, derivativeSteps(s, binding, new FrontEnd(binding)));
  const baseLod = footprint === null ? unit.bounds.explicit(s, operand) : unit.log2Unit.log2(s, footprint.length);
  const selected = unit.levels(s, baseLod, operand, minLod);
  const { filter, levelHi, levelLo, levelWeight } = selected;
  const axes = kind.anisotropic && footprint !== null ? { axisU: footprint.axisU!, axisV: footprint.axisV! } : {};
  const stored = { filter, levelHi, levelLo, levelWeight, samples: footprint?.samples ?? s.constant(1), ...axes };
  const rho = footprint === null ? {} : { rho: footprint.length };
  Object.entries({ ...rho, baseLod, ...selected, ...stored }).forEach(([of, step]) => s.shown(of, step));
  return { stored: Object.entries(stored) };
}

/** Projection of coordinates and of the reference depth. */
export function projectedRegisters(steps: StepGraph, design: Design): CResults {
  const frontEnd = new FrontEnd(exemplar(design, { ...PLAIN_KIND, projected: true }));
  const q = steps.register('q', 'float32');
  const projected = (register: string) => frontEnd.projected(steps, steps.register(register, 'float32'), q);
  return { stored: ['u', 'v', 'w', 'dref'].map((of) => [of, steps.shown(of, projected(of))]) };
}

/** Faces of a cube, coordinates on them and their derivatives. */
export function cubeRegisters(steps: StepGraph, design: Design, source: LodSource): CResults {
  const frontEnd = new FrontEnd(exemplar(design, { ...PLAIN_KIND, view: 'cube_array', source }));
  const register = (of: string) => steps.register(of, 'float32');
  const { face, u, v, ...derivatives } = frontEnd.onCube(steps, {
    coordinate: (axis, lanes) => (lanes === undefined ? register(axis) : steps.neighbor(register(axis), lanes)),
    gradient: register,
  });
  const known = Object.entries(derivatives).flatMap(([of, step]) => (step === null ? [] : [[of, step] as const]));
  [['face', face] as const, ['u', u] as const, ['v', v] as const, ...known].forEach(([of, step]) =>
    steps.shown(of, step),
  );
  return { stored: [['face', face], ['onFaceU', u], ['onFaceV', v], ...known] };
}

/** Numbers of the LOD unit that a state has: bounds and biases in its format. */
export function lodUnitOf(design: Design): LodUnit {
  return new LodUnit(exemplar(design, PLAIN_KIND), { passes: () => 1 });
}
