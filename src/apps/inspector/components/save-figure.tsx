import type { RefObject } from 'preact';
import { save } from '../../components/save.ts';
import { DRAWN, PNG_SCALE } from '../../../platform/pages/figure.ts';

const KINDS = ['SVG', 'PNG'] as const;

/** The buttons that save a figure. @param frame has its SVG elements, the one below first */
export function SaveButtons({ name, frame }: { readonly name: string; readonly frame: RefObject<HTMLElement | null> }) {
  const saveAs = async (kind: (typeof KINDS)[number]) => {
    const svg = drawnSvg(frame.current!);
    if (kind === 'SVG') save(new Blob([svg.text], { type: 'image/svg+xml' }), `${name}.svg`);
    else save(await pngOf(svg), `${name}.png`);
  };
  return (
    <div class="buttons save">
      {KINDS.map((kind) => (
        <button key={kind} type="button" aria-label={`Save ${kind}: ${name}`} onClick={() => void saveAs(kind)}>
          Save {kind}
        </button>
      ))}
    </div>
  );
}

/** An SVG file, and its size. */
interface SvgFile {
  readonly text: string;
  readonly width: number;
  readonly height: number;
}

/** A figure as it is seen, with its colours and fonts in it and the panel as its ground. */
function drawnSvg(frame: HTMLElement): SvgFile {
  const [whole, ...others] = frame.querySelectorAll('svg');
  const copy = styled(whole);
  for (const over of others) copy.append(...styled(over).childNodes);
  const { width, height } = whole.viewBox.baseVal;
  const ground = document.createElementNS(copy.namespaceURI, 'rect');
  const fill = getComputedStyle(frame).getPropertyValue('--panel');
  for (const [name, value] of Object.entries({ width, height, fill })) ground.setAttribute(name, String(value));
  for (const [name, value] of Object.entries({ width, height })) copy.setAttribute(name, String(value));
  copy.prepend(ground);
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

function styled(svg: SVGElement): SVGElement {
  const copy = svg.cloneNode(true) as SVGElement;
  const copies = [copy, ...copy.querySelectorAll('*')];
  [svg, ...svg.querySelectorAll('*')].forEach((element, n) => {
    const style = getComputedStyle(element);
    for (const property of DRAWN.split(' ')) copies[n].setAttribute(property, style.getPropertyValue(property));
    for (const unused of ['class', 'style']) copies[n].removeAttribute(unused);
  });
  return copy;
}

async function pngOf({ text, width, height }: SvgFile): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: PNG_SCALE * width, height: PNG_SCALE * height });
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return pictureFile(canvas);
}

/** The PNG file of a canvas. */
export function pictureFile(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob!)));
}
