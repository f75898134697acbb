/** What a VCD file does against IEEE 1364-2005, clause 18. */
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
  /** Values have `width` digits of 0, 1, x and z; those of real variables are their decimals. */
  readonly changes: readonly { readonly time: number; readonly value: string }[];
}

export interface VcdReport {
  readonly faults: readonly VcdFault[];
  /** By path. */
  readonly signals: ReadonlyMap<string, VcdSignal>;
  /** The last time stamp. */
  readonly endTime: number;
}

const SCOPE_KINDS = new Set(['begin', 'fork', 'function', 'module', 'task']);
const REAL_KINDS = new Set(['real', 'realtime']);
const VARIABLE_KINDS = new Set(
  'event integer parameter reg supply0 supply1 time tri triand trior trireg tri0 tri1 wand wire wor'.split(' '),
);
const DUMPS = new Set(['$dumpvars', '$dumpall', '$dumpon', '$dumpoff']);
const IDENTIFIER = /^(?:[A-Za-z_][A-Za-z0-9_$]*|\\[!-~]+)$/;
const CODE = /^[!-~]+$/;
const TIMESCALE = /^10{0,2}\s?(?:s|ms|us|ns|ps|fs)$/;

interface Token {
  readonly text: string;
  readonly line: number;
}

interface Variable {
  readonly width: number;
  readonly real: boolean;
  readonly changes: { time: number; value: string }[];
}

/** Reads a whole VCD file and lists everything that a strict reader would refuse. */
export function checkVcd(text: string): VcdReport {
  return new VcdChecker(text).report();
}

class VcdChecker {
  private readonly tokens: readonly Token[];
  private readonly faults: VcdFault[] = [];
  private readonly signals = new Map<string, VcdSignal>();
  private readonly variables = new Map<string, Variable>();
  private readonly scopes: string[] = [];
  private next = 0;
  private time = -1;
  private timescales = 0;
  /** The `$dumpvars` or the like that has no `$end` yet. */
  private dump: Token | undefined;
  private dumpedVariables = false;

  constructor(text: string) {
    this.tokens = text
      .split('\n')
      .flatMap((row, n) => [...row.matchAll(/\S+/g)].map(([word]) => ({ text: word, line: n + 1 })));
  }

  report(): VcdReport {
    this.declarations();
    while (this.next < this.tokens.length) this.simulationCommand(this.tokens[this.next++]);
    if (this.dump !== undefined) this.fault(this.dump, `${this.dump.text} has no $end`);
    if (!this.dumpedVariables) this.fault(this.lastToken, 'no $dumpvars gives the initial values');
    return { faults: this.faults, signals: this.signals, endTime: this.time };
  }

  private declarations(): void {
    while (this.next < this.tokens.length) {
      const token = this.tokens[this.next++];
      if (token.text === '$enddefinitions') {
        if (this.body(token).length > 0) this.fault(token, '$enddefinitions takes no words');
        if (this.scopes.length > 0) this.fault(token, `scope ${this.scopes.join('.')} has no $upscope`);
        if (this.timescales === 0) this.fault(token, 'no $timescale');
        return;
      }
      if (token.text.startsWith('#')) {
        this.next--;
        break;
      }
      this.declaration(token);
    }
    this.fault(this.tokens[this.next] ?? this.lastToken, 'no $enddefinitions');
  }

  private declaration(token: Token): void {
    if (token.text === '$comment' || token.text === '$date' || token.text === '$version') this.body(token);
    else if (token.text === '$timescale') this.timescale(token);
    else if (token.text === '$scope') this.scope(token);
    else if (token.text === '$upscope') this.upscope(token);
    else if (token.text === '$var') this.variable(token);
    else this.fault(token, `${token.text} is no declaration`);
  }

  /** The words up to `$end`. */
  private body(command: Token): readonly string[] {
    const words: string[] = [];
    while (this.next < this.tokens.length) {
      const { text } = this.tokens[this.next++];
      if (text === '$end') return words;
      words.push(text);
    }
    this.fault(command, `${command.text} has no $end`);
    return words;
  }

