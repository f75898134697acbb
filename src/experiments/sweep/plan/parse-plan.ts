import { stripComments } from 'jsonc-parser';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { shortened, withoutBreaks } from '../../../../traces/encodings/names.ts';
import { FIELDS } from '../../../../rtl-model/design/design-fields.ts';
import { schemaOf } from '../../../designs/design-schema.ts';
import { DesignNotFoundError } from '../../../designs/load-design.ts';
import { type FieldPath, JsonSource, pathText, SourceError, type SourceFault } from '../../../designs/json-source.ts';
import { schemaFaults, show } from '../../../designs/schema-faults.ts';
import type { Profile } from '../../../checker/profiles.ts';
import { type MeasureName, measureOf, MEASURES, type SweepMode, USUAL_MEASURES } from '../measures/measure-table.ts';
import {
  type Axes,
  type FieldRange,
  type FieldValue,
  type PlanAxis,
  RangeFault,
  axisStep,
  valuesOfRange,
} from './axis.ts';
import { STUDIES } from '../../studies/studies.ts';
import { canonicalJson } from './canonical-json.ts';
import { ConstraintError, type Derivation, parseConstraint, parseDerivation } from './constraint.ts';
import { LARGEST_CHASE, type PlanFile, planSchema, type WorkloadFile } from './plan-schema.ts';

/** What a search compares designs by: the mean of a measure over the workloads, by their weights. */
export interface Objective {
  /** The name of a measure, or of a derived column. */
  readonly measure: string;
  readonly goal: 'least' | 'most';
}

/** A trace, a scene or a pointer chase of a plan. */
export interface PlannedWorkload extends Omit<WorkloadFile, 'name' | 'weight' | 'chase'> {
  /** Unique in the plan. */
  readonly name: string;
  readonly weight: number;
  readonly chase?: PlannedChase;
}

/** A pointer chase through an array of one size. */
export interface PlannedChase {
  readonly bytes: number;
  readonly stride: number;
  readonly rounds: number;
}

/** A sweep's plan. It is plain data, which passes between threads. */
export interface Plan extends Axes {
  readonly name: string;
  readonly constraints: readonly string[];
  readonly workloads: readonly PlannedWorkload[];
  readonly mode: SweepMode;
  readonly measures: readonly MeasureName[];
  /** Expressions by the names of their columns. */
  readonly derived?: Readonly<Record<string, string>>;
  /** Values of varied fields, and the name of a base, of the designs that others are compared with. */
  readonly baseline?: Readonly<Record<string, FieldValue>>;
  readonly objectives: readonly Objective[];
  readonly profile: Profile['name'];
  readonly study?: NonNullable<PlanFile['study']>;
}

/** A plan, and its file for what is found wrong with it later. */
export interface ParsedPlan {
  readonly plan: Plan;
  /** The value of its text, which gives the same plan again. */
  readonly source: PlanFile & { readonly name: string };
  /** An error at a field of the plan, or of the whole plan where the path is empty. */
  readonly errorAt: (path: FieldPath, problem: string) => SourceError;
}

/**
 * Reads a plan from the text of a JSON file with comments and trailing commas.
 *
 * @param file the name of the text in errors
 * @param loadBase the design of a preset's or profile's name or of a file
 * @throws SourceError with a line for each fault: file, line, column and field, and what would be right; what `loadBase`
 * throws but DesignNotFoundError
 */
export function parsePlan(text: string, file: string, loadBase: (name: string) => Design): ParsedPlan {
  const source = new JsonSource(stripComments(text, ' '), file, true);
  const parsed = planSchema.safeParse(source.value);
  if (!parsed.success)
    throw source.errorOf([...source.faults, ...schemaFaults(source, planSchema, parsed.error.issues)]);
  const read = new PlanReader(source);
  // The source's own value has its fields in the order of the file, which is that of the axes.
  const plan = read.plan(source.value as PlanFile, file, loadBase);
  const faults = [...source.faults, ...read.faults];
  if (faults.length > 0) throw source.errorOf(faults);
  const errorAt = (path: FieldPath, problem: string) => {
    const located = path.length === 0 ? problem : `${pathText(path)}: ${problem}`;
    return source.errorOf([source.faultAtField(path, located)]);
  };
  return { plan, source: { ...(source.value as PlanFile), name: plan.name }, errorAt };
}

