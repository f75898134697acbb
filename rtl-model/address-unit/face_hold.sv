`default_nettype none

// A snapped coordinate held to the face of a cube and half a texel around it (onFace of coordinates.ts): a sample on the major
// axis beyond that would miss every face.
//
// coordinate, held: signed INTEGER_BITS.FRACTION_BITS, in texels.
// size:             of the face, in texels, at least 1.
module face_hold #(
    parameter int INTEGER_BITS = 17,
    parameter int FRACTION_BITS = 8,  // at least 1
    parameter int SIZE_BITS = 15,
    localparam int WIDTH = INTEGER_BITS + FRACTION_BITS
) (
    input  wire logic signed [    WIDTH-1:0] coordinate,
    input  wire logic        [SIZE_BITS-1:0] size,
    output logic      signed [    WIDTH-1:0] held
);

  if (FRACTION_BITS < 1) $error("face_hold: FRACTION_BITS should be at least 1");

  // Signed, and wide enough for a size that coordinates do not reach.
  localparam int WIDE = (INTEGER_BITS > SIZE_BITS + 1 ? INTEGER_BITS : SIZE_BITS + 1) + FRACTION_BITS;
  logic signed [WIDE-1:0] wide, half, last, nearest;
  assign wide   = WIDE'(coordinate);
  assign half   = WIDE'(1) <<< (FRACTION_BITS - 1);
  assign last   = (WIDE'(size) <<< FRACTION_BITS) - half;
  assign nearest = wide < -half ? -half : wide > last ? last : wide;
  assign held   = WIDTH'(nearest);

endmodule

`default_nettype wire
