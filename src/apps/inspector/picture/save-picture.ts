import { savePng } from '../../components/save.ts';
import { inspector } from '../state/inspector.ts';
import { pictures } from '../state/pictures.ts';
import { quantityOf } from '../state/inspector-state.ts';
import { paint, rangeShown } from './compose.ts';
import { colourValue, QUANTITY_WORDS, rampColor, shareOf } from './false-colours.ts';

/** Pixels between two pictures, and of the legend below: its height, its ramp. */
const GAP = 4;
const LEGEND = 40;
const RAMP = 120;

/** Saves the picture as it is shown, a pixel a pixel, with the legend of its false colours. */
export function savePicture(): void {
  const { view, source } = inspector.value;
  const { width, height } = pictures.first;
  if (width === 0) return;
  const quantity = quantityOf(view);
  const panes = view === 'beside' ? 2 : 1;
  const canvas = document.createElement('canvas');
  canvas.width = panes * (width + GAP) - GAP;
  canvas.height = height + (quantity === null ? 0 : LEGEND);
  const to = canvas.getContext('2d')!;
  for (let pane = 0; pane < panes; pane++) {
    const image = new ImageData(width, height);
    paint(inspector.value, pictures, { bytes: image.data, from: 0, until: width * height }, pane);
    to.putImageData(image, pane * (width + GAP), 0);
  }
  if (quantity !== null) drawLegend(to, height, quantity);
  savePng(canvas, `${source.scene}-${view}`);
}

function drawLegend(to: CanvasRenderingContext2D, top: number, quantity: keyof typeof QUANTITY_WORDS): void {
  const { title, unit } = QUANTITY_WORDS[quantity];
  const { curve } = inspector.value;
  const range = rangeShown(inspector.value, pictures);
  to.fillStyle = '#fff';
  to.fillRect(0, top, to.canvas.width, LEGEND);
  for (let x = 0; x < RAMP; x++) {
    to.fillStyle = `rgb(${rampColor(shareOf(x, [0, RAMP - 1], curve)).join(' ')})`;
    to.fillRect(4 + x, top + 22, 1, 12);
  }
  to.fillStyle = '#000';
  to.font = '12px system-ui, sans-serif';
  to.fillText(`${title}, ${unit}`, 4, top + 15);
  if (range !== null) to.fillText(range.map(colourValue).join(' to '), RAMP + 12, top + 33);
}