/** The columns of a table that are neither measures nor fields. */
const OTHER_COLUMNS: ReadonlySet<string> = new Set([
  'workload',
  'design',
  'design_hash',
  'base',
  'fault',
  'weight',
  'trace_hash',
  'texunit',
  'node',
  'command',
  'seed',
  'table_rows',
]);

/** The measures that are numbers. */
function numbersOf(measures: readonly MeasureName[]): ReadonlySet<string> {
  return new Set(measures.filter((name) => measureOf(name).isText !== true));
}

/** The derivations of a plan's derived columns, by the names of the columns. */
export function derivationsOf({
  measures,
  derived = {},
}: Pick<Plan, 'measures' | 'derived'>): ReadonlyMap<string, Derivation> {
  const numbers = numbersOf(measures);
  return new Map(Object.entries(derived).map(([name, text]) => [name, parseDerivation(text, numbers)]));
}

/** The kinds of a workload. */
const KINDS = ['trace', 'scene', 'chase'] as const;

/** Rounds of a chase that are counted. */
const USUAL_ROUNDS = 8;

/** Checks what no single field shows. */
class PlanReader {
  readonly faults: SourceFault[] = [];

  constructor(private readonly source: JsonSource) {}

  plan(given: PlanFile, file: string, loadBase: (name: string) => Design): Plan {
    const {
      vary = {},
      zip = [],
      mode = 'cycle',
      constraints = [],
      derived = {},
      baseline,
      objectives = [],
      profile = 'd3d11.3',
      study,
    } = given;
    constraints.forEach((text, n) => this.checkExpression(['constraints', n], () => parseConstraint(text)));
    const axes = this.axes(vary, zip);
    const own = given.measures ?? USUAL_MEASURES[mode];
    const ofStudy = (study === undefined ? [] : STUDIES[study.name].measures) as readonly MeasureName[];
    const measures = [...own, ...ofStudy.filter((name) => !own.includes(name))];
    this.checkMeasures(measures, mode);
    const numbers = numbersOf(measures);
    this.checkDerived(derived, numbers, baseline);
    objectives.forEach(({ measure }, n) => {
      if (numbers.has(measure) || Object.hasOwn(derived, measure)) return;
      const columns = [...numbers, ...Object.keys(derived)].join(', ');
      this.tell(
        ['objectives', n, 'measure'],
        `${measure} is none of the measures that are numbers; expected ${columns}`,
      );
    });
    const workloads = this.workloads(given.workloads, mode, study);
    const bases = this.bases(given.designs, loadBase);
    this.checkBaseline(baseline ?? {}, axes, bases);
    const name = given.name ?? nameOf(file);
    const plan = { name, bases, axes, constraints, workloads, mode, measures, objectives, profile };
    return { ...plan, ...(given.derived && { derived }), ...(baseline && { baseline }), ...(study && { study }) };
  }

  private bases(names: readonly string[], loadBase: (name: string) => Design): readonly Design[] {
    const bases: Design[] = [];
    for (const [n, given] of names.entries()) {
      try {
        const base = loadBase(given);
        const isNew = bases.every(({ name }) => name !== base.name);
        if (!isNew) this.tell(['designs', n], `two designs are named "${base.name}"; expected different names`);
        bases.push(base);
      } catch (error) {
        if (!(error instanceof DesignNotFoundError)) throw error;
        this.tell(['designs', n], error.message);
      }
    }
    return bases;
  }

