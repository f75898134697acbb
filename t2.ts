import { sourcesOf } from './src/rtl/rtl-sources.ts';
import { runYosys } from '@yowasp/yosys';
const s=sourcesOf('narrow_axes');const names=[...s.keys()];
for (const flow of ['', 'abc -fast -g cmos2; opt_clean;']) {
const t=process.cpuUsage();
const r:any=await runYosys(['-q','-p',`read_verilog -sv -defer ${names.join(' ')}; hierarchy -top narrow_axes -chparam RATES 40'h1008040201 -chparam METHOD 0 -chparam SCALE_FACTOR_BITS 16 -chparam ELLIPSE_BITS 14 -chparam LENGTH_BITS 15 -chparam MINOR_AXIS_BITS 15; rename -top narrow_axes; synth -flatten -noabc -top narrow_axes; ${flow} tee -q -o x.json stat -json`],Object.fromEntries(s),{stdout(){},stderr(b){if(b)process.stderr.write(new TextDecoder().decode(b))}});
console.log(flow,(process.cpuUsage(t).user/1e6).toFixed(1)); console.log(JSON.stringify(JSON.parse(r['x.json']).design.num_cells_by_type));}
