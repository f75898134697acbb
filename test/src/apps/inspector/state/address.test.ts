import { afterEach, describe, expect, it, vi } from 'vitest';
import { TEXEL_FORMATS } from '../../../../../rtl-model/formats/texel-formats.ts';
import { buildMipChain } from '../../../../../src/pictures/downsampler/mip-chain.ts';
import type { Vector } from '../../../../../src/pictures/scenes/vector.ts';
import { checkerboard } from '../../../../../src/pictures/textures/checkerboard.ts';
import { sceneStage, stageRequests } from '../../../../../src/apps/inspector/subjects/scene-subject.ts';
import { preset } from '../../../../pipeline/random-work.ts';
import { stateFromAddress, stateToAddress } from '../../../../../src/apps/inspector/state/address.ts';
import type { InspectorState } from '../../../../../src/apps/inspector/state/inspector-state.ts';
import { DEFAULT_STATE } from '../../../../../src/apps/inspector/state/inspector-state.ts';

const FULL = preset('full-quality');

/** A state of which every part differs from the default. */
const OTHER: InspectorState = {
  source: {
    scene: 'globe',
    texture: 'file',
    levels: 'coloured',
    srgb: true,
    filter: 'linear',
    maxAnisotropy: 2.5,
    lodBias: -0.25,
    width: 80,
    height: 60,
  },
  files: 'eJyr_-d_',
  aim: { eye: [1, -2, 1e-7], target: [0.5, 2, 3] },
  first: { base: FULL, design: { ...FULL, cache: { ...FULL.cache, ways: 3 } } },
  second: 'ideal',
  kept: [
    { base: FULL, design: { ...FULL, cache: { ...FULL.cache, ways: 3 } } },
    { base: FULL, design: { ...FULL, name: 'a | b ~ c' } },
  ],
  view: 'split',
  channels: 'a',
  blend: 0.25,
  gain: 64,
  scale: [0.5, 8],
  curve: 'logarithm',
  coloursOf: 'B',
  zoom: -1.5,
  middle: [-3.5, 60],
  pixel: [79, 0],
  timeView: 'texels',
  window: { from: 100, cycles: 50 },
  cycle: 149,
  rows: 'quads',
  marked: [120, 180],
  markers: [149, 7_000_000],
  fieldsOf: 'A',
  tablesOf: 'B',
  profile: 'vulkan-1.4',
  counts: 'misses',
  level: 3,
  texels: [0, 3, 5],
};

