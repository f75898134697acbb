// Types and constants of the LOD unit.
package lod_unit_pkg;

  // The methods that measure each derivative vector alone: ScaleFactorMethod of design.ts.
  typedef enum logic [1:0] {
    EUCLIDEAN,
    MAX_COMPONENT,
    COMPONENT_SUM,
    ALPHA_MAX_BETA_MIN
  } scale_factor_e;

endpackage
