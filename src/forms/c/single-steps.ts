import { selectLayer } from '../../../rtl-model/address-unit/array-layer.ts';
import { Coordinates } from '../../../rtl-model/address-unit/coordinates.ts';
import { alongAxis } from '../../../rtl-model/address-unit/sample-positions.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { filterRules } from '../../../rtl-model/design/filter-rules.ts';
import { filterWidths } from '../../../rtl-model/design/filter-widths.ts';
import { RunTimePlacing } from '../../../rtl-model/description/run-time-placing.ts';
import { FrontEnd } from '../../../rtl-model/front-end/front-end.ts';
import { levelWeights, levelWeightSlopes } from '../../../rtl-model/lod-unit/level-weight.ts';
import { Log2Unit } from '../../../rtl-model/lod-unit/log2.ts';
import { cValueFunction, parameterKinds } from '../../../rtl-model/steps/c/c-form.ts';
import type { NumberKind, StepNode } from '../../../rtl-model/steps/step.ts';
import { StepGraph } from '../../../rtl-model/steps/step-graph.ts';
import { ConstantTable } from '../../../rtl-model/steps/steps.ts';
import { exemplar, lodUnitOf, PLAIN_KIND } from './sampling-functions.ts';

/** A step of docs/arithmetic.md that a bench may call by itself. */
export interface SingleStep {
  readonly name: string;
  /** The sentence of the header on its result. */
  readonly says: string;
  readonly steps: StepGraph;
  /** Operands of the graph, and the names that the header gives them. */
  readonly operands: readonly string[];
  readonly parameters: readonly string[];
  readonly kinds: readonly NumberKind[];
  readonly value: StepNode;
}

/** The steps of a design, in the order of the page. */
export function singleSteps(design: Design): readonly SingleStep[] {
  const binding = exemplar(design, PLAIN_KIND);
  const { lod } = design;
  const { bounds } = lodUnitOf(design);
  const coordinates = new Coordinates(binding);
  const widths = filterWidths(design, 3);
  const rules = filterRules(design, widths);
  const step = (
    name: string,
    says: string,
    operands: Readonly<Record<string, string>>,
    value: (s: StepGraph) => StepNode,
  ): SingleStep => {
    const s = new StepGraph(true);
    const made = value(s);
    const kinds = parameterKinds(s, Object.values(operands));
    return {
      name,
      says,
      steps: s,
      operands: Object.values(operands),
      parameters: Object.keys(operands),
      kinds,
      value: made,
    };
  };
  const float = (s: StepGraph, name: string) => s.register(name, 'float32');
  const integer = (s: StepGraph, name: string) => s.register(name, 'integer');
  const placing = (s: StepGraph) => {
    const linear = s.not(s.equal(integer(s, 'filter'), s.constant(0)));
    return new RunTimePlacing(s, binding, { linear, samples: s.constant(1), active: null, corners: false });
  };
  const two = { a: 'a', b: 'b', weight: 'w' };
  const lerp = (rule: keyof typeof rules) => (s: StepGraph) =>
    s.lerp(integer(s, 'a'), integer(s, 'b'), integer(s, 'w'), rules[rule] as typeof rules.u);
  const weights = new ConstantTable('level weights', () =>
    Int32Array.from(levelWeights(lod, levelWeightSlopes(lod)[0])),
  );
  const first = (s: StepGraph) => s.constant(0);
  return [
    step('front_end_project', 'the quotient s / q', { s: 'u', q: 'q' }, (s) =>
      new FrontEnd(exemplar(design, { ...PLAIN_KIND, projected: true })).projected(s, float(s, 'u'), float(s, 'q')),
    ),
    step('lod_log2', 'the LOD of a length: log2(rho)', { rho: 'rho' }, (s) =>
      new Log2Unit(lod).log2(s, float(s, 'rho')),
    ),
    step('lod_explicit', 'a LOD that an instruction gives', { lod: 'lod' }, (s) => bounds.explicit(s, float(s, 'lod'))),
    step('lod_bound', 'a least or greatest LOD', { bound: 'bound' }, (s) => bounds.held(s, float(s, 'bound'))),
    step(
      'lod_bias',
      "the sum of the sampler's and the instruction's bias",
      { sampler: 'samplerBias', bias: 'bias' },
      (s) => bounds.sum(s, float(s, 'bias')),
    ),
    step('lod_weight', 'the weight of the coarser level, of a fraction of the LOD', { fraction: 'fraction' }, (s) =>
      s.entryOf(weights, integer(s, 'fraction'), 0, 2 ** lod.format.fractionBits),
    ),
    step(
      'address_place',
      'a sample on the major axis: u + axis position',
      { u: 'u', axis: 'axis', position: 'position' },
      (s) => alongAxis(s, float(s, 'u'), float(s, 'axis'), float(s, 'position')),
    ),
    step(
      'address_snap',
      'a coordinate in texels; mode is of texunit_address_mode, filter of texunit_filter',
      { u: 'u', size: 'width', mode: 'addressModeU', filter: 'filter', offset: 'offsetU' },
      (s) => placing(s).snap(0, float(s, 'u'), first(s), s.always(false)),
    ),
    step('address_index', 'the first texel of a coordinate', { x: 'x' }, (s) => coordinates.index(s, integer(s, 'x'))),
    step('address_weight', 'the weight of the texel after it', { x: 'x' }, (s) =>
      coordinates.weight(s, integer(s, 'x')),
    ),
    step(
      'address_wrap',
      'the texel of an index; -1 on the border',
      { i: 'i', size: 'width', mode: 'addressModeU' },
      (s) => placing(s).wrap(0, integer(s, 'i'), first(s)),
    ),
    step('address_layer', 'the layer, from 0 to last', { layer: 'layer', last: 'lastLayer' }, (s) => {
      const last = s.single(s.ofState('lastLayer', 0, 'float64'));
      return selectLayer(s, float(s, 'layer'), last, 2 ** 20, design.address.layerRounding);
    }),
    step('filter_lerp', 'the lerp of two texels along u', two, lerp('u')),
    step('filter_lerp_v', 'the lerp of two lerps, along v', two, lerp('v')),
    step('filter_lerp_w', 'the lerp of two slices', two, lerp('slice')),
    step('filter_lerp_levels', 'the lerp of two levels', two, lerp('level')),
    step('filter_average', 'the average of a sum of samples', { sum: 'sum', samples: 'samples' }, (s) => {
      const [sum, samples] = [
        integer(s, 'sum'),
        s.register('samples', 'integer', 1, Math.max(...lod.anisotropicRates)),
      ];
      const average = s.average(sum, samples, rules.average, sum);
      return s.select(s.less(s.constant(1), samples), average, sum);
    }),
    step(
      'filter_result',
      'filtered / one, of a value with the fraction bits of levels',
      { filtered: 'filtered', one: 'one' },
      (s) => s.quotient(integer(s, 'filtered'), [2 ** widths.afterLevel], [0]),
    ),
  ];
}

