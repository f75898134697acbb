import { CAUSES } from '../../pipeline/causes.ts';
import { ACTIVITIES } from '../../pipeline/stages.ts';
import { CHART_STYLE } from './chart.ts';

/**
 * Styles of report.html, light or dark like the reader's system. Activities: work is blue, waiting for others is grey,
 * and the stage's own stalls have colours that every kind of colour vision can tell apart (Okabe and Ito's).
 */
export const STYLE = `
:root { color-scheme: light dark; --page: #fbfbfa; --panel: #fff; --line: #dcdbd6; --text: #1c1d1f; --quiet: #62646a;
  --busy: #0072b2; --starved: #d9d9d6; --blocked: #a5a6a8; --tagPorts: #56b4e9; --bankConflict: #cc79a7;
  --missSlots: #e69f00; --memory: #d55e00;
  --cause-returned: #009e73; --cause-filter: var(--busy); --cause-bankConflict: #cc79a7;
  --cause-memoryBandwidth: #d55e00; --cause-fragmentFifo: #f0e442; --cause-missSlots: #e69f00;
  --cause-memoryLatency: #8c2d04; --cause-tagPorts: #56b4e9; --cause-address: #5d3a9b;
  --cause-input: var(--starved); --cause-fill: var(--blocked); }
@media (prefers-color-scheme: dark) {
  :root { --page: #14171c; --panel: #1c2027; --line: #333943; --text: #e6e7e9; --quiet: #a2a7b0;
    --starved: #343a44; --blocked: #626a77; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1180px; padding: 24px; background: var(--page); color: var(--text);
  font: 15px/1.45 system-ui, sans-serif; }
h1 { margin: 0; font-size: 26px; }
h2 { margin: 32px 0 12px; font-size: 18px; }
header p { margin: 4px 0 0; }
.setting, small, figcaption, .legend { color: var(--quiet); font-size: 13px; }
ul { list-style: none; margin: 0; padding: 0; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); gap: 12px; margin: 20px 0; }
.tiles li { padding: 12px 14px; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; }
.tiles b { display: block; font-size: 24px; font-variant-numeric: tabular-nums; }
.tiles small { display: block; }
.figures { display: flex; flex-wrap: wrap; gap: 16px; }
figure { margin: 0; flex: 1 1 420px; max-width: 100%; }
img { display: block; width: 100%; height: auto; border: 1px solid var(--line); border-radius: 8px; background: #14171c; }
.heat { image-rendering: pixelated; }
figcaption { margin-top: 6px; }
.ramp { display: inline-block; width: 90px; height: 10px; border-radius: 3px;
  background: linear-gradient(90deg, #2d1160, #721f81, #b6377a, #f1605d, #feaf77, #fcfdbf); }
${CHART_STYLE}
svg text { font-size: 13px; }
.mark { stroke: var(--text); stroke-dasharray: 4 3; }
.stage { text-anchor: end; }
.bound { font-weight: 700; }
.share { text-anchor: middle; font-size: 12px; pointer-events: none; }
svg .on-busy { fill: #fff; }
svg .on-missSlots, svg .on-memory, svg .on-tagPorts, svg .on-bankConflict { fill: #14171c; }
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
