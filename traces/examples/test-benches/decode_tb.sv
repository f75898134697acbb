// Checks a decoder of UNORM, SNORM and sRGB components against the codes of every texel that the run read.
module decode_tb;
  import golden_pkg::*;
  import bench_pkg::*;
  localparam string UNIT = "decode";
  `include "differences.svh"

  `PLAIN_STATES_BEGIN
      decode_vector_t vectors [DECODE_VECTORS];
      srgb_vector_t srgb [SRGB_VECTORS];

      // Components that the format lacks are 0, alpha 1 (D3D11.3 19.1.3.3).
      function automatic longint code(input component_t part, input longint raw);
        longint mask = (64'sd1 <<< part.width) - 64'sd1;
        longint bits = (raw >>> part.lsb) & mask;
        longint half = (mask + 64'sd1) / 2;
        case (part.kind)
          COMPONENT_CONSTANT: return longint'(part.width);
          COMPONENT_SRGB: return longint'(srgb[8'(bits)].entry);
          // The second -1 has the code of the first (D3D11.3 3.2.3.3).
          COMPONENT_SNORM: return bits == half ? 1 - half : bits > half ? bits - 2 * half : bits;
          default: return bits;
        endcase
      endfunction

      initial begin
        $readmemh("srgb.mem", srgb);
        $readmemh("decode.mem", vectors);
        for (int n = 0; n < DECODE_VECTORS; n++) begin
          decode_vector_t v = vectors[n];
          state_t s = STATES[STATE_INDEX_BITS'(v.state)];
          if (!s.plain) begin
            left_out++;
            continue;
          end
          check(n, "texel_r", code(s.r, longint'(v.raw)), longint'(v.texel_r));
          check(n, "texel_g", code(s.g, longint'(v.raw)), longint'(v.texel_g));
          check(n, "texel_b", code(s.b, longint'(v.raw)), longint'(v.texel_b));
          check(n, "texel_a", code(s.a, longint'(v.raw)), longint'(v.texel_a));
          count();
        end
        report();
      end
  `PLAIN_STATES_END
endmodule