  private timescale(token: Token): void {
    const scale = this.body(token).join(' ');
    if (++this.timescales > 1) this.fault(token, 'a second $timescale');
    if (!TIMESCALE.test(scale)) this.fault(token, `timescale ${scale} is not 1, 10 or 100 of s, ms, us, ns, ps or fs`);
  }

  private scope(token: Token): void {
    const [kind, name = '', ...rest] = this.body(token);
    if (!SCOPE_KINDS.has(kind)) this.fault(token, `${kind} is no kind of scope`);
    if (!IDENTIFIER.test(name) || rest.length > 0) this.fault(token, `${[name, ...rest].join(' ')} is no scope name`);
    this.scopes.push(name);
  }

  private upscope(token: Token): void {
    if (this.body(token).length > 0) this.fault(token, '$upscope takes no words');
    if (this.scopes.pop() === undefined) this.fault(token, '$upscope without a scope');
  }

  private variable(token: Token): void {
    const words = this.body(token);
    const [kind, size, code, name, ...range] = words;
    if (words.length < 4) {
      this.fault(token, `$var ${words.join(' ')} lacks kind, size, identifier code or reference`);
      return;
    }
    const real = REAL_KINDS.has(kind);
    if (!real && !VARIABLE_KINDS.has(kind)) this.fault(token, `${kind} is no kind of variable`);
    if (!/^[1-9][0-9]*$/.test(size)) this.fault(token, `size ${size} is no positive decimal`);
    if (!CODE.test(code)) this.fault(token, `identifier code ${code} holds unprintable characters`);
    if (this.scopes.length === 0) this.fault(token, `${name} stands outside of every scope`);
    const width = Number(size);
    this.reference(token, name, range.join(''), width);
    const path = [...this.scopes, name].join('.');
    if (this.signals.has(path)) this.fault(token, `${path} is declared twice`);
    const known = this.variables.get(code);
    if (known !== undefined && known.width !== width) {
      this.fault(token, `identifier code ${code} stands for ${known.width} and for ${width} bits`);
    }
    const variable = known ?? { width, real, changes: [] };
    this.variables.set(code, variable);
    this.signals.set(path, { path, width, changes: variable.changes });
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
    else if (text === '$comment') this.body(token);
    else if (/^[01xXzZ]/.test(text)) this.change(token, text[0], text.slice(1), false);
    else if (/^[bBrR]/.test(text)) this.change(token, text.slice(1), this.codeAfter(token), true);
    else this.fault(token, `${text} is no value change and no command`);
  }

  private timeStamp(token: Token): void {
    if (!/^#[0-9]+$/.test(token.text)) {
      this.fault(token, `${token.text} is no time`);
      return;
    }
    const time = Number(token.text.slice(1));
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
    if (this.dump === undefined) this.fault(token, '$end without a command');
    this.dump = undefined;
  }

  /** The identifier code that a vector's or a real's value is followed by. */
  private codeAfter(token: Token): string {
    const code = this.tokens[this.next];
    if (code === undefined || code.line !== token.line) {
      this.fault(token, `${token.text} has no identifier code after it`);
      return '';
    }
    this.next++;
    return code.text;
  }

  private change(token: Token, value: string, code: string, vector: boolean): void {
    const variable = this.variables.get(code);
    if (variable === undefined) {
      if (code !== '' || !vector) this.fault(token, `identifier code ${code} is not declared`);
      return;
    }
    if (this.time < 0 && this.dump === undefined) this.fault(token, 'a value change before the first time');
    const digits = this.digits(token, value.toLowerCase(), variable, vector);
    if (digits !== null) variable.changes.push({ time: Math.max(this.time, 0), value: digits });
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
    return value.padStart(width, value[0] === '1' ? '0' : value[0]);
  }

  private get lastToken(): Token {
    return this.tokens[this.tokens.length - 1] ?? { text: '', line: 1 };
  }

  private fault({ line }: Token, problem: string): void {
    this.faults.push({ line, problem });
  }
}
