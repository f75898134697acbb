`default_nettype none

// Sum of the samples of one level (fixed-arithmetic.ts, add): the first one starts it.
//
// sample:        signed, SAMPLE_WIDTH bits.
// sum, next_sum: signed, ACCUMULATOR_BITS bits with the fraction bits of a sample.
module accumulator #(
    parameter int SAMPLE_WIDTH = 21,
    parameter int ACCUMULATOR_BITS = 32
) (
    input  wire logic signed [    SAMPLE_WIDTH-1:0] sample,
    input  wire logic                               first,
    input  wire logic signed [ACCUMULATOR_BITS-1:0] sum,
    output logic      signed [ACCUMULATOR_BITS-1:0] next_sum
);

  if (ACCUMULATOR_BITS < SAMPLE_WIDTH) $error("accumulator: ACCUMULATOR_BITS should be at least SAMPLE_WIDTH");

  assign next_sum = (first ? '0 : sum) + ACCUMULATOR_BITS'(sample);
endmodule

`default_nettype wire
