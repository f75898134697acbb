/** Styles of a sweep's page beside those of every page. */
export const PAGE_STYLE = `
:root { --rank-1: light-dark(#0060b0, #5ab0ff); --rank-2: light-dark(#5b8fc2, #86b4dc);
  --rank-3: light-dark(#8a8a8a, #a8a8a8); --rank-4: light-dark(#cf8a45, #dca877); --rank-5: light-dark(#bf4800, #ff9a4a); }
body { max-width: 1760px; }
#sweep { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 24px; align-items: start; }
@media (min-width: 1100px) { #sweep.chosen { grid-template-columns: minmax(0, 1fr) 400px; } }
.bar { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; align-items: center; gap: 8px 20px;
  margin: 16px 0 0; padding: 8px 0; background: var(--page); border-bottom: 1px solid var(--line); }
.bar output { font-variant-numeric: tabular-nums; }
.controls { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 20px; margin: 8px 0; }
label, .group { display: inline-flex; align-items: center; gap: 6px; font-size: 13px; max-width: 100%; }
select, input, button { font: inherit; font-size: 13px; color: var(--text); background: var(--panel);
  border: 1px solid var(--quiet); border-radius: 6px; padding: 3px 8px; min-height: 28px; max-width: 100%; }
input[type=checkbox] { min-height: 0; accent-color: var(--series-1); }
button { cursor: pointer; } button:hover { border-color: var(--text); } button:disabled { opacity: .5; cursor: default; }
.link { padding: 0; min-height: 24px; min-width: 24px; border: 0; background: none; text-decoration: underline; }
.checks { display: flex; flex-wrap: wrap; gap: 4px 14px; margin: 8px 0; padding: 0; border: 0; }
.checks legend { font-size: 13px; padding: 0; margin-bottom: 2px; color: var(--quiet); }
.plot { overflow-x: auto; border-radius: 4px; }
.plot svg { cursor: crosshair; touch-action: pan-x pan-y; user-select: none; max-width: none; }
.plot svg[width] { width: auto; }
#pareto figcaption span, #parallel figcaption span { min-height: 2.9em; }
svg .dots { fill: none; stroke-linecap: round; }
svg .ring { fill: none; stroke: var(--text); stroke-width: 2; }
svg .brush { fill: var(--series-2); opacity: .25; }
svg .axis { stroke: var(--quiet); }
svg .halo { stroke: var(--panel); stroke-width: 4px; stroke-linejoin: round; }
#effects > div > figure { max-width: 1120px; }
#designs .table { max-height: 640px; overflow: auto; }
#designs thead { position: sticky; top: 0; background: var(--panel); z-index: 1; }
#designs th { min-width: 0; white-space: nowrap; }
#designs tbody tr > * { padding-block: 2px; vertical-align: middle; }
#designs th button { font-weight: 600; color: var(--quiet); text-align: inherit; }
#designs thead input { width: 100%; min-width: 72px; }
#designs tbody tr { cursor: pointer; }
#designs tbody tr:hover > * { background: color-mix(in srgb, var(--series-1) 10%, var(--panel)); }
#designs tr[aria-selected=true] > * { background: color-mix(in srgb, var(--series-1) 20%, var(--panel)); }
#designs td { max-width: 260px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.details { position: sticky; top: 56px; max-height: calc(100vh - 72px); overflow: auto; margin-top: 16px; }
.details h2 { margin: 0; } .details h3 { margin: 14px 0 2px; }
.details header { display: flex; justify-content: space-between; gap: 12px; align-items: start; }
.details .panel > .table { margin: 0 -8px; }
.changed > * { font-weight: 600; }
@media (max-width: 1099px) {
  .details { position: fixed; inset: auto 0 0; z-index: 3; max-height: 55vh; margin: 0; box-shadow: 0 -4px 24px #0006;
    border-radius: 12px 12px 0 0; }
  #sweep.chosen { padding-bottom: 55vh; } }
@media (max-width: 560px) { .bar { position: static; } }
@media print { .bar, .controls, .checks, .details, #designs { display: none; }
  .plot { overflow: visible; } .plot svg, .plot svg[width] { width: 100%; max-width: 100%; height: auto; } }
`;