  private axes(vary: Readonly<Record<string, unknown>>, zip: PlanFile['zip'] & {}): readonly PlanAxis[] {
    const seen = new Set<string>();
    const valuesOf = (varied: Readonly<Record<string, unknown>>, place: FieldPath) =>
      Object.entries(varied).map(([field, values]) => {
        const path = [...place, field];
        if (seen.has(field)) this.tell(path, 'varies twice; expected each field once');
        seen.add(field);
        return { field, values: this.values(field, values, path) };
      });
    const single = valuesOf(vary, ['vary']).map(({ field, values }) => ({
      fields: [field],
      values: values.map((value) => [value]),
    }));
    const zipped = zip.map((together, n): PlanAxis => {
      const lists = valuesOf(together, ['zip', n]);
      const length = lists[0]?.values.length ?? 0;
      if (length === 0) this.tell(['zip', n], 'has no field; expected fields whose lists go together');
      for (const { field, values } of lists) {
        if (values.length === length) continue;
        const problem = `has ${values.length} values and ${lists[0].field} ${length}; expected as many`;
        this.tell(['zip', n, field], problem);
      }
      const rows = Array.from({ length }, (_, step) => lists.map(({ values }) => values[step]));
      return { fields: lists.map(({ field }) => field), values: rows };
    });
    return [...single, ...zipped];
  }

  /** The values of a field, each read as a design file has it. */
  private values(field: string, given: unknown, path: FieldPath): readonly FieldValue[] {
    const schema = schemaOf(FIELDS.get(field)!, field);
    if (Array.isArray(given)) {
      const values = given.map((value) => schema.parse(value));
      const seen = new Set<string>();
      for (const [n, value] of values.entries()) {
        const text = canonicalJson(value);
        if (seen.has(text)) this.tell([...path, n], `${show(given[n])} is listed twice; expected each value once`);
        seen.add(text);
      }
      return values;
    }
    const values = this.range(given as FieldRange, path);
    const wrong = values.map((value) => ({ value, read: schema.safeParse(value) })).find(({ read }) => !read.success);
    if (wrong !== undefined) this.tell(path, `makes ${wrong.value}; expected ${wrong.read.error!.issues[0].message}`);
    return values;
  }

  private range(given: FieldRange, path: FieldPath): readonly number[] {
    try {
      return valuesOfRange(given);
    } catch (error) {
      if (!(error instanceof RangeFault)) throw error;
      this.tell(path, error.message);
      return [];
    }
  }

  private checkDerived(
    derived: Readonly<Record<string, string>>,
    numbers: ReadonlySet<string>,
    baseline: Plan['baseline'],
  ): void {
    for (const [name, text] of Object.entries(derived)) {
      const path = ['derived', name];
      if (!/^[a-z][a-z0-9_]*$/.test(name))
        this.tell(path, 'is no name of a column; expected small letters, digits and _, such as quads_per_nand2');
      if (Object.hasOwn(MEASURES, name) || FIELDS.has(name) || OTHER_COLUMNS.has(name))
        this.tell(path, 'is a column already; expected a name of its own');
      this.checkExpression(path, () => {
        const { compares } = parseDerivation(text, numbers);
        if (compares && baseline === undefined)
          this.tell(path, 'compares with a baseline; expected "baseline" in the plan, such as {"cache.ways": 1}');
      });
    }
  }

  private checkExpression(path: FieldPath, parse: () => void): void {
    try {
      parse();
    } catch (error) {
      if (!(error instanceof ConstraintError)) throw error;
      this.tell(path, error.message);
    }
  }

  private checkBaseline(given: Plan['baseline'] & {}, axes: readonly PlanAxis[], bases: readonly Design[]): void {
    for (const [field, value] of Object.entries(given)) {
      const path = ['baseline', field];
      const axis = axes.find(({ fields }) => fields.includes(field));
      const names = bases.map(({ name }) => name);
      if (field === 'base') {
        if (!names.some((name) => name === value))
          this.tell(path, `${show(value)} is none of the designs ${names.join(', ')}`);
      } else if (axis === undefined || axisStep(axis, { [field]: value }) < 0)
        this.tell(path, `${show(value)} is none of the values of a field that varies`);
      else if (axisStep(axis, given) < 0)
        this.tell(path, 'is of another step of its zip than the other fields; expected values of one step');
    }
  }

