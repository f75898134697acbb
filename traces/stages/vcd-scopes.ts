import type { MemoryBudget } from '../encodings/memory-budget.ts';

/** A scope, maybe in several pieces of the file; without an outer one it is what is around all of them. */
export interface Scope {
  readonly name: string;
  readonly outer: Scope | null;
  readonly inner: Map<string, Scope>;
  /** Names of its variables. */
  readonly names: Set<string>;
}

/** Bytes that a scope or a variable takes, beside its characters. */
const DECLARATION_BYTES = 1024;
/** The innermost names of a path that a fault has. */
const MOST_NAMES = 16;

/** The scopes of a VCD file as a tree: what its paths would take grows as the square of its depth. */
export class VcdScopes {
  /** The scope that is open. */
  open: Scope = scopeIn(null, '');

  /** @param file its name, for messages */
  constructor(
    private readonly file: string,
    private readonly budget: MemoryBudget,
  ) {}

  /** @throws MemoryError for more scopes and variables than the budget has room for */
  enter(name: string, line: number): void {
    const { open } = this;
    let scope = open.inner.get(name);
    if (scope === undefined) {
      this.take(name.length, line);
      scope = scopeIn(open, name);
      open.inner.set(name, scope);
    }
    this.open = scope;
  }

  /** @returns false if no scope is open */
  leave(): boolean {
    const { outer } = this.open;
    this.open = outer ?? this.open;
    return outer !== null;
  }

  /** @returns false if the scope has such a variable already  @throws MemoryError as `enter` */
  declare(name: string, code: string, line: number): boolean {
    const { names } = this.open;
    this.take(name.length + code.length, line);
    if (names.has(name)) return false;
    names.add(name);
    return true;
  }

  private take(characters: number, line: number): void {
    const what = `${this.file}:${line}: the scopes and variables so far`;
    this.budget.take(DECLARATION_BYTES + 2 * characters, what);
  }
}

function scopeIn(outer: Scope | null, name: string): Scope {
  return { name, outer, inner: new Map(), names: new Set() };
}

/** The names of scopes and, maybe, of a variable, joined by dots. @param most of a long path only the innermost names */
export function scopeText(scope: Scope, variable?: string, most = MOST_NAMES): string {
  const names = variable === undefined ? [] : [variable];
  let at = scope;
  for (; at.outer !== null && names.length < most; at = at.outer) names.push(at.name);
  return `${at.outer === null ? '' : '...'}${names.toReversed().join('.')}`;
}
