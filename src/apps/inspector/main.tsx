import { render } from 'preact';
import { FOOTPRINT_STYLE } from '../../explain/footprint-picture.ts';
import { SVG_STYLE } from '../../platform/pages/figure.ts';
import { PALETTE } from '../../platform/pages/page.ts';
import saveFigures from 'virtual:save-figures';
import { Inspector } from './app.tsx';
import { followAddress } from './state/follow-address.ts';
import './style.css';
import { followState } from './worker/questions.ts';

const palette = document.createElement('style');
palette.textContent = PALETTE + SVG_STYLE + FOOTPRINT_STYLE;
document.head.prepend(palette);
const root = document.getElementById('inspector')!;
// The server forbids frames by a header, which a folder of files does not have.
if (top !== self) root.textContent = 'This page is not shown in a frame: open its address by itself.';
else {
  saveFigures();
  followAddress();
  followState();
  render(<Inspector />, root);
}
