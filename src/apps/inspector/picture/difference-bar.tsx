import { ErrorShares } from '../components/error-shares.tsx';
import { choosePixel, inspector, session } from '../state/inspector.ts';
import { type IncomingPicture, pictures } from '../state/pictures.ts';
import { useStored } from '../state/store.ts';
import { quantityOf } from '../state/inspector-state.ts';
import { QUANTITY_WORDS } from './false-colours.ts';
import { RequestJump } from './request-jump.tsx';

/** What the difference of A and B comes from, and the ways to a pixel: where it, or the quantity in view, is largest; of a request. */
export function DifferenceBar() {
  const { shares, incoming } = useStored(session, 'shares', 'incoming');
  const { second, view } = useStored(inspector, 'second', 'view');
  const quantity = quantityOf(view);
  const isCompared = second !== 'none';
  const isWhole = !incoming.some((kind) =>
    quantity === null ? kind === 'first' || kind === 'second' : kind === 'map',
  );
  const explainLargest = () => {
    const { first, second, map } = pictures;
    const pixel = quantity === null ? largestDifference(first, second) : largestValue(map);
    if (pixel !== null) choosePixel(pixel);
  };
  return (
    <div class="difference-bar">
      {quantity === null && isCompared && <ErrorShares where="the picture" shares={shares} />}
      <div class="bar">
        {(quantity !== null || isCompared) && (
          <button type="button" disabled={!isWhole} onClick={explainLargest}>
            Explain the largest {quantity === null ? 'difference' : QUANTITY_WORDS[quantity].title}
          </button>
        )}
        <RequestJump />
      </div>
    </div>
  );
}

/** The first pixel of those with the largest quantity; null for a picture without any. */
export function largestValue(picture: IncomingPicture): readonly [number, number] | null {
  const { values, width } = picture;
  let [at, most] = [-1, -Infinity];
  for (let pixel = 0; pixel < values.length; pixel++) {
    if (picture.has(pixel) && values[pixel] > most) [at, most] = [pixel, values[pixel]];
  }
  return at < 0 ? null : [at % width, Math.floor(at / width)];
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
