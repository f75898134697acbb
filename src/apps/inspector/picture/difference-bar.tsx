import { ErrorShares } from '../components/error-shares.tsx';
import { choosePixel, inspector, session } from '../state/inspector.ts';
import { type IncomingPicture, pictures } from '../state/pictures.ts';
import { useStored } from '../state/store.ts';

/** What the difference of A and B comes from, and the way to the pixel where it is largest. */
export function DifferenceBar() {
  const { shares } = useStored(session, 'shares');
  const { second } = useStored(inspector, 'second');
  if (second === 'none') return null;
  const explainLargest = () => {
    const pixel = largestDifference(pictures.first, pictures.second);
    if (pixel !== null) choosePixel(pixel);
  };
  return (
    <div class="difference-bar">
      {shares !== null && <ErrorShares where="the picture" shares={shares} />}
      <button type="button" onClick={explainLargest}>
        Explain the largest difference
      </button>
    </div>
  );
}

/** The pixel where a component of two pictures of the same size differs most; null where all are equal. */
export function largestDifference(first: IncomingPicture, second: IncomingPicture): readonly [number, number] | null {
  let [at, most] = [-1, 0];
  for (let n = 0; n < first.values.length; n++) {
    const pixel = n >> 2;
    const distance = Math.abs(first.values[n] - second.values[n]);
    if (distance > most && first.has(pixel) && second.has(pixel)) [at, most] = [pixel, distance];
  }
  return at < 0 ? null : [at % first.width, Math.floor(at / first.width)];
}
