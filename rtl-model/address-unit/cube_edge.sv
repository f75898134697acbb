`default_nettype none

// The texel at (i, j) of a face of a seamless cube, continued over an edge onto the neighbouring face (cube-edge.ts,
// TexelWrapper; Vulkan: Cube Map Edge Handling; D3D11.3 7.18.12).
//
// face:             0 to 5.
// i, j:             -1 to size, signed: a footprint reaches one texel beyond a face.
// size:             of a face, in texels, at least 1.
// texel_face, texel_i, texel_j: of the texel; those of the face itself where no edge is crossed.
// corner:           both indices are beyond an edge: there is no such texel.
module cube_edge #(
    parameter int SIZE_BITS = 15
) (
    input  wire logic        [          2:0] face,
    input  wire logic signed [  SIZE_BITS:0] i,
    input  wire logic signed [  SIZE_BITS:0] j,
    input  wire logic        [SIZE_BITS-1:0] size,
    output logic             [          2:0] texel_face,
    output logic             [SIZE_BITS-1:0] texel_i,
    output logic             [SIZE_BITS-1:0] texel_j,
    output logic                             corner
);

  if (SIZE_BITS < 1) $error("cube_edge: SIZE_BITS should be at least 1");

  // Edges are left, right, top and bottom. The neighbour beyond an edge, its edge that is shared, and 1 if the two run in
  // opposite directions.
  typedef struct packed {
    logic [2:0] face;
    logic [1:0] edge_of_face;
    logic       reversed;
  } seam_t;

  logic before_i, beyond_i, before_j, beyond_j, sideways;
  logic [1:0] crossed;
  assign before_i = i < 0;
  assign before_j = j < 0;
  assign beyond_i = !before_i && i[SIZE_BITS-1:0] >= size;
  assign beyond_j = !before_j && j[SIZE_BITS-1:0] >= size;
  assign sideways = before_i || beyond_i;
  assign corner   = sideways && (before_j || beyond_j);
  assign crossed  = sideways ? {1'b0, beyond_i} : {1'b1, beyond_j};

  localparam logic [1:0] LEFT = 2'd0, RIGHT = 2'd1, TOP = 2'd2, BOTTOM = 2'd3;
  seam_t seam;
  always_comb begin
    case ({face, crossed})
      {3'd0, LEFT}:   seam = {3'd4, RIGHT, 1'b0};
      {3'd0, RIGHT}:  seam = {3'd5, LEFT, 1'b0};
      {3'd0, TOP}:    seam = {3'd2, RIGHT, 1'b1};
      {3'd0, BOTTOM}: seam = {3'd3, RIGHT, 1'b0};
      {3'd1, LEFT}:   seam = {3'd5, RIGHT, 1'b0};
      {3'd1, RIGHT}:  seam = {3'd4, LEFT, 1'b0};
      {3'd1, TOP}:    seam = {3'd2, LEFT, 1'b0};
      {3'd1, BOTTOM}: seam = {3'd3, LEFT, 1'b1};
      {3'd2, LEFT}:   seam = {3'd1, TOP, 1'b0};
      {3'd2, RIGHT}:  seam = {3'd0, TOP, 1'b1};
      {3'd2, TOP}:    seam = {3'd5, TOP, 1'b1};
      {3'd2, BOTTOM}: seam = {3'd4, TOP, 1'b0};
      {3'd3, LEFT}:   seam = {3'd1, BOTTOM, 1'b1};
      {3'd3, RIGHT}:  seam = {3'd0, BOTTOM, 1'b0};
      {3'd3, TOP}:    seam = {3'd4, BOTTOM, 1'b0};
      {3'd3, BOTTOM}: seam = {3'd5, BOTTOM, 1'b1};
      {3'd4, LEFT}:   seam = {3'd1, RIGHT, 1'b0};
      {3'd4, RIGHT}:  seam = {3'd0, LEFT, 1'b0};
      {3'd4, TOP}:    seam = {3'd2, BOTTOM, 1'b0};
      {3'd4, BOTTOM}: seam = {3'd3, TOP, 1'b0};
      {3'd5, LEFT}:   seam = {3'd0, RIGHT, 1'b0};
      {3'd5, RIGHT}:  seam = {3'd1, LEFT, 1'b0};
      {3'd5, TOP}:    seam = {3'd2, TOP, 1'b1};
      {3'd5, BOTTOM}: seam = {3'd3, BOTTOM, 1'b1};
      default:        seam = '0;
    endcase
  end

  logic [SIZE_BITS-1:0] last, along, at, inward;
  assign last   = size - 1'b1;
  assign along  = sideways ? j[SIZE_BITS-1:0] : i[SIZE_BITS-1:0];
  assign at     = seam.reversed ? last - along : along;
  assign inward = seam.edge_of_face[0] ? last : '0;
  always_comb begin
    {texel_face, texel_i, texel_j} = {face, i[SIZE_BITS-1:0], j[SIZE_BITS-1:0]};
    if (sideways || before_j || beyond_j) begin
      texel_face = seam.face;
      {texel_i, texel_j} = seam.edge_of_face[1] ? {at, inward} : {inward, at};
    end
  end

endmodule

`default_nettype wire
