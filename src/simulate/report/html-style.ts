import { CAUSES } from '../../../pipeline/causes.ts';
import { ACTIVITIES } from '../../../pipeline/stages.ts';

/**
 * Styles of report.html. Activities: work is blue, waiting for others is grey, and the stage's own stalls have colours
 * that every kind of colour vision can tell apart (Okabe and Ito's).
 */
export const STYLE = `
:root { --busy: #0072b2; --starved: #d9d9d6; --blocked: #a5a6a8; --tagPorts: #56b4e9; --bankConflict: #cc79a7;
  --missSlots: #e69f00; --memory: #d55e00; --missPorts: #a6761d; --missQueue: #f0e442; --tagFill: #66a61e;
  --dataFill: #aa4499; --warps: #117733; --arrival: #88ccee;
  --cause-returned: #009e73; --cause-filter: var(--busy); --cause-bankConflict: #cc79a7;
  --cause-memoryBandwidth: #d55e00; --cause-fragmentFifo: #f0e442; --cause-missSlots: #e69f00;
  --cause-memoryLatency: #8c2d04; --cause-tagPorts: #56b4e9; --cause-address: #5d3a9b;
  --cause-dataFill: #aa4499; --cause-memoryTurn: #882255; --cause-missQueue: #999933; --cause-missPorts: #a6761d;
  --cause-tagFill: #66a61e; --cause-warps: #117733; --cause-arrival: #88ccee; --cause-memoryElsewhere: #1b9e77;
  --cause-l2Bank: #ddcc77; --cause-l2Misses: #332288;
  --cause-input: var(--starved); --cause-fill: var(--blocked); }
@media (prefers-color-scheme: dark) { :root { --starved: #343a44; --blocked: #626a77; } }
.legend { color: var(--quiet); font-size: 13px; }
ul { list-style: none; margin: 0; padding: 0; }
.figures { display: flex; flex-wrap: wrap; gap: 16px; }
figure { flex: 1 1 420px; max-width: 100%; }
img { width: 100%; height: auto; border: 1px solid var(--line); border-radius: 8px; }
svg text { font-size: 13px; }
.mark { stroke: var(--text); stroke-dasharray: 4 3; }
.stage { text-anchor: end; }
.bound { font-weight: 700; }
.share { text-anchor: middle; font-size: 12px; pointer-events: none; }
svg .on-busy { fill: #fff; }
svg .on-missSlots, svg .on-memory, svg .on-tagPorts, svg .on-bankConflict, svg .on-missQueue { fill: #14171c; }
.legend { display: grid; grid-template-columns: repeat(auto-fit, minmax(260px, 1fr)); gap: 4px 16px; margin-top: 12px; }
.legend b { color: var(--text); }
.key { display: inline-block; width: 12px; height: 12px; margin-right: 6px; border-radius: 3px; }
${ACTIVITIES.map((activity) => `.${activity} { fill: var(--${activity}); background: var(--${activity}); }`).join('\n')}
${CAUSES.map((cause) => `.cause-${cause} { fill: var(--cause-${cause}); background: var(--cause-${cause}); }`).join('\n')}
details { margin-top: 16px; }
summary { cursor: pointer; font-weight: 600; }
pre { overflow-x: auto; padding: 12px; background: var(--panel); border: 1px solid var(--line); border-radius: 8px;
  font-size: 12px; }
`;
