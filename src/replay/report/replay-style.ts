/** Styles of replay.html. */
export const REPLAY_STYLE = `
h3 { margin: 0 0 6px; font-size: 14px; }
.panel .note { margin: 6px 0 0; }
.cut { color: #b3541e; font-weight: 600; }
.scroll { overflow-x: auto; padding: 4px 14px; }
th:first-child, td:first-child { min-width: 190px; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(440px, 100%), 1fr)); gap: 16px; }
svg .badge { fill: var(--panel); stroke-width: 1.5; }
svg .badge-text { font-size: 11px; font-weight: 600; pointer-events: none; }
svg .part { pointer-events: none; }
.levels { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(548px, 100%), 1fr)); gap: 16px; }
.pair { display: flex; flex-wrap: wrap; gap: 12px; align-items: flex-start; }
.pair small { display: block; margin-top: 4px; }
`;
