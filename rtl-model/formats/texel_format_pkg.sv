`default_nettype none

// Types of the texel formats that the plain path reads: 8-bit components, packed words of 8 and 16 bits, and, in units that
// have them, blocks of BC1 to BC5 and depths that are compared.
package texel_format_pkg;

  // The conversion of a component's stored bits to a value: ComponentType of texel-format.ts.
  typedef enum logic [1:0] {
    UNORM,
    SNORM,
    SRGB
  } component_type_e;

  // The components of a texel, as its format's name lists them. Formats of bytes name the lowest byte first, packed
  // formats (Vulkan: _PACK8, _PACK16) the highest bits. A8B8G8R8_PACK32 is R8G8B8A8.
  typedef enum logic [4:0] {
    R8,
    R8G8,
    R8G8B8A8,
    B8G8R8A8,
    B8G8R8X8,
    A8,
    R4G4,
    R4G4B4A4,
    B4G4R4A4,
    A4R4G4B4,
    A4B4G4R4,
    R5G6B5,
    B5G6R5,
    R5G5B5A1,
    B5G5R5A1,
    A1R5G5B5,
    A1B5G5R5,
    BC1_RGB,
    BC1_RGBA,
    BC2,
    BC3,
    BC4,
    BC5,
    D16,  // depths, which are no fields
    D32
  } components_e;

  // Blocks of 4x4 texels, in 8 or 16 bytes. Yosys reads the names of a function where it is called.
  function automatic logic is_block(components_e components);
    is_block = components >= texel_format_pkg::BC1_RGB && components <= texel_format_pkg::BC5;
  endfunction

  function automatic logic is_block_of_8(components_e components);
    is_block_of_8 = components == texel_format_pkg::BC1_RGB || components == texel_format_pkg::BC1_RGBA ||
        components == texel_format_pkg::BC4;
  endfunction

  // The place of a component in the texel, a little-endian number. A component that the format lacks has 0 bits.
  typedef struct packed {
    logic [4:0] shift;
    logic [3:0] bits;
  } component_field_t;

  typedef struct packed {
    component_field_t r;
    component_field_t g;
    component_field_t b;
    component_field_t a;
  } texel_fields_t;

endpackage

`default_nettype wire
