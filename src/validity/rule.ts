import type { LimitsDesign } from '../../rtl-model/design/design.ts';
import type { AccessFeature } from '../specification/texels/reading.ts';
import type { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { BoundFacts, ResolvedFacts } from './state-facts.ts';

/**
 * The consequence of breaking a rule.
 *
 * - `error`: the object may not be created, or the instruction may not run.
 * - `undefined`: the result may be anything (Vulkan: undefined, poison); `model` describes the result of this model. With
 *   `definedBy` it is the result that this optional feature of Vulkan defines, and D3D11.3.
 * - `value`: one specification leaves the result open, or leaves it to an optional feature, and another specification
 *   or the feature defines it; the model gives that result. Where `undefinedIn` names Vulkan, results of Vulkan devices
 *   may be anything.
 */
export type RuleOutcome =
  | { readonly consequence: 'error' }
  | { readonly consequence: 'undefined'; readonly model: string; readonly definedBy?: AccessFeature }
  | {
      readonly consequence: { readonly value: string; readonly undefinedIn?: 'Vulkan' };
    };

/** The finding if a rule is broken; false or undefined if the rule holds or does not apply. */
export type Breach = string | false | undefined;

/** A finding after the words that say what it is found in. */
export function foundIn(words: string, found: Breach): Breach {
  return found && `${words}${found}`;
}

/** A demand of a specification, as data. */
interface Demand<Found> {
  /** Unique and stable: the VUID, or `vulkan/<anchor of the section>/<slug>`, `d3d11.3/<section>/<slug>`. */
  readonly id: string;
  readonly section: string;
  /** The condition that must hold. */
  readonly text: string;
  readonly found: Found;
}

type FoundInState = (state: ResolvedFacts, limits: LimitsDesign) => Breach;
type FoundInBound = (state: BoundFacts, limits: LimitsDesign) => Breach;
type FoundInLane = (state: BoundFacts, lane: LaneOperands, limits: LimitsDesign) => Breach;

/**
 * A rule on a texture state. Its result is the same for every request that uses the state. Rules on samplers, and on
 * instructions by themselves, hold for null descriptors too. Sampler rules apply if the instruction uses a sampler, and
 * image rules, on images, views and their uses, if there is an image.
 */
export type StateRule = RuleOutcome &
  (
    | (Demand<FoundInState> & { readonly of: 'sampler' | 'instruction' })
    | (Demand<FoundInBound> & { readonly of: 'image' })
  );

/** A rule on the operands of one lane of a request. It applies if there is an image and the lane is active. */
export type RequestRule = Demand<FoundInLane> & RuleOutcome;

/**
 * Rules by id. The section of a VUID is its structure or command if the row has none. A row with `model` leaves the
 * result undefined, one with `value` defines it, and any other is an error.
 */
type RuleTable<Found> = Readonly<
  Record<
    string,
    Omit<Demand<Found>, 'id' | 'section'> & {
      readonly section?: string;
      readonly model?: string;
      readonly definedBy?: AccessFeature;
      readonly value?: string;
      readonly undefinedIn?: 'Vulkan';
    }
  >
>;
export type ImageRuleTable = RuleTable<FoundInBound>;
export type SamplerRuleTable = RuleTable<FoundInState>;

export function samplerRules(table: SamplerRuleTable): readonly StateRule[] {
  return demands(table).map((demand) => ({ of: 'sampler', ...demand }));
}

export function instructionRules(table: RuleTable<FoundInState>): readonly StateRule[] {
  return demands(table).map((demand) => ({ of: 'instruction', ...demand }));
}

export function imageRules(table: ImageRuleTable): readonly StateRule[] {
  return demands(table).map((demand) => ({ of: 'image', ...demand }));
}

export function requestRules(table: RuleTable<FoundInLane>): readonly RequestRule[] {
  return demands(table);
}

function demands<Found>(table: RuleTable<Found>): readonly (Demand<Found> & RuleOutcome)[] {
  return Object.entries(table).map(([id, row]) => {
    const { section = id.split('-')[1], text, found, model, definedBy, value, undefinedIn } = row;
    const demand = { id, section, text, found };
    if (model !== undefined) return { ...demand, consequence: 'undefined', model, ...(definedBy && { definedBy }) };
    return { ...demand, consequence: value === undefined ? 'error' : { value, ...(undefinedIn && { undefinedIn }) } };
  });
}

export interface LaneOperands {
  readonly batch: QuadBatch;
  readonly quad: number;
  /** 4 * quad + lane: the index of the lane in the batch's arrays. */
  readonly at: number;
}

/** A broken rule and the finding. */
export interface Violation {
  readonly rule: StateRule | RequestRule;
  readonly found: string;
}
