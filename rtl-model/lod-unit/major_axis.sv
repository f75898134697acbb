`default_nettype none

// The major axis of a footprint along one axis of the image, along_x dX + along_y dY, of the derivatives before they were
// scaled (lod-unit.ts, measureNarrow; Vulkan: Texel Anisotropic Filtering). Each operation is rounded to float32.
//
// dx, dy:           float32: the derivatives of the coordinate along x and y.
// along_x, along_y: signed, -1 to 1, FRACTION_BITS fraction bits, from narrow_axes.
// axis:             float32, in normalized coordinates.
module major_axis #(
    parameter int FRACTION_BITS = 12  // at most 24
) (
    input  wire logic        [             31:0] dx,
    input  wire logic        [             31:0] dy,
    input  wire logic signed [FRACTION_BITS+1:0] along_x,
    input  wire logic signed [FRACTION_BITS+1:0] along_y,
    output logic             [             31:0] axis
);

  if (FRACTION_BITS < 1 || FRACTION_BITS > 24) $error("major_axis: FRACTION_BITS should be 1 to 24");

  logic [1:0][31:0] derivative, product;
  logic [1:0][FRACTION_BITS+1:0] along;
  assign derivative = {dy, dx};
  assign along      = {along_y, along_x};

  for (genvar n = 0; n < 2; n++) begin : g_product
    logic negative;
    logic [FRACTION_BITS:0] magnitude;
    logic unused_sign;
    logic [7:0] exponent;
    logic [22:0] mantissa;
    logic [31:0] fraction;
    assign negative  = along[n][FRACTION_BITS+1];
    assign magnitude = (FRACTION_BITS + 1)'(negative ? -along[n] : along[n]);
    unsigned_to_float #(
        .WIDTH(FRACTION_BITS + 1)
    ) convert (
        .value(magnitude),
        .bits ({unused_sign, exponent, mantissa})
    );
    assign fraction = magnitude == '0 ? '0 : {negative, exponent - 8'(FRACTION_BITS), mantissa};
    float_multiply scale (
        .a(derivative[n]),
        .b(fraction),
        .product(product[n])
    );
  end

  float_add add (
      .a  (product[0]),
      .b  (product[1]),
      .sum(axis)
  );

endmodule

`default_nettype wire
