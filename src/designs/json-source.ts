import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { shortened } from '../../traces/encodings/trace-error.ts';

/** Objects and lists within one another that a text may have. */
const MOST_DEPTH = 64;

/** An error in a text file. The message is one line: file, line and column from 1, then what is wrong. */
export class SourceError extends Error {
  constructor(file: string, line: number, column: number, message: string) {
    super(`${file}:${line}:${column}: ${message}`);
    this.name = 'SourceError';
  }
}

/** The path of a field: the keys and indices that lead to it from the top. */
export type FieldPath = readonly (string | number)[];

/** A JSON text that knows the places of its fields. Strict JSON: no comments, no trailing commas, no key twice. */
export class JsonSource {
  readonly file: string;
  /** The parsed value. Objects have no prototype. */
  readonly value: unknown;
  private readonly text: string;
  private readonly root: Node;

  /** @throws SourceError when the text is not JSON, or gives a key twice */
  constructor(text: string, file: string) {
    this.text = text;
    this.file = file;
    this.requireDepth();
    const errors: ParseError[] = [];
    const root = parseTree(text, errors, { disallowComments: true });
    const [first] = errors;
    if (first) throw this.errorAt(first.offset, `not JSON: ${words(printParseErrorCode(first.error))}`);
    if (!root) throw this.errorAt(0, 'not JSON: the file is empty');
    this.root = root;
    this.value = this.read(root, []);
  }

  /** An error that points at the field, or at the innermost object around a field that the text does not have. */
  errorAtField(path: FieldPath, message: string): SourceError {
    let node: Node | undefined;
    for (let depth = path.length; node === undefined; depth--) {
      node = depth === 0 ? this.root : findNodeAtLocation(this.root, path.slice(0, depth));
    }
    const field = node.parent?.type === 'property' ? node.parent : node;
    return this.errorAt(field.offset, message);
  }

  private read(node: Node, path: FieldPath): unknown {
    const children = node.children ?? [];
    if (node.type === 'array') return children.map((child, n) => this.read(child, [...path, n]));
    const scalar: unknown = node.value;
    if (node.type !== 'object') return scalar;
    const object: Record<string, unknown> = Object.create(null);
    for (const { children: pair } of children) {
      const [key, value] = pair!;
      const name = String(key.value);
      if (name in object) throw this.errorAt(key.offset, `${pathText([...path, name])}: given twice`);
      object[name] = this.read(value, [...path, name]);
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
      if (depth > MOST_DEPTH) throw this.errorAt(at, `not JSON of a design: nested more than ${MOST_DEPTH} deep`);
    }
  }

  private errorAt(offset: number, message: string): SourceError {
    const before = this.text.slice(0, offset).split(/\r\n|\r|\n/);
    return new SourceError(this.file, before.length, before[before.length - 1].length + 1, message);
  }
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
