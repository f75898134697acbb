`default_nettype none

// The texel that an index selects under an address mode (wrap.ts; D3D11.3 7.18.9; Vulkan: Wrapping Operation).
//
// -1 - i mirrors an index at the edge of the image and costs no more than an inversion. So every mode needs the distance
// from the edge alone, and the repeating ones its quotient and rest by the size:
//   repeat           counts the rest from the other end where i is negative,
//   mirrored_repeat  counts the rest from the other end where the quotient is odd.
// The division is an array of subtractions, one row for each bit of the index: a size need be no power of two. For a size
// of 2^n the rest is the distance's low n bits; a unit that has those sizes alone replaces the array by a mask.
//
// i:      any signed integer.
// size:   in texels, at least 1.
// texel:  0 to size - 1; 0 on the border.
// border: 1 for an index outside of the image under clamp_to_border.
module wrap #(
    parameter int INDEX_BITS = 18,
    parameter int SIZE_BITS = 15
) (
    input  wire logic signed                     [INDEX_BITS-1:0] i,
    input  wire logic                            [ SIZE_BITS-1:0] size,
    input  wire address_unit_pkg::address_mode_e                  address_mode,
    output logic                                 [ SIZE_BITS-1:0] texel,
    output logic                                                  border
);

  if (INDEX_BITS < 2) $error("wrap: INDEX_BITS should be at least 2");
  if (SIZE_BITS < 1) $error("wrap: SIZE_BITS should be at least 1");

  localparam int DISTANCE_BITS = INDEX_BITS - 1;
  localparam int WIDER = DISTANCE_BITS > SIZE_BITS ? DISTANCE_BITS : SIZE_BITS;

  logic negative, outside;
  logic [DISTANCE_BITS-1:0] distance;
  assign negative = i < 0;
  assign distance = negative ? ~i[DISTANCE_BITS-1:0] : i[DISTANCE_BITS-1:0];
  assign outside  = WIDER'(distance) >= WIDER'(size);

  logic odd;
  logic [SIZE_BITS-1:0] rest;
  logic [SIZE_BITS:0] partial;
  always_comb begin
    odd  = 1'b0;
    rest = '0;
    for (int bit_index = DISTANCE_BITS - 1; bit_index >= 0; bit_index--) begin
      partial = {rest, distance[bit_index]};
      odd = partial >= {1'b0, size};
      rest = SIZE_BITS'(odd ? partial - {1'b0, size} : partial);
    end
  end

  logic [SIZE_BITS-1:0] last, held;
  assign last = size - SIZE_BITS'(1);
  assign held = outside ? last : SIZE_BITS'(distance);

  always_comb begin
    border = 1'b0;
    unique case (address_mode)
      address_unit_pkg::REPEAT:          texel = negative ? last - rest : rest;
      address_unit_pkg::MIRRORED_REPEAT: texel = odd ? last - rest : rest;
      address_unit_pkg::CLAMP_TO_EDGE:   texel = negative ? '0 : held;
      address_unit_pkg::CLAMP_TO_BORDER: begin
        border = negative || outside;
        texel  = border ? '0 : held;
      end
      default:                           texel = held;  // MIRROR_CLAMP_TO_EDGE
    endcase
  end

endmodule

`default_nettype wire