/** The type of a parameter: floats are their bits. */
function typeOf(kind: NumberKind): 'uint32_t' | 'int64_t' {
  return kind === 'float32' ? 'uint32_t' : 'int64_t';
}

function signatureOf(prefix: string, { name, parameters, kinds, value }: SingleStep): string {
  const typed = parameters.map((parameter, n) => `${typeOf(kinds[n])} ${parameter}`);
  return `${typeOf(value.kind)} ${prefix}_${name}(${typed.join(', ')})`;
}

/** The declarations of the header. */
export function stepDeclarations(prefix: string, all: readonly SingleStep[]): string {
  return all
    .map((step) => `/* ${step.says[0].toUpperCase()}${step.says.slice(1)}. */\n${signatureOf(prefix, step)};\n`)
    .join('');
}

/** The functions. */
export function stepFunctions(prefix: string, all: readonly SingleStep[]): string {
  return all
    .map((step) => {
      const { name, steps, operands, parameters, kinds, value } = step;
      const passed = parameters.map((parameter, n) =>
        kinds[n] === 'float32'
          ? `float_of((int64_t)${parameter})`
          : kinds[n] === 'float64'
            ? `(double)${parameter}`
            : parameter,
      );
      const call = `${name}(${passed.join(', ')})`;
      const result = value.kind === 'float32' ? `(uint32_t)bits_of(${call})` : call;
      const body = cValueFunction(name, steps, operands, value);
      return `${body}\n${signatureOf(prefix, step)} { return ${result}; }\n`;
    })
    .join('\n');
}

/** The imports of a SystemVerilog package. */
export function stepImports(prefix: string, all: readonly SingleStep[]): string {
  const types = { uint32_t: 'int unsigned', int64_t: 'longint' };
  return all
    .map(({ name, parameters, kinds, value }) => {
      const typed = parameters.map((parameter, n) => `input ${types[typeOf(kinds[n])]} ${parameter}`);
      return `  import "DPI-C" function ${types[typeOf(value.kind)]} ${prefix}_${name}(\n      ${typed.join(', ')});\n`;
    })
    .join('');
}
