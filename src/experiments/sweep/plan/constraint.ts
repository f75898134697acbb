import jsep from 'jsep';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { FIELDS } from '../../../../rtl-model/design/design-fields.ts';
import { type Field, valueAt } from '../../../../rtl-model/design/field.ts';
import { closest } from '../../../designs/closest.ts';

/** A constraint that cannot be read. The message is one line, without the file. */
export class ConstraintError extends Error {
  override readonly name = 'ConstraintError';
}

/** A condition on the fields of a design, such as `cache.sets * cache.ways <= 256`. */
export interface Constraint {
  readonly text: string;
  readonly holds: (design: Design) => boolean;
}

/** A number of the fields and the measures of rows, such as `quads / cycles / area_nand2`. */
export interface Derivation {
  /** True where it compares a row with that of the baseline. */
  readonly compares: boolean;
  /** @returns NaN where a measure, a part or another row is missing */
  readonly of: (row: DerivedRow) => number;
}

/** A row that an expression is evaluated for: a design with a workload. */
export interface DerivedRow {
  readonly design: Design;
  /** The number of a measure; NaN where there is none. */
  readonly measured: (name: string) => number;
  /** The baseline's row of the workload; undefined where there is none. */
  readonly baseline: () => DerivedRow | undefined;
  /** The design's rows of the workloads, with their weights. */
  readonly workloads: () => readonly { readonly row: DerivedRow; readonly weight: number }[];
}

/**
 * The type of an expression. A field that is no number, flag or text, such as a part, is compared with null alone.
 */
type Kind = 'number' | 'flag' | 'text' | 'null' | 'other';
type Scalar = number | boolean | string | null | undefined;
interface Compiled {
  readonly kind: Kind;
  readonly evaluate: (row: DerivedRow) => Scalar;
  /** The path of a field. */
  readonly field?: string;
  /** The word that a field has beside its numbers; the whole of a text in quotes. */
  readonly word?: string;
}

/** An expression with the measures that it may name, and the functions of rows that it calls; null in a constraint. */
interface Source {
  readonly text: string;
  readonly measures: ReadonlySet<string>;
  readonly called: Set<string> | null;
}

const NO_MEASURES: ReadonlySet<string> = new Set();

/** A word beside the numbers of a field, such as "exact" or "unlimited": infinitely many. */
const WORD: Compiled = { kind: 'number', evaluate: () => Infinity };

/** Characters of a constraint: the parser calls itself for every parenthesis. */
const LONGEST = 1000;

const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};
const ORDER: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};
const EQUALITY: Readonly<Record<string, boolean>> = { '==': true, '===': true, '!=': false, '!==': false };
const LOGIC: Readonly<Record<string, (a: Scalar, b: () => Scalar) => boolean>> = {
  '&&': (a, b) => a === true && b() === true,
  '||': (a, b) => a === true || b() === true,
};

/** Functions of numbers, with the number of their arguments; Infinity means any number from 1 on. */
const FUNCTIONS: Readonly<Record<string, { readonly takes: number; readonly of: (...args: number[]) => number }>> = {
  min: { takes: Infinity, of: Math.min },
  max: { takes: Infinity, of: Math.max },
  log2: { takes: 1, of: Math.log2 },
  pow: { takes: 2, of: Math.pow },
};

/** Functions of derived columns alone: of a number in other rows. */
const ROW_FUNCTIONS: Readonly<Record<string, (of: (row: DerivedRow) => number, row: DerivedRow) => number>> = {
  baseline: (of, row) => {
    const other = row.baseline();
    return other === undefined ? NaN : of(other);
  },
  geomean: (of, row) => {
    let [sum, all] = [0, 0];
    for (const { row: other, weight } of row.workloads()) {
      const value = of(other);
      sum += value > 0 ? weight * Math.log(value) : NaN;
      all += weight;
    }
    return Math.exp(sum / all);
  },
};

/**
 * Reads a constraint (docs/sweeps.md has the language). Its types are checked here, so that `holds` never fails: numbers
 * of a part that a design leaves out are no numbers (NaN), of which no comparison but != holds.
 *
 * @throws ConstraintError with the place in the text
 */
export function parseConstraint(text: string): Constraint {
  const { kind, evaluate } = compile(parse(text), { text, measures: NO_MEASURES, called: null });
  if (kind !== 'flag')
    throw new ConstraintError(`"${text}" is a ${kind}; expected a condition such as cache.ways <= 8`);
  const alone = { measured: () => NaN, baseline: () => undefined, workloads: () => [] };
  return { text, holds: (design) => evaluate({ design, ...alone }) === true };
}

