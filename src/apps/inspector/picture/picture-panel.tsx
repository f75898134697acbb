import { useEffect, useRef } from 'preact/hooks';
import { session } from '../state/inspector.ts';
import { useStored } from '../state/store.ts';
import { dropFiles } from '../worker/questions.ts';
import { DifferenceBar } from './difference-bar.tsx';
import { Legend } from './legend.tsx';
import './picture.css';
import { PictureCanvas, zoomBy } from './picture-canvas.tsx';
import { ViewBar } from './view-bar.tsx';

/** The picture, and what chooses it. Files may be dropped anywhere on the page. */
export function PicturePanel() {
  const frame = useRef<HTMLDivElement>(null);
  useDroppedFiles();
  const zoom = (octaves: number) => zoomBy(frame.current!.querySelector('canvas')!, octaves);
  return (
    <div class="picture-panel">
      <ViewBar zoom={zoom} />
      <div class="picture-frame" ref={frame}>
        <PictureCanvas />
      </div>
      <Legend />
      <DifferenceBar />
    </div>
  );
}

/** The time that the last picture took. */
export function DrawTime() {
  const { incoming, part, milliseconds } = useStored(session, 'incoming', 'part', 'milliseconds');
  const drawing = incoming.includes('first');
  return (
    <span class="note" id="draw-time" data-complete={!drawing}>
      {drawing
        ? `drawing … ${Math.floor(100 * part)} %`
        : milliseconds === null
          ? ''
          : `drawn in ${Math.round(milliseconds)} ms`}
    </span>
  );
}

function useDroppedFiles(): void {
  useEffect(() => {
    const over = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) void dropFiles(files);
    };
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('drop', drop);
    };
  }, []);
}
