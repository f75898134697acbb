import { expect, it } from 'vitest';
import { mutatedModule } from './mutants.ts';

const MODULE = `module held #(parameter int WIDTH = 4) (input wire logic clock, input wire logic a, output logic [WIDTH-1:0] b);
  if (WIDTH == 4) begin : g_four
    assign b[0] = a && !b[1];
  end
  always_ff @(posedge clock) begin
    if (a == b[2]) begin
      b[3] <= 1'b1;
    end
  end
\`ifndef SYNTHESIS
  always_ff @(posedge clock) begin : never assert (a == b[2]); end
\`endif
endmodule
`;

it('mutates what is assigned and the conditions of processes, neither generate conditions nor assertions', () => {
  const { text, mutants } = mutatedModule(MODULE, 100);
  expect(mutants.toSorted()).toEqual(['3: a && b[1]', '3: a || !b[1]', '6: a != b[2]', "7: 1'b0"]);
  // Without a mutant, each expression is what it was.
  const choice = /\(bench\.mutants\[0\] == 32'd\d+ \? [^?:]* : ([^?:()]*)\)/;
  let chosen = text;
  while (choice.test(chosen)) chosen = chosen.replace(choice, '$1');
  expect(chosen).toBe(MODULE);
});

it('draws the same few mutants each time', () => {
  const few = mutatedModule(MODULE, 2);
  expect(few.mutants).toHaveLength(2);
  expect(mutatedModule(MODULE, 2)).toEqual(few);
});