describe('the address of the inspector', () => {
  it('is empty for the state of a page without one, and gives every other state back without a fault', () => {
    expect(stateToAddress(DEFAULT_STATE)).toBe('');
    expect(stateFromAddress('')).toEqual({ state: DEFAULT_STATE, faults: [] });
    const [own, standard] = [OTHER, DEFAULT_STATE] as unknown as Record<string, unknown>[];
    expect(Object.keys(own).filter((name) => own[name] === standard[name])).toEqual(['fieldsOf']);
    expect(stateFromAddress(`#${stateToAddress(OTHER)}`)).toEqual({ state: OTHER, faults: [] });
    const second = { ...OTHER, second: DEFAULT_STATE.second, fieldsOf: 'B' } as const;
    expect(stateFromAddress(stateToAddress(second))).toEqual({ state: second, faults: [] });
  });

  it.each([
    ['scene=castle', 'scene=castle: expected one of plane, tunnel, globe, picture, model, trace'],
    ['castle=1', 'castle=1: this page has no such setting'],
    ['srgb=true', 'srgb=true: expected 0 or 1'],
    ['gain=0x10', 'gain=0x10: expected a number from 1 to 4096'],
    ['gain=+8', 'gain= 8: expected a number from 1 to 4096'],
    ['width=80.5', 'width=80.5: expected an integer from 2 to 4096'],
    ['width=', 'width=: expected an integer from 2 to 4096'],
    ['cycles=8', 'cycles=8: expected an integer from 16 to 1000000000000'],
    ['range=4', 'range=4: expected 2 integers from 0 to 1000000000000, with commas between them, or nothing'],
    ['markers=3,x', 'markers=3,x: expected up to 16 different integers from 0 to 1000000000000, with commas'],
    ['markers=3,3', 'markers=3,3: expected up to 16 different integers'],
    ['pixel=,', 'pixel=,: expected 2 integers from 0 to 65535, with commas between them, or nothing'],
    ['pixel=1.5,2', 'pixel=1.5,2: expected 2 integers'],
    ['pixel=-1,2', 'pixel=-1,2: expected 2 integers'],
    ['pixel=1,2,3', 'pixel=1,2,3: expected 2 integers'],
    ['middle=1,', 'middle=1,: expected 2 numbers from -1000000 to 1000000'],
    ['zoom=NaN', 'zoom=NaN: expected a number from -6 to 8, or nothing'],
    ['aim=0,0,0,0,0,0', 'aim=0,0,0,0,0,0: expected eye and target of the camera, 6 numbers'],
    ['aim=1,2,3,1,2,3', 'aim=1,2,3,1,2,3: expected eye and target'],
    ['aim=0,0,0,0,0,1e300', 'aim=0,0,0,0,0,1e300: expected eye and target'],
    ['a=nothing', 'a: design "nothing": expected one of full-quality'],
    ['b=d3d11.3-minimum~cache.ways=0', 'b: cache.ways: 0; expected an integer from 1 to 512'],
    ['texture=file&files=a*b', 'files=a*b: expected packed files of up to 6000 characters, or nothing'],
    [`texture=file&files=${'a'.repeat(6001)}`, 'files=aaaa'],
    ['gain=8&gain=9', 'gain=9: is given twice, the first is 8'],
  ])('names what is wrong with %s, and has the default there', (address, fault) => {
    const { state, faults } = stateFromAddress(`${address}&filter=nearest`);
    expect(faults).toHaveLength(1);
    expect(faults[0].slice(0, fault.length)).toBe(fault);
    const gain = address.startsWith('gain=8') ? 8 : DEFAULT_STATE.gain;
    const texture = address.startsWith('texture=file') ? 'file' : DEFAULT_STATE.source.texture;
    const source = { ...DEFAULT_STATE.source, texture, filter: 'nearest' };
    expect(state).toEqual({ ...DEFAULT_STATE, source, gain });
  });

  it.each([
    ['view=second&b=none', 'view=second: expected one that shows no design B, for b=none'],
    ['b=none&view=difference', 'view=difference: expected'],
    ['view=captured-difference', 'view=captured-difference: expected one without captured results, for no trace'],
    ['fields=B&b=ideal', 'fields=B: expected A, for a design B without fields'],
    ['tables=B&b=none', 'tables=B: expected A, for b=none'],
    ['middle=1,2', 'middle=1,2: expected nothing without zoom'],
    ['files=eJyr', 'files=eJyr: expected nothing without a dropped texture, model or trace'],
    ['scale=8,1', 'scale=8,1: expected the least value first'],
    ['pixel=80,3&width=80&height=60', 'pixel=80,3: expected a pixel of the picture'],
    ['pixel=3,60&width=80&height=60', 'pixel=3,60: expected a pixel of the picture'],
    ['range=9,9', 'range=9,9: expected the first cycle first'],
    ['cycle=400', 'cycle=400: expected one of the window, which has from and cycles'],
    ['cycle=9&from=10', 'cycle=9: expected one of the window'],
  ])('names the part of %s that does not go with the others, and gives it up', (address, fault) => {
    const { state, faults } = stateFromAddress(address);
    expect(faults).toHaveLength(1);
    expect(faults[0].slice(0, fault.length)).toBe(fault);
    // What is shown instead is a state without a fault, and its address has the other parts.
    const shown = stateToAddress(state);
    expect(stateFromAddress(shown)).toEqual({ state, faults: [] });
    expect(shown).not.toContain(fault.slice(0, fault.indexOf(':')));
    const others = address.split('&').filter((part) => !fault.startsWith(part));
    expect(shown.split('&').filter((part) => part !== '').toSorted()).toEqual(others.toSorted()); // prettier-ignore
  });

  it('takes the same parts where they go together', () => {
    for (const address of ['scene=trace&view=captured', 'scene=trace&pixel=900,900', 'b=ideal&tables=B&view=second']) {
      expect(stateFromAddress(address).faults).toEqual([]);
    }
  });
});

