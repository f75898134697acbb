import { MemoryBudget } from '../encodings/memory-budget.ts';
import { scopeText, type Scope, VcdScopes } from './vcd-scopes.ts';

/** A violation of IEEE 1364-2005, clause 18, in a VCD file. */
export interface VcdFault {
  /** From 1. */
  readonly line: number;
  readonly problem: string;
}

/** A variable and what it did. */
export interface VcdSignal {
  /** Scopes and reference, joined by dots, without the range. */
  readonly path: string;
  readonly width: number;
  /** Values have `width` digits of 0, 1, x and z; those of real variables are their decimals. Empty if not kept. */
  readonly changes: readonly { readonly time: number; readonly value: string }[];
}

export type VcdReport = Readonly<ReturnType<VcdChecker['end']>>;

/** Faults that a report lists: a file that is no VCD has as many as it has words. */
const MOST_FAULTS = 1000;
const SCOPE_KINDS = new Set(['begin', 'fork', 'function', 'module', 'task']);
const REAL_KINDS = new Set(['real', 'realtime']);
const VARIABLE_KINDS = new Set(
  'event integer parameter reg supply0 supply1 time tri triand trior trireg tri0 tri1 wand wire wor'.split(' '),
);
const DUMPS = new Set(['$dumpvars', '$dumpall', '$dumpon', '$dumpoff']);
const DECLARATIONS = new Set('$comment $date $version $timescale $scope $upscope $var $enddefinitions'.split(' '));
const IDENTIFIER = /^(?:[A-Za-z_][A-Za-z0-9_$]*|\\[!-~]+)$/;
const CODE = /^[!-~]+$/;
const TIMESCALE = /^10{0,2}\s?(?:s|ms|us|ns|ps|fs)$/;

interface Token {
  readonly text: string;
  readonly line: number;
}

interface Variable {
  /** The first reference that is declared with the code. */
  readonly scope: Scope;
  readonly name: string;
  readonly width: number;
  readonly real: boolean;
  readonly changes: { time: number; value: string }[];
  /** True once it has had a value. */
  valued: boolean;
}

/** A name that is declared: several may share a variable. */
interface Reference {
  readonly scope: Scope;
  readonly name: string;
  readonly width: number;
  readonly variable: Variable;
}

/** A command whose `$end` has not come. */
interface Command {
  readonly token: Token;
  /** The first MOST_WORDS of them, and dots for more; none of a command whose words say nothing. */
  readonly words: string[];
}

const WORDLESS = new Set(['$comment', '$date', '$version']);
const MOST_WORDS = 64;
/** The widest variable that is read. */
const MOST_WIDTH = 2 ** 20;
/** Characters of a fault that are reported. */
const MOST_CHARACTERS = 300;

/** Reads a whole VCD file and lists everything that a strict reader would refuse. */
export function checkVcd(text: string): VcdReport {
  const checker = new VcdChecker(true);
  checker.write(text);
  return checker.end();
}

/**
 * Reads a VCD file piece by piece and lists everything that a strict reader would refuse: time that does not rise, codes
 * that are not declared, values wider than their variables, scopes and commands without an end, and a last line that is
 * cut short.
 */
export class VcdChecker {
  private readonly scopes: VcdScopes;
  private readonly faults: VcdFault[] = [];
  private faultCount = 0;
  private readonly references: Reference[] = [];
  private readonly variables = new Map<string, Variable>();
  private changeCount = 0;
  private time = -1;
  private timescales = 0;
  private declaring = true;
  /** The command whose words are being gathered. */
  private command: Command | undefined;
  /** A vector's or a real's value, whose identifier code comes next. */
  private value: Token | undefined;
  /** The `$dumpvars` or the like that has no `$end` yet. */
  private dump: Token | undefined;
  private dumpedVariables = false;
  private checkedInitials = false;
  /** Lines read so far. */
  line = 0;
  private lastToken: Token = { text: '', line: 1 };
  /** The line that is not complete. */
  private begun = '';

  /**
   * @param keepChanges whether the report has the values: a long file has more than fit the memory
   * @param file its name, for messages  @param budget takes scopes and variables
   */
  constructor(
    private readonly keepChanges: boolean,
    file = 'the waveform',
    budget = new MemoryBudget(),
  ) {
    this.scopes = new VcdScopes(file, budget);
  }

  /** @param text the next piece of the file; pieces may end anywhere  @throws MemoryError */
  write(text: string): void {
    const lines = (this.begun + text).split('\n');
    this.begun = lines.pop()!;
    for (const line of lines) this.readLine(line);
  }

