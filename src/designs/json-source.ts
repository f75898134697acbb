import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { shortened } from '../../traces/encodings/names.ts';

/** Objects and lists within one another that a text may have. */
const MOST_DEPTH = 64;

/** The faults of a text file. The message has a line for each: file, line and column from 1, then what is wrong. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  /** @param lines of the message, at least one */
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'));
  }
}

/** A fault at a place of a text. */
export interface SourceFault {
  /** From 0. */
  readonly offset: number;
  readonly problem: string;
}

/** Faults of one text that are listed; of more, only the number is given. */
const MOST_TOLD = 20;

/** The path of a field: the keys and indices that lead to it from the top. */
export type FieldPath = readonly (string | number)[];

/** A JSON text that knows the places of its fields: no comments, no key twice, and no trailing commas unless allowed. */
export class JsonSource {
  /** The parsed value. Objects have no prototype. */
  readonly value: unknown;
  /** Keys that are given twice; the first value counts. */
  readonly faults: readonly SourceFault[];
  private readonly twice: SourceFault[] = [];
  /** Where each field and each item of a list begins, by `keyOf` its path. */
  private readonly offsets = new Map<string, number>();

  /** @throws SourceError when the text is not JSON */
  constructor(
    private readonly text: string,
    readonly file: string,
    allowTrailingComma = false,
  ) {
    this.requireDepth();
    const errors: ParseError[] = [];
    const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma });
    const [first] = errors;
    if (first) {
      const problem = `not JSON: ${words(printParseErrorCode(first.error))}`;
      throw this.errorOf([{ offset: first.offset, problem }]);
    }
    if (!root) throw this.errorOf([{ offset: 0, problem: 'not JSON: the file is empty' }]);
    this.offsets.set(keyOf([]), root.offset);
    this.value = this.read(root, []);
    this.faults = this.twice;
  }

  /** A fault at the field, or at the innermost object around a field that the text does not have. */
  faultAtField(path: FieldPath, problem: string): SourceFault {
    let offset: number | undefined;
    for (let depth = path.length; offset === undefined; depth--) offset = this.offsets.get(keyOf(path.slice(0, depth)));
    return { offset, problem };
  }

  /** The faults as one error, in the order of the text. @param faults at least one */
  errorOf(faults: readonly SourceFault[]): SourceError {
    const sorted = faults.toSorted((a, b) => a.offset - b.offset);
    const lines: string[] = [];
    let [line, start, at] = [1, 0, 0];
    for (const { offset, problem } of sorted.slice(0, MOST_TOLD)) {
      for (const { index, 0: end } of this.text.slice(at, offset).matchAll(/\r\n|\r|\n/g)) {
        line++;
        start = at + index + end.length;
      }
      at = offset;
      lines.push(`${this.file}:${line}:${offset - start + 1}: ${problem}`);
    }
    const more = sorted.length - lines.length;
    return new SourceError(more === 0 ? lines : [...lines, `${this.file}: has ${more} more faults`]);
  }

  private read(node: Node, path: FieldPath): unknown {
    const children = node.children ?? [];
    const at = (inner: Node, step: string | number, place = inner) => {
      const innerPath = [...path, step];
      this.offsets.set(keyOf(innerPath), place.offset);
      return this.read(inner, innerPath);
    };
    if (node.type === 'array') return children.map((child, n) => at(child, n));
    const scalar: unknown = node.value;
    if (node.type !== 'object') return scalar;
    const object: Record<string, unknown> = Object.create(null);
    for (const { children: pair } of children) {
      const [key, value] = pair!;
      const name = String(key.value);
      if (!(name in object)) object[name] = at(value, name, key);
      else this.twice.push({ offset: key.offset, problem: `${pathText([...path, name])}: given twice` });
    }
    return object;
  }

  /** @throws SourceError for a text that is nested deeper than a reader can follow, before it is parsed */
  private requireDepth(): void {
    let depth = 0;
    let quoted = false;
    for (let at = 0; at < this.text.length; at++) {
      const character = this.text[at];
      if (quoted && character === '\\') at++;
      else if (character === '"') quoted = !quoted;
      else if (!quoted && (character === '{' || character === '[')) depth++;
      else if (!quoted && (character === '}' || character === ']')) depth--;
      if (depth <= MOST_DEPTH) continue;
      throw this.errorOf([{ offset: at, problem: `not JSON of a design: nested more than ${MOST_DEPTH} deep` }]);
    }
  }
}

function keyOf(path: FieldPath): string {
  return path.map((step) => `\0${step}`).join('');
}

/** The path as text: cache.ways, lod.anisotropicRates[2]. */
export function pathText(path: FieldPath): string {
  return path
    .map((step, n) => (typeof step === 'number' ? `[${step}]` : `${n === 0 ? '' : '.'}${shortened(step)}`))
    .join('');
}

/** A name such as 'PropertyNameExpected' as words. */
function words(code: string): string {
  return code.replace(/(?!^)[A-Z]/g, ' $&').toLowerCase();
}
