import { useRef } from 'preact/hooks';
import { Check } from '../../components/check.tsx';
import { Choice } from '../../components/choice.tsx';
import { save } from '../../components/save.ts';
import { inspector, session } from '../state/inspector.ts';
import {
  droppedKind,
  type InspectorState,
  type SceneName,
  type Source,
  type TextureName,
} from '../state/inspector-state.ts';
import { useStored } from '../state/store.ts';
import { dropFiles, savedSession } from '../worker/questions.ts';

const SCENE_WORDS: readonly (readonly [SceneName, string])[] = [
  ['plane', 'Plane'],
  ['tunnel', 'Tunnel'],
  ['globe', 'Globe'],
  ['picture', 'Picture, flat'],
];
const TEXTURE_WORDS: readonly (readonly [TextureName, string])[] = [
  ['checker', 'Checkerboard'],
  ['earth', 'Earth'],
];
const SIZES = ['320x240', '480x360', '640x480', '1024x768', '2048x1536', '4096x4096'] as const;
const FILTERS = [
  ['nearest', 'Nearest'],
  ['linear', 'Linear'],
  ['trilinear', 'Trilinear'],
  ['anisotropic', 'Anisotropic'],
] as const;
const ANISOTROPIES = ['2', '4', '8', '16'] as const;

/** Changes the source, which may need other files that were dropped. */
function change(part: Partial<Source>, others: Partial<InspectorState> = {}): void {
  const { source: before, files: kept } = inspector.value;
  const source = { ...before, ...part };
  const kind = droppedKind(source);
  const files = kind === droppedKind(before) ? kept : ((kind && session.value.dropped[kind]?.packed) ?? null);
  inspector.update({ source, files, texels: null, ...others });
}

/** Another scene has another camera, and other pixels. */
function changeScene(scene: SceneName): void {
  change({ scene }, { aim: null, pixel: null, zoom: null, middle: null });
}

/** The choice of what is drawn. A model brings its textures, a trace all that its requests need. */
export function SourceBar() {
  const { source } = useStored(inspector, 'source');
  const { dropped: names } = useStored(session, 'dropped');
  const { scene, texture, filter, width, height, maxAnisotropy } = source;
  const dropped =
    scene === 'model' || scene === 'trace' ? ([[scene, names[scene]?.name ?? `A ${scene}`]] as const) : [];
  const isTrace = scene === 'trace';
  const ownTextures = isTrace || scene === 'model';
  const size = `${width}x${height}`;
  const rate = String(maxAnisotropy);
  return (
    <div class="bar">
      <Choice label="Scene" value={scene} options={[...SCENE_WORDS, ...dropped]} onChange={changeScene} />
      <Choice
        label="Texture"
        disabled={ownTextures}
        value={texture}
        options={[
          ...TEXTURE_WORDS,
          ...(texture === 'file' ? [['file', names.texture?.name ?? 'A file'] as const] : []),
        ]}
        onChange={(name) => change({ texture: name })}
      />
      <Choice
        label="Filter"
        disabled={isTrace}
        value={filter}
        options={FILTERS}
        onChange={(name) => change({ filter: name })}
      />
      <Choice
        label="Anisotropy"
        disabled={isTrace}
        value={rate}
        options={withValue(ANISOTROPIES, rate)}
        onChange={(one) => change({ maxAnisotropy: Number(one) })}
      />
      <label class="choice">
        <span>LOD bias</span>
        <input
          type="number"
          step="0.25"
          min="-16"
          max="16"
          disabled={isTrace}
          value={source.lodBias}
          onChange={(event) => change({ lodBias: Math.min(16, Math.max(-16, Number(event.currentTarget.value) || 0)) })}
        />
      </label>
      <Choice
        label="Size"
        disabled={isTrace}
        value={size}
        options={withValue(SIZES, size)}
        onChange={(one) => {
          const [across, down] = one.split('x').map(Number);
          change({ width: across, height: down }, { pixel: null, middle: null, zoom: null });
        }}
      />
      <Check disabled={ownTextures} checked={source.srgb} onChange={(srgb) => change({ srgb })}>
        sRGB
      </Check>
      <Check
        disabled={ownTextures}
        checked={source.levels === 'coloured'}
        onChange={(coloured) => change({ levels: coloured ? 'coloured' : 'picture' })}
      >
        levels coloured
      </Check>
      <FilePicker />
    </div>
  );
}

/** The usual values and the one that is chosen, with their words. */
function withValue(usual: readonly string[], value: string) {
  return [...new Set([...usual, value])].map((one) => [one, one.replace('x', ' × ')] as const);
}

async function saveSession(): Promise<void> {
  save(new Blob([await savedSession()], { type: 'application/json' }), `${inspector.value.source.scene}-session.json`);
}

function FilePicker() {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" onClick={() => picker.current!.click()}>
        Open files…
      </button>
      <button type="button" onClick={() => void saveSession()}>
        Save session
      </button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Pictures, textures, a model, a request trace or a session"
        onChange={(event) => {
          void dropFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