  /** The file is over. */
  end() {
    if (this.begun !== '') {
      this.readLine(this.begun);
      this.fault(this.lastToken, 'the last line has no line feed: the file may be cut short');
    }
    const { command, dump, lastToken } = this;
    if (command !== undefined) {
      this.fault(command.token, `${command.token.text} has no $end`);
      if (command.token.text === '$enddefinitions') this.endDeclarations(command);
    }
    if (this.declaring) this.fault(lastToken, 'no $enddefinitions');
    if (dump !== undefined) this.fault(dump, `${dump.text} has no $end`);
    if (!this.dumpedVariables) this.fault(lastToken, 'no $dumpvars gives the initial values');
    const { faults, faultCount, references, changeCount, time } = this;
    return {
      /** The first MOST_FAULTS of them. */
      faults: faults as readonly VcdFault[],
      faultCount,
      signalCount: references.length,
      /** By path. They are put together when they are read: the paths of a deep file are far larger than the file. */
      get signals(): ReadonlyMap<string, VcdSignal> {
        const signals = references.map(({ scope, name, width, variable: { changes } }) => {
          return { path: scopeText(scope, name, Infinity), width, changes };
        });
        return new Map(signals.map((signal) => [signal.path, signal]));
      },
      /** Value changes, the initial values included. */
      changeCount,
      /** The last time stamp. */
      endTime: time,
    };
  }

  private readLine(text: string): void {
    this.line++;
    for (const [word] of text.matchAll(/\S+/g)) {
      const token = { text: word, line: this.line };
      this.lastToken = token;
      this.take(token);
    }
    if (this.value === undefined) return;
    this.fault(this.value, `${this.value.text} has no identifier code after it`);
    this.value = undefined;
  }

  private take(token: Token): void {
    const { command, value } = this;
    if (value !== undefined) {
      this.value = undefined;
      this.change(value, value.text.slice(1), token.text, true);
    } else if (command === undefined) {
      this.begin(token);
    } else if (token.text === '$end') {
      this.command = undefined;
      this.endCommand(command);
    } else if (command.words.length <= MOST_WORDS && !WORDLESS.has(command.token.text)) {
      command.words.push(command.words.length < MOST_WORDS ? token.text : '...');
    }
  }

  private begin(token: Token): void {
    if (this.declaring && token.text.startsWith('#')) {
      this.fault(token, 'no $enddefinitions');
      this.declaring = false;
    }
    if (!this.declaring) this.simulationCommand(token);
    else if (DECLARATIONS.has(token.text)) this.command = { token, words: [] };
    else this.fault(token, `${token.text} is no declaration`);
  }

  /** A command with all its words: a declaration, or a comment anywhere. */
  private endCommand(command: Command): void {
    const { token, words } = command;
    if (token.text === '$enddefinitions') this.endDeclarations(command);
    else if (token.text === '$timescale') this.timescale(token, words);
    else if (token.text === '$scope') this.scope(token, words);
    else if (token.text === '$upscope') this.upscope(token, words);
    else if (token.text === '$var') this.variable(token, words);
  }

  private endDeclarations({ token, words }: Command): void {
    this.declaring = false;
    if (words.length > 0) this.fault(token, '$enddefinitions takes no words');
    const { open } = this.scopes;
    if (open.outer !== null) this.fault(token, `scope ${scopeText(open)} has no $upscope`);
    if (this.timescales === 0) this.fault(token, 'no $timescale');
  }

  private timescale(token: Token, words: readonly string[]): void {
    const scale = words.join(' ');
    if (++this.timescales > 1) this.fault(token, 'a second $timescale');
    if (!TIMESCALE.test(scale)) this.fault(token, `timescale ${scale} is not 1, 10 or 100 of s, ms, us, ns, ps or fs`);
  }

  private scope(token: Token, [kind, name = '', ...rest]: readonly string[]): void {
    if (!SCOPE_KINDS.has(kind)) this.fault(token, `${kind} is no kind of scope`);
    if (!IDENTIFIER.test(name) || rest.length > 0) this.fault(token, `${[name, ...rest].join(' ')} is no scope name`);
    this.scopes.enter(name, this.line);
  }

  private upscope(token: Token, words: readonly string[]): void {
    if (words.length > 0) this.fault(token, '$upscope takes no words');
    if (!this.scopes.leave()) this.fault(token, '$upscope without a scope');
  }

  private variable(token: Token, words: readonly string[]): void {
    const [kind, size, code, name, ...range] = words;
    if (words.length < 4) {
      this.fault(token, `$var ${words.join(' ')} lacks kind, size, identifier code or reference`);
      return;
    }
    const real = REAL_KINDS.has(kind);
    if (!real && !VARIABLE_KINDS.has(kind)) this.fault(token, `${kind} is no kind of variable`);
    if (!/^[1-9][0-9]*$/.test(size)) this.fault(token, `size ${size} is no positive decimal`);
    if (!CODE.test(code)) this.fault(token, `identifier code ${code} holds unprintable characters`);
    const { open: scope } = this.scopes;
    if (scope.outer === null) this.fault(token, `${name} is outside of every scope`);
    const width = Math.min(Number(size), MOST_WIDTH);
    if (Number(size) > MOST_WIDTH) this.fault(token, `size ${size} is more than the ${MOST_WIDTH} bits that are read`);
    this.reference(token, name, range.join(''), width);
    const known = this.variables.get(code);
    if (known !== undefined && known.width !== width) {
      this.fault(token, `identifier code ${code} is used for ${known.width} and for ${width} bits`);
    }
    const variable = known ?? { scope, name, width, real, changes: [], valued: false };
    if (known === undefined) this.variables.set(code, variable);
    if (this.scopes.declare(name, code, this.line)) this.references.push({ scope, name, width, variable });
    else this.fault(token, `${scopeText(scope, name)} is declared twice`);
  }

