`default_nettype none

// Operations of image instructions.
package operation_pkg;

  // OPERATIONS of instruction.ts, the first ones.
  typedef enum logic [1:0] {
    SAMPLE,
    GATHER,
    FETCH
  } operation_e;

endpackage

`default_nettype wire
