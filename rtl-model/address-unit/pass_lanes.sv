`default_nettype none

// The samples of a pass: passes 0 to N - 1 of a lane are samples of d_hi, those from N to 2 N - 1 samples of d_lo
// (plans/sample-plan.ts). A linear filter of a volume has two passes for each, one a slice. The number of its taps is known
// before their coordinates.
//
// pass_number: 0 to lanes.passes - 1.
// gather:      1 if each lane reads the four texels of a linear filter.
// coarser:     1 for a sample of d_lo; sample: its number in the level, from 0.
// active:      1 for a lane that has the sample.
// taps:        of all lanes.
module pass_lanes (
    /* verilator lint_off UNUSEDSIGNAL */  // Coordinates have no part.
    input  wire texture_unit_pkg::state_t                              state,
    input  wire texture_unit_pkg::lanes_t                              lanes,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire logic [texture_unit_pkg::PASS_BITS-1:0]                pass_number,
    output logic                                                       gather,
    output logic [3:0]                                                 coarser,
    output logic [3:0][texture_unit_pkg::PASS_BITS-1:0]                sample,
    output logic [3:0]                                                 active,
    output logic [4:0]                                                 taps
);

  // A state of a unit that only samples has no such member.
  if (texture_unit_pkg::GATHERS > 0) begin : g_gather
    assign gather = state.operation == operation_pkg::GATHER;
  end else begin : g_sample
    assign gather = 1'b0;
  end

  // A pass for each slice.
  logic [3:0] slices;
  if (texture_unit_pkg::VOLUMES > 0) begin : g_volume
    assign slices = lanes.linear & {4{state.volume}};
  end else begin : g_plane
    assign slices = '0;
  end

  logic [texture_unit_pkg::PASS_BITS-1:0] number;
  always_comb begin
    taps = '0;
    for (int lane = 0; lane < 4; lane++) begin
      number = pass_number >> slices[lane];
      coarser[lane] = number >= texture_unit_pkg::PASS_BITS'(lanes.samples[lane]);
      sample[lane] = coarser[lane] ? number - texture_unit_pkg::PASS_BITS'(lanes.samples[lane]) : number;
      active[lane] = lanes.active[lane] && (!coarser[lane] || (lanes.level_weight[lane] != '0
          && sample[lane] < texture_unit_pkg::PASS_BITS'(lanes.samples[lane])));
      if (active[lane]) taps = taps + (lanes.linear[lane] || gather ? 5'd4 : 5'd1);
    end
  end

endmodule

`default_nettype wire
