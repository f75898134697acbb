// floor(sqrt(radicand)), a digit a step.
module square_root #(
    parameter int ROOT_WIDTH = 16
) (
    input  logic [2*ROOT_WIDTH-1:0] radicand,
    output logic [  ROOT_WIDTH-1:0] root
);

  logic [2*ROOT_WIDTH-1:0] rest;
  logic [ROOT_WIDTH+1:0] remainder, trial;
  always_comb begin
    rest = radicand;
    remainder = '0;
    root = '0;
    trial = '0;
    for (int digit = 0; digit < ROOT_WIDTH; digit++) begin
      {remainder, rest} = {remainder[ROOT_WIDTH-1:0], rest, 2'b00};
      trial = {root, 2'b01};
      root = {root[ROOT_WIDTH-2:0], remainder >= trial};
      if (root[0]) remainder = remainder - trial;
    end
  end

endmodule