describe('a camera', () => {
  it('that looks along its own up is refused by the name of its setting, and one beside it is not', () => {
    const source = { ...OTHER.source, scene: 'tunnel' } as const;
    const stage = sceneStage(source, buildMipChain(checkerboard(4, 2), TEXEL_FORMATS.get('r8g8b8a8_unorm')!));
    const requests = (target: Vector) => stageRequests(stage, source, { eye: [1, 2, 3], target });
    expect(() => requests([1, 5, 3])).toThrow(/^aim: the camera looks along its up/);
    expect(requests([1.01, 5, 3]).camera!.target).toEqual([1.01, 5, 3]);
  });
});

describe('the state of the page', () => {
  it('gives up what no longer goes with a change, so that its link has no fault', async () => {
    const { hash, inspector } = await openedPage('');
    inspector.update({ view: 'split', fieldsOf: 'B', tablesOf: 'B' });
    inspector.update({ second: 'none' });
    expect(inspector.value).toMatchObject({ view: 'first', fieldsOf: 'A', tablesOf: 'A' });
    vi.advanceTimersByTime(10_000);
    expect(hash()).toBe('#b=none');
  });
});

describe('the link of the page', () => {
  it('that is followed while a change waits to be written is not overwritten', async () => {
    const page = await openedPage('#gain=8');
    page.inspector.update({ blend: 0.75 });
    // The browser has the new address at once, and tells of it later.
    page.goTo('#gain=32');
    vi.advanceTimersByTime(10_000);
    expect(page.hash()).toBe('#gain=32');
    page.tell();
    expect(page.inspector.value).toMatchObject({ gain: 32, blend: DEFAULT_STATE.blend });
    page.inspector.update({ blend: 0.75 });
    vi.advanceTimersByTime(10_000);
    expect(page.hash()).toBe('#blend=0.75&gain=32');
    page.inspector.update({ gain: 64 });
    vi.advanceTimersByTime(10_000);
    expect(page.hash()).toBe('#blend=0.75&gain=64');
  });
});

describe('the history of the page', () => {
  it('has an entry for another pixel, and none for another view', async () => {
    const page = await openedPage('');
    for (const [change, entries] of [
      [{ pixel: [3, 4] }, 2],
      [{ gain: 8 }, 2],
      [{ pixel: [3, 4] }, 2],
      [{ second: 'ideal' }, 3],
    ] as const) {
      page.inspector.update(change);
      vi.advanceTimersByTime(10_000);
      expect([change, page.entries()]).toEqual([change, entries]);
    }
  });
});

interface PageStore {
  readonly value: InspectorState;
  readonly update: (change: Partial<InspectorState>) => void;
}

/** The stores of a page that was opened with a link, its address, and ways to another one. */
async function openedPage(link: string) {
  vi.useFakeTimers();
  vi.resetModules();
  const location = { hash: link };
  const listeners: (() => void)[] = [];
  vi.stubGlobal('location', location);
  const history = {
    state: null as unknown,
    entries: 1,
    replaceState: (state: unknown, _title: string, to = location.hash) => {
      history.state = state;
      location.hash = to;
    },
    pushState: (state: unknown, title: string, to: string) => {
      history.entries++;
      history.replaceState(state, title, to);
    },
  };
  vi.stubGlobal('history', history);
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => {
    if (type === 'hashchange') listeners.push(listener);
  });
  const folder = '../../../../../src/apps/inspector/state';
  const { inspector } = (await import(`${folder}/inspector.ts`)) as { readonly inspector: PageStore };
  const { followAddress } = (await import(`${folder}/follow-address.ts`)) as { readonly followAddress: () => void };
  followAddress();
  return {
    inspector,
    entries: () => history.entries,
    hash: () => location.hash,
    goTo: (hash: string) => Object.assign(history, { state: null }) && (location.hash = hash),
    tell: () => listeners.forEach((listener) => listener()),
  };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
