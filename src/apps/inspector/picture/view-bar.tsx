import { Choice } from '../../components/choice.tsx';
import { BASES } from '../../../designs/bases.ts';
import { namedByFields } from '../../../designs/design-name.ts';
import { inspector } from '../state/inspector.ts';
import { CHANNEL_NAMES, MOST_KEPT, QUANTITIES, RESULT_VIEWS } from '../state/inspector-state.ts';
import { designToAddress } from '../state/design-address.ts';
import { useStored } from '../state/store.ts';
import { QUANTITY_WORDS } from './false-colours.ts';
import { savePicture } from './save-picture.ts';

const SECOND: readonly (readonly [string, string, string?])[] = [
  ['none', 'none'],
  ['ideal', 'ideal design of A'],
  ...[...BASES.keys()].map((name) => [name, name, 'Preset'] as const),
];

/** The most octaves of gain. */
const MOST_GAIN = 12;

/** What stands before the number of a kept design in the list of second designs. */
const KEPT = 'kept:';

function chooseSecond(name: string): void {
  const { kept } = inspector.value;
  const base = BASES.get(name);
  if (name.startsWith(KEPT)) inspector.update({ second: kept[Number(name.slice(KEPT.length))] });
  else inspector.update({ second: base === undefined ? (name as 'none' | 'ideal') : { base, design: base } });
}

/** Keeps design A, or forgets it; and exchanges A and B. The links of designs say which are the same. */
function KeptDesigns() {
  const { first, second, kept } = useStored(inspector, 'first', 'second', 'kept');
  const own = designToAddress(first);
  const others = kept.filter((one) => designToAddress(one) !== own);
  const isKept = others.length < kept.length;
  return (
    <div class="buttons">
      <button
        type="button"
        disabled={!isKept && kept.length === MOST_KEPT}
        title="Kept designs are in the list of design B, and in the link."
        onClick={() => inspector.update({ kept: isKept ? others : [...kept, first] })}
      >
        {isKept ? 'Forget A' : 'Keep A'}
      </button>
      <button
        type="button"
        disabled={typeof second === 'string'}
        onClick={() => typeof second === 'object' && inspector.update({ first: second, second: first })}
      >
        Swap A, B
      </button>
    </div>
  );
}

/** The choice of how it is shown. The slider keeps its place in views that have none. */
export function ViewBar({ zoom }: { readonly zoom: (octaves: number) => void }) {
  const { view, channels, blend, gain, second, kept, source } = useStored(
    inspector,
    ...(['view', 'channels', 'blend', 'gain', 'second', 'kept', 'source'] as const),
  );
  const shown = typeof second === 'string' ? second : namedByFields(second.design).name;
  const compared = second !== 'none';
  const isTrace = source.scene === 'trace';
  const isDifference = view === 'difference' || view === 'captured-difference';
  const results = RESULT_VIEWS.filter(([, , needs]) => needs === null || (needs === 'trace' ? isTrace : compared));
  const options = [
    ...results.map(([name, words]) => [name, words, 'Results'] as const),
    ...QUANTITIES.map((quantity) => [quantity, QUANTITY_WORDS[quantity].title, 'False colours'] as const),
  ];
  return (
    <div class="bar view-bar">
      <Choice
        label="View"
        value={view}
        options={options}
        onChange={(to) => inspector.update({ view: to, scale: null })}
      />
      <Choice
        label="Design B"
        value={shown}
        options={[
          ...SECOND,
          ...(BASES.has(shown) || shown === second ? [] : [[shown, shown] as const]),
          ...kept.map(({ design }, n) => [`${KEPT}${n}`, `${n + 1}: ${namedByFields(design).name}`, 'Kept'] as const),
        ]}
        onChange={chooseSecond}
      />
      <Choice
        label="Channels"
        value={channels}
        options={CHANNEL_NAMES.map((name) => [name, name.toUpperCase()] as const)}
        disabled={QUANTITIES.some((quantity) => quantity === view)}
        onChange={(to) => inspector.update({ channels: to })}
      />
      {isDifference ? (
        <label class="slider">
          <span>Gain × {gain}</span>
          <input
            type="range"
            min="0"
            max={MOST_GAIN}
            step="1"
            value={Math.log2(gain)}
            onInput={(event) => inspector.update({ gain: 2 ** Number(event.currentTarget.value), scale: null })}
          />
        </label>
      ) : (
        <label class="slider">
          <span>Share of B {Math.round(100 * blend)} %</span>
          <input
            type="range"
            min="0"
            max="1"
            step="0.01"
            value={blend}
            disabled={view !== 'mixed' && view !== 'split'}
            onInput={(event) => inspector.update({ blend: Number(event.currentTarget.value) })}
          />
        </label>
      )}
      <div class="buttons" role="group" aria-label="Zoom">
        <button type="button" aria-label="Zoom out" onClick={() => zoom(-1)}>
          −
        </button>
        <button type="button" onClick={() => inspector.update({ zoom: null, middle: null })}>
          Fit
        </button>
        <button type="button" aria-label="Zoom in" onClick={() => zoom(1)}>
          +
        </button>
      </div>
      <KeptDesigns />
      <div class="buttons">
        <button type="button" disabled={isTrace} onClick={() => inspector.update({ aim: null })}>
          Reset camera
        </button>
        <button type="button" aria-label="Save PNG: picture" onClick={savePicture}>
          Save PNG
        </button>
      </div>
    </div>
  );
}
