import { expect, it } from 'vitest';
import { fixed, unsignedFixed } from '../../../rtl-model/fixed-point/format.ts';
import { checkVcd } from '../../../traces/stages/vcd-check.ts';
import { VcdDump } from '../../../traces/stages/vcd-dump.ts';
import { Dice } from '../../oracle/dice.ts';

function open() {
  const pieces: string[] = [];
  const dump = new VcdDump((piece) => pieces.push(piece));
  return { dump, text: () => pieces.join('') };
}

it('writes only header, initial x and changes', () => {
  const { dump, text } = open();
  const [level, go] = dump.scope('top', () => [
    dump.wire(fixed('level', 2, 2)),
    dump.scope('sub', () => dump.wire(unsignedFixed('go', 1, 0))),
  ]);
  dump.begin('a comment');
  dump.set(level, 5);
  dump.advance(3);
  dump.set(level, 5);
  dump.pulse(go);
  dump.advance(4);
  dump.set(level, -1);
  dump.pulse(go);
  dump.advance(9);
  dump.set(level, undefined);
  dump.finish(20);
  expect(text()).toBe(`$comment
a comment
$end
$version texunit $end
$timescale 1 ns $end
$scope module top $end
$var wire 4 ! level [3:0] $end
$scope module sub $end
$var wire 1 " go $end
$upscope $end
$upscope $end
$enddefinitions $end
#0
$dumpvars
bx !
x"
$end
b101 !
#3
1"
#4
b1111 !
#5
0"
#9
bx !
#20
`);
});

it('refuses values that do not fit, naming the wire', () => {
  const { dump } = open();
  const wires = dump.scope('top', () => ({
    i: dump.wire(fixed('i', 4, 4)),
    n: dump.wire(unsignedFixed('n', 3, 0)),
  }));
  dump.begin('');
  dump.set(wires.i, -128);
  dump.set(wires.n, 7);
  expect(() => dump.set(wires.i, 128)).toThrow('top.i: 128 does not fit a wire of 8 bits (-128 to 127)');
  expect(() => dump.set(wires.n, -1)).toThrow('top.n: -1 does not fit a wire of 3 bits (0 to 7)');
  expect(() => dump.set(wires.n, 8)).toThrow('top.n: 8 does not fit a wire of 3 bits (0 to 7)');
  expect(() => dump.set(wires.n, 0.5)).toThrow('top.n: 0.5 does not fit a wire of 3 bits (0 to 7)');
});

it('gives thousands of wires different codes, which a strict reader accepts and reads back', () => {
  const dice = new Dice(3);
  const { dump, text } = open();
  const widths = Array.from({ length: 9500 }, () => dice.integer(1, 48));
  const wires = dump.scope('top', () => widths.map((width, n) => dump.wire(fixed(`w${n}`, width, 0))));
  dump.begin('');
  const now = wires.map((): number[] => []);
  for (let time = 0; time < 4; time++) {
    dump.advance(time);
    wires.forEach((wire, n) => {
      const span = 2 ** widths[n];
      const value = Math.floor(dice.real(-span / 2, span / 2));
      dump.set(wire, value);
      if (now[n].at(-1) !== value) now[n].push(value);
    });
  }
  dump.finish(4);
  const { faults, signals } = checkVcd(text());
  expect(faults).toEqual([]);
  const wrong = wires.filter((_, n) => {
    const read = signals
      .get(`top.w${n}`)!
      .changes.slice(1)
      .map(({ value }) => {
        const bits = parseInt(value, 2);
        return value[0] === '1' ? bits - 2 ** widths[n] : bits;
      });
    return read.join() !== now[n].join();
  });
  expect(wrong).toEqual([]);
});