  private reference(token: Token, name: string, range: string, width: number): void {
    if (!IDENTIFIER.test(name)) this.fault(token, `${name} is no reference`);
    if (range === '') return;
    const bounds = /^\[(\d+)(?::(\d+))?\]$/.exec(range);
    if (bounds === null) this.fault(token, `${range} is no range`);
    else if (Math.abs(Number(bounds[1]) - Number(bounds[2] ?? bounds[1])) + 1 !== width) {
      this.fault(token, `range ${range} does not hold ${width} bits`);
    }
  }

  private simulationCommand(token: Token): void {
    const { text } = token;
    if (text.startsWith('#')) this.timeStamp(token);
    else if (DUMPS.has(text)) this.beginDump(token);
    else if (text === '$end') this.endDump(token);
    else if (text === '$comment') this.command = { token, words: [] };
    else if (/^[01xXzZ]/.test(text)) this.change(token, text[0], text.slice(1), false);
    else if (/^[bBrR]/.test(text)) this.value = token;
    else this.fault(token, `${text} is no value change and no command`);
  }

  private timeStamp(token: Token): void {
    if (!/^#[0-9]+$/.test(token.text)) {
      this.fault(token, `${token.text} is no time`);
      return;
    }
    const time = Number(token.text.slice(1));
    if (!Number.isSafeInteger(time)) this.fault(token, `time ${token.text.slice(1)} is beyond 2^53`);
    if (this.dump !== undefined) this.fault(token, `${token.text} inside of ${this.dump.text}`);
    if (time <= this.time) this.fault(token, `time ${time} does not come after ${this.time}`);
    this.time = Math.max(time, this.time);
  }

  private beginDump(token: Token): void {
    if (this.dump !== undefined) this.fault(token, `${token.text} inside of ${this.dump.text}`);
    if (token.text === '$dumpvars') {
      if (this.dumpedVariables) this.fault(token, 'a second $dumpvars');
      this.dumpedVariables = true;
    }
    this.dump = token;
  }

  private endDump(token: Token): void {
    const { dump } = this;
    this.dump = undefined;
    if (dump === undefined) {
      this.fault(token, '$end without a command');
      return;
    }
    if (dump.text !== '$dumpvars' || this.checkedInitials) return;
    this.checkedInitials = true;
    for (const { scope, name, valued } of this.variables.values()) {
      if (!valued) this.fault(dump, `$dumpvars gives ${scopeText(scope, name)} no initial value`);
    }
  }

  private change(token: Token, value: string, code: string, vector: boolean): void {
    const variable = this.variables.get(code);
    if (variable === undefined) {
      this.fault(token, `identifier code ${code} is not declared`);
      return;
    }
    if (this.time < 0 && this.dump === undefined) this.fault(token, 'a value change before the first time');
    const digits = this.digits(token, value.toLowerCase(), variable, vector);
    if (digits === null) return;
    variable.valued = true;
    this.changeCount++;
    if (this.keepChanges) variable.changes.push({ time: Math.max(this.time, 0), value: digits });
  }

  /** The value at the width of its variable; null when it has none. */
  private digits(token: Token, value: string, { width, real }: Variable, vector: boolean): string | null {
    if (real !== /^[rR]/.test(token.text)) {
      this.fault(token, real ? `${token.text} is no real value` : `${token.text} is a real value of a vector`);
      return null;
    }
    if (real) {
      if (value !== '' && Number.isFinite(Number(value))) return value;
      this.fault(token, `${value} is no number`);
      return null;
    }
    if (!/^[01xz]+$/.test(value)) {
      this.fault(token, `value ${value} has digits other than 0, 1, x and z`);
      return null;
    }
    if (value.length > width)
      this.fault(token, `value ${value} has more digits than the ${width} bits of its variable`);
    if (!vector && width > 1) this.fault(token, `a scalar value for a variable of ${width} bits`);
    // A few digits of a wide variable would become a megabyte.
    return this.keepChanges ? value.padStart(width, value[0] === '1' ? '0' : value[0]) : value;
  }

  private fault({ line }: Token, problem: string): void {
    if (this.faultCount++ >= MOST_FAULTS) return;
    const isLong = problem.length > MOST_CHARACTERS;
    this.faults.push({ line, problem: isLong ? `${problem.slice(0, MOST_CHARACTERS)}...` : problem });
  }
}
