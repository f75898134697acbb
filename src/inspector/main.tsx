import { render } from 'preact';
import { FOOTPRINT_STYLE } from '../explain/footprint-picture.ts';
import { PALETTE } from '../pages/page.ts';
import { App } from './app.tsx';
import { followAddress } from './state/inspector.ts';
import './style.css';
import { followState } from './worker/questions.ts';

const palette = document.createElement('style');
palette.textContent = PALETTE + FOOTPRINT_STYLE;
document.head.prepend(palette);
followAddress();
followState();
render(<App />, document.getElementById('inspector')!);