/**
 * Reads what a column is derived from: a number, or a condition, which counts 1 where it holds and 0 elsewhere.
 *
 * @param measures whose columns are numbers
 * @throws ConstraintError with the place in the text
 */
export function parseDerivation(text: string, measures: ReadonlySet<string>): Derivation {
  const called = new Set<string>();
  const { kind, evaluate } = compile(parse(text), { text, measures, called });
  if (kind !== 'flag' && kind !== 'number')
    throw new ConstraintError(`"${text}" is ${KIND_WORDS[kind]}; expected a number such as quads / cycles`);
  return { compares: called.has('baseline'), of: (row) => Number(evaluate(row)) };
}

function parse(text: string): jsep.CoreExpression {
  if (text.length > LONGEST) throw new ConstraintError(`has ${text.length} characters; expected at most ${LONGEST}`);
  try {
    return jsep(text) as jsep.CoreExpression;
  } catch (error) {
    const { description, index } = error as { readonly description?: string; readonly index?: number };
    const place = index === undefined ? '' : ` at column ${index + 1}`;
    const problem = description ?? (error instanceof Error ? error.message : String(error));
    throw new ConstraintError(`"${text}"${place}: ${problem}`, { cause: error });
  }
}

function compile(node: jsep.Expression, source: Source): Compiled {
  const expression = node as jsep.CoreExpression;
  switch (expression.type) {
    case 'Literal':
      return literal(expression.value, source);
    case 'Identifier':
    case 'MemberExpression':
      return fieldValue(pathOf(expression, source), source);
    case 'UnaryExpression':
      return unary(expression, source);
    case 'BinaryExpression':
      return binary(expression, source);
    case 'CallExpression':
      return call(expression, source);
    case 'Compound':
      throw fault(source, 'expected one condition, with && or || between its parts');
    default:
      throw fault(source, `a ${expression.type} is not in the language of constraints`);
  }
}

function literal(value: unknown, source: Source): Compiled {
  const kinds = { number: 'number', boolean: 'flag', string: 'text', object: 'null' } as const;
  const kind = kinds[typeof value as keyof typeof kinds];
  if (kind === undefined || (kind === 'null' && value !== null)) {
    throw fault(source, 'expected numbers, texts, true, false or null');
  }
  return { kind, evaluate: () => value as Scalar, ...(typeof value === 'string' && { word: value }) };
}

/** The dotted path of a field. */
function pathOf(node: jsep.Expression, source: Source): string {
  const expression = node as jsep.CoreExpression;
  if (expression.type === 'Identifier') return expression.name;
  if (expression.type === 'MemberExpression' && !expression.computed) {
    return `${pathOf(expression.object, source)}.${pathOf(expression.property, source)}`;
  }
  throw fault(source, 'expected the path of a field, such as cache.ways');
}

function fieldValue(path: string, source: Source): Compiled {
  const { measures, called } = source;
  if (measures.has(path)) return { kind: 'number', evaluate: ({ measured }) => measured(path) };
  const field = FIELDS.get(path);
  if (field === undefined) {
    const near = closest(path, [...FIELDS.keys(), ...measures]);
    const advice = near === null ? 'expected a path of docs/designs.md' : `did you mean ${near}?`;
    throw fault(source, `unknown ${called === null ? 'field' : 'measure or field'} "${path}"; ${advice}`, path);
  }
  const kind = kindOf(field);
  const word = field.kind === 'integer' ? field.or : undefined;
  return {
    kind,
    field: path,
    ...(word !== undefined && { word }),
    evaluate: ({ design }) => {
      const value = valueAt(design, path) as Scalar;
      if (kind !== 'number') return value ?? null;
      return typeof value === 'string' ? Infinity : (value ?? NaN);
    },
  };
}

function kindOf(field: Field): Kind {
  const kinds = { number: 'number', integer: 'number', flag: 'flag', choice: 'text', text: 'text' } as const;
  return field.kind in kinds ? kinds[field.kind as keyof typeof kinds] : 'other';
}

function unary({ operator, argument }: jsep.UnaryExpression, source: Source): Compiled {
  const { kind, evaluate } = compile(argument, source);
  if (operator === '!' && kind === 'flag') return { kind, evaluate: (row) => evaluate(row) !== true };
  if (operator === '-' && kind === 'number') return { kind, evaluate: (row) => -(evaluate(row) as number) };
  const expected = { '!': 'a condition', '-': 'a number' }[operator];
  const problem = expected === undefined ? `${operator} is no operator of constraints` : `expected ${expected}`;
  throw fault(source, `${problem} after ${operator}`, operator);
}

