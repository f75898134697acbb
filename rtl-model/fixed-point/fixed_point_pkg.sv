`default_nettype none

// Types and constants of fixed-point arithmetic, shared by all units.
package fixed_point_pkg;

  // The ways to round a value to one of its two neighbours: ROUNDING_MODES of rounding.ts, in its order.
  typedef enum logic [2:0] {
    NEAREST_EVEN,
    NEAREST_UP,
    NEAREST_DOWN,
    NEAREST_AWAY,
    FLOOR,
    CEIL,
    TOWARD_ZERO,
    NEAREST_TOWARD_ZERO
  } rounding_e;

endpackage

`default_nettype wire
