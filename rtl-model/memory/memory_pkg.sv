`default_nettype none

// Types and constants of the images in memory.
package memory_pkg;

  // The orders of texels in memory: TexelLayout of design-fields.ts.
  typedef enum logic [1:0] {
    LINEAR,
    TILED,
    MORTON
  } texel_layout_e;

endpackage

`default_nettype wire
