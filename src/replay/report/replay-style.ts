import { CHART_STYLE } from '../../pages/chart.ts';

/** Styles of replay.html, light or dark like the reader's system. */
export const REPLAY_STYLE = `
:root { color-scheme: light dark; --page: #fbfbfa; --panel: #fff; --line: #dcdbd6; --text: #1c1d1f; --quiet: #62646a; }
@media (prefers-color-scheme: dark) {
  :root { --page: #14171c; --panel: #1c2027; --line: #333943; --text: #e6e7e9; --quiet: #a2a7b0; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1280px; padding: 24px; background: var(--page); color: var(--text);
  font: 15px/1.45 system-ui, sans-serif; }
h1 { margin: 0; font-size: 26px; }
h2 { margin: 32px 0 4px; font-size: 18px; }
h3 { margin: 0 0 6px; font-size: 14px; }
header p { margin: 4px 0 0; }
small, figcaption, .note, .setting { color: var(--quiet); font-size: 13px; font-weight: 400; }
.note { margin: 2px 0 10px; max-width: 960px; }
.panel .note { margin: 6px 0 0; }
.cut { color: #b3541e; font-weight: 600; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(210px, 1fr)); gap: 12px; margin: 20px 0 0; padding: 0;
  list-style: none; }
.tiles li, .panel { padding: 12px 14px; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; }
.tiles b { display: block; font-size: 22px; font-variant-numeric: tabular-nums; }
.tiles small { display: block; }
.scroll { overflow-x: auto; padding: 4px 14px; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 13px; }
th, td { padding: 6px; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top; }
td { white-space: nowrap; }
tr:last-child td { border-bottom: 0; }
th { font-size: 12px; color: var(--quiet); font-weight: 600; vertical-align: bottom; }
th.name, td.name { text-align: left; white-space: normal; min-width: 190px; }
td small { display: block; }
${CHART_STYLE}
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(440px, 100%), 1fr)); gap: 16px; }
svg .badge { fill: var(--panel); stroke-width: 1.5; }
svg .badge-text { font-size: 11px; font-weight: 600; pointer-events: none; }
svg .part { pointer-events: none; }
.levels { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(548px, 100%), 1fr)); gap: 16px; }
figure { margin: 0; padding: 12px 14px; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; }
.pair { display: flex; flex-wrap: wrap; gap: 12px; align-items: flex-start; }
.pair small { display: block; margin-top: 4px; }
img { display: block; max-width: 100%; background: #14171c; }
.heat { image-rendering: pixelated; }
figcaption { margin-top: 6px; }
.ramp { display: inline-block; width: 60px; height: 9px; border-radius: 3px;
  background: linear-gradient(90deg, #2d1160, #721f81, #b6377a, #f1605d, #feaf77, #fcfdbf); }
`;
