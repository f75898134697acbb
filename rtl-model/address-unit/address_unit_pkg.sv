`default_nettype none

// Types and constants of the address unit.
package address_unit_pkg;

  // VkSamplerAddressMode: ADDRESS_MODES of sampler.ts, in its order.
  typedef enum logic [2:0] {
    REPEAT,
    MIRRORED_REPEAT,
    CLAMP_TO_EDGE,
    CLAMP_TO_BORDER,
    MIRROR_CLAMP_TO_EDGE
  } address_mode_e;

endpackage

`default_nettype wire
