import { Choice } from '../../components/choice.tsx';
import { BASES } from '../../../designs/bases.ts';
import { namedByFields } from '../../../designs/design-name.ts';
import { inspector } from '../state/inspector.ts';
import { CHANNEL_NAMES, QUANTITIES, RESULT_VIEWS } from '../state/inspector-state.ts';
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

function chooseSecond(name: string): void {
  const base = BASES.get(name);
  inspector.update({ second: base === undefined ? (name as 'none' | 'ideal') : { base, design: base } });
}

/** The choice of how it is shown. The slider keeps its place in views that have none. */
export function ViewBar({ zoom }: { readonly zoom: (octaves: number) => void }) {
  const { view, channels, blend, gain, second, source } = useStored(
    inspector,
    ...(['view', 'channels', 'blend', 'gain', 'second', 'source'] as const),
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
        options={BASES.has(shown) || shown === second ? SECOND : [...SECOND, [shown, shown]]}
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
