`default_nettype none

// Types of the texel formats that the plain path reads: 8-bit components, packed words of 8 and 16 bits, and, in units that
// have them, blocks of BC1 to BC5, depths that are compared, and wide components.
package texel_format_pkg;

  // The conversion of a component's stored bits to a value: ComponentType of texel-format.ts.
  typedef enum logic [1:0] {
    UNORM,
    SNORM,
    SRGB,
    SFLOAT
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
    D32,
    R16,  // wide components, which are no fields either
    R16G16,
    R16G16B16A16,
    R32,
    R32G32,
    R32G32B32A32
  } components_e;

  // Blocks of 4x4 texels, in 8 or 16 bytes. Yosys reads the names of a function where it is called.
  function automatic logic is_block(components_e components);
    is_block = components >= texel_format_pkg::BC1_RGB && components <= texel_format_pkg::BC5;
  endfunction

  function automatic logic is_block_of_8(components_e components);
    is_block_of_8 = components == texel_format_pkg::BC1_RGB || components == texel_format_pkg::BC1_RGBA ||
        components == texel_format_pkg::BC4;
  endfunction

  // Components of 16 or 32 bits each.
  function automatic logic is_wide(components_e components);
    is_wide = components >= texel_format_pkg::R16;
  endfunction

  function automatic logic is_of_32_bits(components_e components);
    is_of_32_bits = components >= texel_format_pkg::R32;
  endfunction

  // The components of a wide texel, a power of two: 0 to 2.
  function automatic logic [1:0] wide_count_log2(components_e components);
    case (components)
      texel_format_pkg::R16, texel_format_pkg::R32: wide_count_log2 = 2'd0;
      texel_format_pkg::R16G16, texel_format_pkg::R32G32: wide_count_log2 = 2'd1;
      default: wide_count_log2 = 2'd2;
    endcase
  endfunction

  // The bytes of a wide texel, a power of two: 1 to 4.
  function automatic logic [2:0] wide_size_log2(components_e components);
    wide_size_log2 = 3'd1 + 3'(texel_format_pkg::is_of_32_bits(components)) +
        3'(texel_format_pkg::wide_count_log2(components));
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
