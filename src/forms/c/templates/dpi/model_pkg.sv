// The model of {NAME} by DPI-C. States are those of requests in binary (traces/FORMAT.md of texunit).
package {FILE}_pkg;

  // Lane n is at [n]. The last operand comes first, so that the words lie as those of texunit_quad.
  typedef struct packed {
    bit [31:0] active;
    bit [3:0][31:0] offset_w, offset_v, offset_u;
    bit [3:0][31:0] level, integer_layer, k, j, i;
    bit [3:0][31:0] drdy, dtdy, dsdy, drdx, dtdx, dsdx, min_lod, lod, dref, layer, q, r, t, s;
  } quad_t;

  // Float32 bits: r, g, b, a of lane n are [n][0] to [n][3]; 0 for lanes that are not active.
  typedef bit [3:0][3:0][31:0] colors_t;

  // Null after a message on standard error. States are numbered in the order of their first requests.
  import "DPI-C" function chandle {PREFIX}_dpi_open(input string path);
  import "DPI-C" function int unsigned {PREFIX}_dpi_states(input chandle states);
  import "DPI-C" function void {PREFIX}_dpi_sample(
      input chandle states, input int unsigned state, input quad_t quad, output colors_t colors);
  import "DPI-C" function void {PREFIX}_dpi_close(input chandle states);

endpackage
