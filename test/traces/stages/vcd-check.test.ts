import { describe, expect, it } from 'vitest';
import { MemoryBudget, MemoryError } from '../../../traces/encodings/memory-budget.ts';
import { checkVcd, VcdChecker } from '../../../traces/stages/vcd-check.ts';

const GOOD = `$date today $end
$version some simulator 1.0 $end
$timescale 10 ps $end
$scope module top $end
$var wire 1 ! clk $end
$var reg 4 " count [3:0] $end
$scope task inner $end
$var wire 4 " alias [3:0] $end
$var real 64 #1 level $end
$upscope $end
$upscope $end
$enddefinitions $end
#0
$dumpvars
x!
bx "
r0 #1
$end
#5
1!
b101 "
r-1.5e3 #1
#7
0!
bz "
$comment done $end
#10
`;

/** The line and text of every fault of the good file after one replacement. */
function faultsOf(piece: string, replacement: string): string[] {
  expect(GOOD.split(piece)).toHaveLength(2);
  return checkVcd(GOOD.replace(piece, replacement)).faults.map(({ line, problem }) => `${line}: ${problem}`);
}

describe('checkVcd', () => {
  it('finds nothing wrong with a good file, and reads its values at full width', () => {
    const { faults, signals, endTime } = checkVcd(GOOD);
    expect(faults).toEqual([]);
    expect(endTime).toBe(10);
    const count = [
      { time: 0, value: 'xxxx' },
      { time: 5, value: '0101' },
      { time: 7, value: 'zzzz' },
    ];
    expect([...signals.values()]).toEqual([
      {
        path: 'top.clk',
        width: 1,
        changes: [
          { time: 0, value: 'x' },
          { time: 5, value: '1' },
          { time: 7, value: '0' },
        ],
      },
      { path: 'top.count', width: 4, changes: count },
      { path: 'top.inner.alias', width: 4, changes: count },
      {
        path: 'top.inner.level',
        width: 64,
        changes: [
          { time: 0, value: '0' },
          { time: 5, value: '-1.5e3' },
        ],
      },
    ]);
  });

  it.each([
    ['#7\n', '#5\n', '23: time 5 does not come after 5'],
    ['#7\n', '#-7\n', '23: #-7 is no time'],
    ['0!\n', '0?\n', '24: identifier code ? is not declared'],
    ['b101 "', 'b10101 "', '21: value 10101 has more digits than the 4 bits of its variable'],
    ['b101 "', '1"', '21: a scalar value for a variable of 4 bits'],
    ['b101 "', 'b102 "', '21: value 102 has digits other than 0, 1, x and z'],
    ['b101 "', 'b "', '21: value  has digits other than 0, 1, x and z'],
    ['b101 "', 'b101"', '21: b101" has no identifier code after it'],
    ['b101 "', 'r101 "', '21: r101 is a real value of a vector'],
    ['r-1.5e3 #1', 'b101 #1', '22: b101 is no real value'],
    ['r-1.5e3', 'rhigh', '22: high is no number'],
    ['b101 "', 's101 "', '21: s101 is no value change and no command'],
    ['$upscope $end\n$upscope $end', '$upscope $end', '11: scope top has no $upscope'],
    ['$upscope $end\n$upscope $end', '$upscope $end\n$upscope $end\n$upscope $end', '12: $upscope without a scope'],
    ['$scope module top', '$scope package top', '4: package is no kind of scope'],
    ['$scope module top', '$scope module 9top', '4: 9top is no scope name'],
    ['$var wire 1 ! clk', '$var string 1 ! clk', '5: string is no kind of variable'],
    ['$var wire 1 ! clk', '$var wire 0 ! clk', '5: size 0 is no positive decimal'],
    ['$var wire 1 ! clk', '$var wire 1 ! c-k', '5: c-k is no reference'],
    ['$var wire 1 ! clk', '$var wire 1 !', '5: $var wire 1 ! lacks kind, size, identifier code or reference'],
    ['$var wire 1 ! clk', '$var wire 1 !é clk', '5: identifier code !é holds unprintable characters'],
    ['$var wire 1 ! clk', '$var wire 1 " clk', '6: identifier code " is used for 1 and for 4 bits'],
    ['count [3:0]', 'count [4:0]', '6: range [4:0] does not hold 4 bits'],
    ['count [3:0]', 'count [3:b]', '6: [3:b] is no range'],
    ['count [3:0]', 'clk [3:0]', '6: top.clk is declared twice'],
    ['$scope module top $end\n', '', '4: clk is outside of every scope'],
    ['10 ps', '5 ps', '3: timescale 5 ps is not 1, 10 or 100 of s, ms, us, ns, ps or fs'],
    ['$timescale 10 ps $end\n', '', '11: no $timescale'],
    ['$timescale 10 ps $end', '$timescale 1 ns $end $timescale 1 ns $end', '3: a second $timescale'],
    ['$version some simulator 1.0 $end', '$notes some $end', '2: $notes is no declaration'],
    ['$enddefinitions $end', '', '13: no $enddefinitions'],
    ['$enddefinitions $end', '$enddefinitions now $end', '12: $enddefinitions takes no words'],
    ['$dumpvars\nx!', 'x!', '17: $end without a command'],
    ['r0 #1\n$end\n', 'r0 #1\n', '18: #5 inside of $dumpvars'],
    ['#5\n', '$dumpvars\n$end\n#5\n', '19: a second $dumpvars'],
    ['#0\n$dumpvars\n', '1!\n#0\n$dumpvars\n', '13: a value change before the first time'],
    ['$comment done $end', '$comment done', '26: $comment has no $end'],
    ['x!\nbx', 'bx', '14: $dumpvars gives top.clk no initial value'],
    ['#10\n', '#10', '27: the last line has no line feed: the file may be cut short'],
    ['#10\n', 'b1', '27: b1 has no identifier code after it'],
    ['#10\n', '#10000000000000000\n', '27: time 10000000000000000 is beyond 2^53'],
    ['#10\n', '$dumpall\n1!\n', '27: $dumpall has no $end'],
    ['#10\n', '$var wire 1 $ late $end\n', '27: $var is no value change and no command'],
    ['#7\n', '#7\n$dumpoff\n$dumpon\n', '25: $dumpon inside of $dumpoff'],
  ])('reports the first fault of %j -> %j', (piece, replacement, expected) => {
    const faults = faultsOf(piece, replacement);
    expect(faults[0]).toBe(expected);
  });

  it('finds the same in pieces of any length', () => {
    const whole = checkVcd(GOOD);
    for (const size of [1, 2, 3, 7, 100]) {
      const checker = new VcdChecker(true);
      for (let at = 0; at < GOOD.length; at += size) checker.write(GOOD.slice(at, at + size));
      expect(checker.end()).toEqual(whole);
    }
  });

  it('counts value changes without keeping them', () => {
    const checker = new VcdChecker(false);
    checker.write(GOOD);
    const { changeCount, signals, faultCount } = checker.end();
    expect([changeCount, faultCount]).toEqual([8, 0]);
    expect([...signals.values()].every(({ changes }) => changes.length === 0)).toBe(true);
  });

  it('refuses every cut of a file that does not end between two lines of the simulation', () => {
    const body = GOOD.indexOf('$enddefinitions $end\n') + '$enddefinitions $end\n'.length;
    const dumped = GOOD.indexOf('$end\n', body) + '$end\n'.length;
    for (let at = 0; at < GOOD.length; at++) {
      const cut = GOOD.slice(0, at);
      const whole = at >= dumped && cut.endsWith('\n');
      expect([at, checkVcd(cut).faultCount > 0]).toEqual([at, !whole]);
    }
  });

  it('lists the first thousand faults and counts the rest', () => {
    const { faults, faultCount } = checkVcd(`${GOOD}${'1?\n'.repeat(1500)}`);
    expect([faults.length, faultCount]).toEqual([1000, 1500]);
  });

  it('requires initial values', () => {
    const piece = '$dumpvars\nx!\nbx "\nr0 #1\n$end\n';
    expect(faultsOf(piece, '')).toEqual(['22: no $dumpvars gives the initial values']);
  });

  it('takes time in proportion to the file, however deep its scopes are and however wide its variables', () => {
    const deep = 60_000;
    const scopes = '$scope module a $end\n'.repeat(deep);
    const wide = `$timescale 1 ns $end\n$scope module a $end\n$var wire 1048576 ! x $end\n$upscope $end\n$enddefinitions $end\n#0\n`;
    const cases = [
      `${scopes}${Array.from({ length: deep }, (_, n) => `$var wire 1 ${n} x${n} $end\n`).join('')}`,
      `${scopes}${'$var wire 1 ! x $end\n'.repeat(deep)}`,
      `${scopes}${'$upscope $end\n$scope module a $end\n$var wire 1 ! x $end\n'.repeat(deep)}`,
      `${wide}${'b1 !\n'.repeat(200_000)}`,
      `${GOOD}${'$dumpvars\n$end\n'.repeat(deep)}`,
      `$comment ${'a '.repeat(10 * deep)}`,
    ];
    for (const text of cases) {
      const start = process.cpuUsage();
      const checker = new VcdChecker(false);
      checker.write(text);
      expect(checker.end().faultCount).toBeGreaterThan(0);
      const { user, system } = process.cpuUsage(start);
      expect((user + system) / 1e6, text.slice(0, 60)).toBeLessThan(5 + (2 * text.length) / 2 ** 20);
    }
  });

  it('tells the innermost names of a long path', () => {
    const names = Array.from({ length: 40 }, (_, n) => `s${n}`);
    const text = names.map((name) => `$scope module ${name} $end\n`).join('');
    const { faults } = checkVcd(`${text}$var wire 1 ! x $end\n$var wire 1 ! x $end\n`);
    expect(faults[0]).toEqual({ line: 42, problem: `...${names.slice(25).join('.')}.x is declared twice` });
  });

  it('asks the budget of memory for its scopes and variables', () => {
    const checker = new VcdChecker(false, 'a.vcd', new MemoryBudget(2 ** 20));
    const scopes = '$scope module a $end\n'.repeat(2000);
    expect(() => checker.write(scopes)).toThrow(/^a\.vcd:\d+: the scopes and variables so far: needs /);
    const same = new VcdChecker(false, 'a.vcd', new MemoryBudget(2 ** 20));
    expect(() => same.write(`$scope module a $end\n${'$var wire 1 ! x $end\n'.repeat(2000)}`)).toThrow(MemoryError);
  });

  it('takes no variable whose words have no end', () => {
    const zeros = '0 '.repeat(58);
    const fault = faultsOf('$var wire 1 ! clk $end', `$var wire 1 ! clk [ ${zeros}] more $end`);
    expect(fault[0]).toMatch(/ is no range$/);
  });

  it('says that an empty file declares nothing', () => {
    expect(checkVcd('').faults.map(({ problem }) => problem)).toEqual([
      'no $enddefinitions',
      'no $dumpvars gives the initial values',
    ]);
  });
});