  private checkMeasures(measures: readonly MeasureName[], mode: SweepMode): void {
    measures.forEach((name, n) => {
      const { modes } = measureOf(name);
      if (!modes.includes(mode)) {
        const known = Object.keys(MEASURES).filter((other) => measureOf(other as MeasureName).modes.includes(mode));
        const advice = `expected mode ${modes.join(' or ')}, or of mode ${mode} ${known.join(', ')}`;
        this.tell(['measures', n], `${name} is not known in mode ${mode}; ${advice}`);
      }
      if (measures.indexOf(name) < n) this.tell(['measures', n], `${name} is listed twice; expected it once`);
    });
  }

  private workloads(given: readonly WorkloadFile[], mode: SweepMode, study: Plan['study']): readonly PlannedWorkload[] {
    const { width = 640, height = 480 } = study ?? {};
    const size = study && { width, height };
    const names = new Set<string>();
    return given.flatMap((workload, n) => {
      const { chase, ...own } = workload;
      const { trace, scene, weight = 1 } = own;
      const path = ['workloads', n];
      this.checkKind(workload, path);
      if (chase !== undefined && (mode !== 'cache' || study !== undefined)) {
        this.tell([...path, 'chase'], 'has accesses alone; expected the mode "cache", and no study');
      }
      const name = own.name ?? shortened(withoutBreaks(trace ?? scene ?? 'chase'), 'beginning');
      const planned: readonly PlannedWorkload[] =
        chase === undefined
          ? [{ ...(scene !== undefined && size), ...own, name, weight }]
          : this.chases(chase, [...path, 'chase']).map((one) => {
              const sized = `${name} of ${one.bytes} bytes by ${one.stride}`;
              return { name: shortened(sized, 'beginning'), weight, chase: one };
            });
      for (const { name } of planned) {
        if (names.has(name)) this.tell(path, `two workloads are named "${name}"; expected a "name" of its own`);
        names.add(name);
      }
      return planned;
    });
  }

  /** A workload is of one kind, and only scenes have more fields than that. */
  private checkKind(workload: WorkloadFile, path: FieldPath): void {
    const [kind, ...others] = KINDS.filter((name) => workload[name] !== undefined);
    if (kind === undefined || others.length > 0) this.tell(path, 'expected either "trace", "scene" or "chase"');
    else if (kind !== 'scene') {
      const extra = Object.keys(workload).find((key) => !['name', 'weight', kind].includes(key));
      if (extra !== undefined) this.tell([...path, extra], `is for scenes, not for a ${kind}`);
    }
  }

  /** The chases through arrays of each size. */
  private chases(
    { bytes, stride, rounds = USUAL_ROUNDS }: WorkloadFile['chase'] & {},
    path: FieldPath,
  ): readonly PlannedChase[] {
    const sizes = typeof bytes === 'number' ? [bytes] : this.range(bytes as FieldRange, [...path, 'bytes']);
    const wrong = sizes.find((size) => size % stride !== 0 || size < 2 * stride || size > LARGEST_CHASE);
    if (wrong !== undefined) {
      const made = typeof bytes === 'number' ? 'is' : 'makes';
      const expected = `a multiple of the stride from ${2 * stride} to ${LARGEST_CHASE}`;
      this.tell([...path, 'bytes'], `${made} ${wrong}; expected ${expected}`);
    }
    return sizes.map((size) => ({ bytes: size, stride, rounds }));
  }

  private tell(path: FieldPath, problem: string): void {
    this.faults.push(this.source.faultAtField(path, `${pathText(path)}: ${problem}`));
  }
}

function nameOf(file: string): string {
  const base = file.split(/[\\/]/).at(-1)!;
  return shortened(withoutBreaks(base.replace(/(?<=.)\.jsonc?$/i, '')));
}
