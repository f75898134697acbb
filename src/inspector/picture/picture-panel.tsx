import { useEffect, useRef } from 'preact/hooks';
import { inspector } from '../state/inspector.ts';
import { paint } from './compose.ts';
import { onPixels, pictures } from './pictures.ts';

/** The picture, and what chooses it. */
export function PicturePanel() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let frame = 0;
    const draw = () => {
      frame = 0;
      const { width, height } = pictures.first;
      if (width === 0 || canvas.current === null) return;
      Object.assign(canvas.current, { width, height });
      const image = new ImageData(width, height);
      paint(inspector.value, pictures, image.data);
      canvas.current.getContext('2d')!.putImageData(image, 0, 0);
    };
    const request = () => {
      frame ||= requestAnimationFrame(draw);
    };
    const ends = [onPixels(request), inspector.subscribe(request)];
    return () => ends.forEach((end) => end());
  }, []);
  return <canvas ref={canvas} class="picture" />;
}
