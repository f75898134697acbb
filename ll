%Error: Cannot find file containing module: golden_pkg.sv
        ... Looked in:
             /golden_pkg.sv
             /golden_pkg.sv.v
             /golden_pkg.sv.sv
             golden_pkg.sv
             golden_pkg.sv.v
             golden_pkg.sv.sv
             ol/golden_pkg.sv
             ol/golden_pkg.sv.v
             ol/golden_pkg.sv.sv
%Error: Cannot find file containing module: /bench_pkg.sv
%Error: Cannot find file containing module: /lod_tb.sv
%Error: Exiting due to 3 error(s)
