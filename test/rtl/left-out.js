// Says what `npm test` leaves out.
import { spawnSync } from 'node:child_process';

const missing = spawnSync('verilator', ['--version']).status === 0 ? '' : ', for which there is no program verilator';
process.stderr.write(`npm test leaves out the SystemVerilog: npm run test:rtl compares it with the model${missing}\n`);