function binary({ operator, left, right }: jsep.BinaryExpression, source: Source): Compiled {
  const [one, other] = [compile(left, source), compile(right, source)];
  // One side may be a number that has a word, such as unlimited, and the other this word in quotes: it is a number then.
  const isWord = one.word !== undefined && one.word === other.word && one.kind !== other.kind;
  const [a, b] = [one, other].map((side) => (isWord && side.kind === 'text' ? WORD : side));
  const both = (kind: Kind, words: string) => {
    const wrong = [a, b].find((side) => side.kind !== kind);
    if (wrong === undefined) return;
    throw fault(source, `${operator} is for ${words}, and one side is ${KIND_WORDS[wrong.kind]}`, operator);
  };
  if (operator in ARITHMETIC || operator in ORDER) {
    both('number', 'numbers');
    const of: (a: number, b: number) => Scalar = ARITHMETIC[operator] ?? ORDER[operator];
    const kind = operator in ARITHMETIC ? 'number' : 'flag';
    return { kind, evaluate: (row) => of(a.evaluate(row) as number, b.evaluate(row) as number) };
  }
  if (operator in EQUALITY) {
    const sides = [a, b].filter(({ kind }) => kind !== 'null');
    const kind = a.kind === 'other' ? 'null' : a.kind;
    if (sides.length === 2) both(kind, KIND_WORDS[kind]);
    if (sides.length === 1 && sides[0].field === undefined) {
      throw fault(source, 'null is compared with fields alone', operator);
    }
    const equal = EQUALITY[operator];
    return { kind: 'flag', evaluate: (row) => same(a.evaluate(row), b.evaluate(row)) === equal };
  }
  if (operator in LOGIC) {
    both('flag', 'conditions');
    const of = LOGIC[operator];
    return { kind: 'flag', evaluate: (row) => of(a.evaluate(row), () => b.evaluate(row)) };
  }
  const expected = 'expected + - * / % < <= > >= == != && || !';
  throw fault(source, `${operator} is no operator of constraints; ${expected}`, operator);
}

/** A number of a part that is left out counts as null here. */
function same(a: Scalar, b: Scalar): boolean {
  if (a === null) return b === null || Number.isNaN(b);
  return b === null ? Number.isNaN(a) : a === b;
}

const KIND_WORDS: Readonly<Record<Kind, string>> = {
  number: 'a number',
  flag: 'a condition',
  text: 'a text',
  null: 'null',
  other: 'a part or a list',
};

function call({ callee, arguments: given }: jsep.CallExpression, source: Source): Compiled {
  const { name } = callee as jsep.Identifier;
  const known = Object.hasOwn(FUNCTIONS, name ?? '') ? FUNCTIONS[name] : undefined;
  const ofRows = source.called !== null && Object.hasOwn(ROW_FUNCTIONS, name ?? '') ? ROW_FUNCTIONS[name] : undefined;
  if (known === undefined && ofRows === undefined) {
    const names = Object.keys({ ...FUNCTIONS, ...(source.called && ROW_FUNCTIONS) }).join(', ');
    const where = source.called === null ? 'constraints' : 'derived columns';
    throw fault(source, `${name ?? 'this'} is no function of ${where}; expected ${names}`);
  }
  const args = given.map((argument) => compile(argument, source));
  const takes = known?.takes ?? 1;
  const fits = takes === Infinity ? args.length > 0 : args.length === takes;
  if (!fits) {
    const expected = takes === Infinity ? '1 or more' : String(takes);
    throw fault(source, `${name} of ${args.length} arguments; expected ${expected}`, name);
  }
  if (args.some(({ kind }) => kind !== 'number')) throw fault(source, `${name} is for numbers`, name);
  const of = args.map(({ evaluate }) => evaluate as (row: DerivedRow) => number);
  if (known !== undefined) return { kind: 'number', evaluate: (row) => known.of(...of.map((each) => each(row))) };
  source.called!.add(name);
  return { kind: 'number', evaluate: (row) => ofRows!(of[0], row) };
}

/** @param part the name or operator whose first place is reported: the parser keeps none */
function fault(source: Source, problem: string, part?: string): ConstraintError {
  const { text } = source;
  const at = part === undefined ? -1 : text.indexOf(part);
  return new ConstraintError(`"${text}"${at < 0 ? '' : ` at column ${at + 1}`}: ${problem}`);
}
