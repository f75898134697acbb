  /* verilator lint_off UNUSEDSIGNAL */ // No bench needs every field of its vectors.
  // Counts the vectors of a bench, and says what differs in the first of them. The bench defines UNIT, a string.
  int checked = 0, left_out = 0, failures = 0, said = 0;
  bit differs;

  task automatic check(input int vector, input string what, input longint got, input longint expected);
    if (got == expected) return;
    differs = 1'b1;
    if (said < 10) $display("%s vector %0d: %s is %0d, expected %0d", UNIT, vector, what, got, expected);
    said++;
  endtask

  task automatic count();
    checked++;
    if (differs) failures++;
    differs = 1'b0;
  endtask

  task automatic report();
    $display("%s: %0d vectors, %0d left out, %0d failures", UNIT, checked, left_out, failures);
    // Benches that are built into one program all report before one of them ends it.
    #1 if (failures != 0) $fatal(1, "%s differs", UNIT);
    #1 $finish;
  endtask

  // The body of a bench for plain states is between these two: without such a state there are no vectors to declare.
  `ifndef PLAIN_STATES_BEGIN
  `define PLAIN_STATES_BEGIN generate \
    if (!ANY_PLAIN) begin : refused \
      initial #1 $fatal(1, "%s: no state of this run is plain (isPlain in src/forms/golden/state-constants.ts)", UNIT); \
    end else begin : bench
  `define PLAIN_STATES_END end endgenerate
  `endif
