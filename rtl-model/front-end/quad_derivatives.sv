`default_nettype none

// Differences between the lanes of a quad, float32 (derivatives.ts; D3D11.3 22.5.2-22.5.5; Vulkan: Derivative
// Operations). Coarse: one difference for the whole quad, taken at lane 0. Fine: along the lane's own row and column.
//
// value:  float32 of lanes 0 to 3: top left, top right, bottom left, bottom right.
// dx, dy: of the same lanes.
module quad_derivatives #(
    parameter bit FINE = 1'b0
) (
    input  wire logic [3:0][31:0] value,
    output logic      [3:0][31:0] dx,
    output logic      [3:0][31:0] dy
);

  logic [31:0] top, left;
  float_add top_row (
      .a  (value[1]),
      .b  (value[0] ^ 32'h8000_0000),
      .sum(top)
  );
  float_add left_column (
      .a  (value[2]),
      .b  (value[0] ^ 32'h8000_0000),
      .sum(left)
  );

  if (FINE) begin : g_fine
    logic [31:0] bottom, right;
    float_add bottom_row (
        .a  (value[3]),
        .b  (value[2] ^ 32'h8000_0000),
        .sum(bottom)
    );
    float_add right_column (
        .a  (value[3]),
        .b  (value[1] ^ 32'h8000_0000),
        .sum(right)
    );
    assign dx = {bottom, bottom, top, top};
    assign dy = {right, left, right, left};
  end else begin : g_coarse
    logic unused;
    assign unused = ^value[3];
    assign dx = {4{top}};
    assign dy = {4{left}};
  end

endmodule

`default_nettype wire
