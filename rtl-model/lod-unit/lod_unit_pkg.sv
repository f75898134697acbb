`default_nettype none

// Types of the LOD unit.
package lod_unit_pkg;

  // lod.scaleFactor: the length of a vector of derivatives.
  typedef enum logic [2:0] {
    ELLIPSE,
    EUCLIDEAN,
    MAX_COMPONENT,
    COMPONENT_SUM,
    ALPHA_MAX_BETA_MIN
  } scale_factor_e;

endpackage

`default_nettype wire
