import { Dice } from '../../oracle/dice.ts';

/** Operators and constants, and what stands in their place in a mutant. */
const FAULTS: readonly (readonly [text: RegExp, wrong: string])[] = [
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/ \* /g, ' + '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ == /g, ' != '],
  [/ != /g, ' == '],
  [/ < /g, ' <= '],
  [/ > /g, ' >= '],
  [/ <= /g, ' < '],
  [/ >= /g, ' > '],
  [/ & /g, ' | '],
  [/ \| /g, ' & '],
  [/ \^ /g, ' & '],
  [/ << /g, ' >> '],
  [/ >> /g, ' << '],
  [/ >>> /g, ' >> '],
  [/(?<![\w'])'0\b/g, "'1"],
  [/(?<![\w'])'1\b/g, "'0"],
  [/\b1'b1\b/g, "1'b0"],
  [/\b1'b0\b/g, "1'b1"],
  [/!(?=[\w(])/g, ''],
  [/\breset(?= \?)/g, "1'b0"],
];

/** A module with mutants, of which the number in `bench.mutants[0]` selects one; 0 selects none. */
export interface Mutated {
  readonly text: string;
  /** In words, the first one that of number 1. */
  readonly mutants: readonly string[];
}

/**
 * Puts mutants of expressions into a module: of right sides of assignments, and of conditions in processes, that stand in
 * one line.
 *
 * @param most so many of them are drawn, always the same ones
 */
export function mutatedModule(text: string, most: number): Mutated {
  const lines = text.split('\n');
  const dice = new Dice(lines.length);
  const drawn = expressionsIn(lines)
    .flatMap((at) => faultsOf(at.expression).map((wrong) => ({ ...at, wrong, turn: dice.real(0, 1) })))
    .toSorted((a, b) => a.turn - b.turn)
    .slice(0, most);
  const choices = new Map(drawn.map(({ line, expression }) => [line, expression]));
  for (const [n, { line, wrong }] of drawn.entries()) {
    choices.set(line, `(bench.mutants[0] == 32'd${n + 1} ? ${wrong} : ${choices.get(line)!})`);
  }
  for (const { line, start, expression } of drawn) {
    const before = text.split('\n')[line];
    lines[line] = before.slice(0, start) + choices.get(line)! + before.slice(start + expression.length);
  }
  return { text: lines.join('\n'), mutants: drawn.map(({ line, wrong }) => `${line + 1}: ${wrong}`) };
}

function faultsOf(expression: string): readonly string[] {
  return FAULTS.flatMap(([text, wrong]) =>
    Array.from(
      expression.matchAll(text),
      ({ index, 0: { length } }) => expression.slice(0, index) + wrong + expression.slice(index + length),
    ),
  );
}

interface Expression {
  readonly line: number;
  readonly start: number;
  readonly expression: string;
}

const NO_STATEMENT =
  /^\s*(?:localparam|parameter|genvar|for|module|import|logic|typedef|input|output|function|\.|\/\/)|\$error/;
const ASSIGNMENT = /^(\s*[^=]*?[\w\]})'] *[+\-*|&^]?<?= )([^;]*);/;
const CONDITION = /^(\s*(?:end )?(?:else )?if \()(.*)\) (?:begin|[^()]*;)$/;

function expressionsIn(lines: readonly string[]): readonly Expression[] {
  const found: Expression[] = [];
  /** The word that ends the process or function of a line; null outside, where conditions are constant. */
  let end: string | null = null;
  let asserts = false;
  for (const [line, whole] of lines.entries()) {
    const text = whole.replace(/\s*\/\/.*/, '');
    if (/^`ifndef|^`endif/.test(text)) asserts = text.startsWith('`ifndef');
    const indent = /^\s*/.exec(text)![0];
    if (/^\s*always_.*begin$/.test(text)) end = `${indent}end`;
    if (/^\s*function /.test(text)) end = `${indent}endfunction`;
    if (text === end) end = null;
    if (asserts || NO_STATEMENT.test(text)) continue;
    const [, start, expression] = (end === null ? null : CONDITION.exec(text)) ?? ASSIGNMENT.exec(text) ?? [];
    if (expression !== undefined && isWhole(expression)) found.push({ line, start: start.length, expression });
  }
  return found;
}

/** True if every parenthesis and bracket that opens closes again. */
function isWhole(expression: string): boolean {
  let open = 0;
  for (const character of expression) {
    if ('([{'.includes(character)) open++;
    if (')]}'.includes(character) && --open < 0) return false;
  }
  return open === 0;
}
