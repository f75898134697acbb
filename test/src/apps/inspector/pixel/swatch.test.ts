import { describe, expect, it } from 'vitest';
import { TEXEL_FORMATS } from '../../../../../rtl-model/formats/texel-formats.ts';
import { QuadBatch } from '../../../../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER } from '../../../../../rtl-model/state/sampler.ts';
import { screenByte, screenColor } from '../../../../../src/apps/components/screen-byte.ts';
import type { DrawAnswer, Explanations } from '../../../../../src/apps/inspector/state/protocol.ts';
import type { Source } from '../../../../../src/apps/inspector/state/inspector-state.ts';
import { DEFAULT_STATE } from '../../../../../src/apps/inspector/state/inspector-state.ts';
import { buildMipChain } from '../../../../../src/pictures/downsampler/mip-chain.ts';
import { checkerboard } from '../../../../../src/pictures/textures/checkerboard.ts';
import { INSTRUCTION } from '../../../../../src/simulate/simulate.ts';
import { srgbEncoded, srgbLinear } from '../../../../../src/specification/texels/srgb.ts';
import { RequestWriter } from '../../../../../traces/requests/request-writer.ts';

const DESIGN = DEFAULT_STATE.first.design;
const PIXELS = [
  [3, 20],
  [16, 15],
  [30, 22],
] as const;
const SMALL: Source = { ...DEFAULT_STATE.source, scene: 'plane', levels: 'coloured', width: 32, height: 24 };

/** A module of the page's worker, which has types of the browser; tests have none of these. */
async function worker(module: string, room = 'worker'): Promise<Readonly<Record<string, unknown>>> {
  return (await import(`../../../../../src/apps/inspector/${room}/${module}.ts`)) as Readonly<Record<string, unknown>>;
}

async function answers<Answer>(task: string, question: object): Promise<readonly Answer[]> {
  const ask = (await worker(`${task}-task`))[`${task}Task`] as (question: object) => AsyncIterable<Answer | null>;
  const all: Answer[] = [];
  for await (const answer of ask(question)) if (answer !== null) all.push(answer);
  return all;
}

describe('the swatch of a pixel', () => {
  it.each([
    ['of an sRGB texture', true],
    ['of a linear texture', false],
  ])('%s has the bytes of the result, encoded where it is linear light, and those of the picture', async (_, srgb) => {
    const subject = { source: { ...SMALL, srgb }, aim: null, files: 0 };
    const drawn = await answers<DrawAnswer>('draw', { subject, design: DESIGN });
    const colors = new Set<string>();
    for (const pixel of PIXELS) {
      const explained = await answers<Explanations>('explain', { subject, pixel, first: DESIGN, second: null });
      const { color, sections } = explained.at(-1)!.first!;
      const { steps } = sections.find(({ title }) => title === 'Result')!;
      const values = steps.slice(0, 3).map(({ value }) => Number(value));
      const wanted = values.map((value) => Math.round(255 * (srgb ? srgbEncoded(value) : value)));
      expect(screenColor(color!)).toBe(`rgb(${wanted.join(' ')})`);
      const picture = valuesAt(drawn, pixel).map((value) => screenByte(value, drawn[0].linear));
      expect(picture).toEqual(wanted);
      colors.add(screenColor(color!));
    }
    expect(colors.size).toBe(3);
  });

  it('gives 4, 16, 39 for the linear light of these codes', () => {
    const rgb = [4, 16, 39].map((code) => srgbLinear(code / 255));
    expect(screenColor({ rgb, linear: true })).toBe('rgb(4 16 39)');
    expect(screenColor({ rgb: [-1, Number.NaN, 2], linear: true })).toBe('rgb(0 0 255)');
    const codes = Array.from({ length: 256 }, (_, code) => code);
    expect(codes.map((code) => screenByte(srgbLinear(code / 255), true))).toEqual(codes);
  });
});

describe('a trace', () => {
  it.each([
    ['r8g8b8a8_srgb', true],
    ['r8g8b8a8_unorm', false],
  ])('of a texture in %s has linear light: %s', async (format, linear) => {
    const source = buildMipChain(checkerboard(4, 2), TEXEL_FORMATS.get(format)!);
    const state = { image: 0, sampler: DEFAULT_SAMPLER, instruction: INSTRUCTION };
    const lines: string[] = [];
    const batch = new QuadBatch(1);
    batch.count = 1;
    batch.active[0] = 0b1111;
    new RequestWriter((text) => lines.push(text), [{ name: 'texture', source }], [state]).write(batch);
    const { loadTrace, traceRequests } = (await worker('trace-subject', 'subjects')) as {
      readonly loadTrace: (...files: readonly ReadonlyMap<string, Uint8Array>[]) => Promise<object>;
      readonly traceRequests: (trace: object) => { readonly linear: boolean };
    };
    const trace = await loadTrace(new Map([['t.jsonl', new TextEncoder().encode(lines.join(''))]]), new Map());
    expect(traceRequests(trace).linear).toBe(linear);
  });
});

/** r, g, b of a pixel among the pieces of a drawn picture. */
function valuesAt(drawn: readonly DrawAnswer[], [x, y]: readonly number[]): readonly number[] {
  for (const { places, values } of drawn) {
    for (let quad = 0; 2 * quad < places.length; quad++) {
      if (places[2 * quad] !== x - (x % 2) || places[2 * quad + 1] !== y - (y % 2)) continue;
      const at = 4 * (4 * quad + (x % 2) + 2 * (y % 2));
      return [...values.subarray(at, at + 3)];
    }
  }
  throw new Error(`no pixel ${x}, ${y}`);
}
