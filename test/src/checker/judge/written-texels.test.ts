import { describe, expect, it } from 'vitest';
import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import type { Instruction } from '../../../../rtl-model/state/instruction.ts';
import { QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER } from '../../../../rtl-model/state/sampler.ts';
import { D3D11_3, type Profile, VULKAN_1_0 } from '../../../../src/checker/profiles.ts';
import { judgeResults } from '../../../../src/checker/attribute/judge-results.ts';
import { formatOf } from '../../../oracle/allowed-at.ts';
import { FULL_QUALITY } from '../../../oracle/presets.ts';
import { finished } from './random-requests.ts';
import { measuredByModel } from './measured-by-model.ts';

const ACCESS = { lod: 'explicit', projected: false } as const;
const WRITE: Instruction = { ...ACCESS, op: 'write' };
const READ: Instruction = { ...ACCESS, op: 'read' };

/** True if a texel of the format may read as `red` after `written` was written to it. */
function mayRead(name: string, written: number, red: number, profile: Profile): boolean {
  const format = formatOf(name);
  const image: ImageSource = { format, width: 1, height: 1, layers: 1, levels: [new Uint8Array(format.texelBytes)] };
  const states = [WRITE, READ].map((instruction) => ({ image: 0, sampler: DEFAULT_SAMPLER, instruction }));
  const batch = new QuadBatch(2);
  batch.count = 2;
  batch.active.fill(1);
  batch.state[1] = 1;
  batch.write[0] = written;
  const trace = measuredByModel(FULL_QUALITY, [image], states, batch);
  const requests = trace.requests.map((request, n) =>
    n === 0 ? request : { ...request, results: { texels: [[Math.fround(red), 0, 0, 1] as const] } },
  );
  return finished(judgeResults({ ...trace, requests }, { kind: 'profile', profile })).wrong.length === 0;
}

describe('a written texel, as a later read returns it', () => {
  // 100.3 and 100.55 codes of eight bits.
  const [nearer, middle] = [100.3 / 255, 100.55 / 255];

  it('is one of both neighbours for Vulkan', () => {
    expect([99, 100, 101, 102].map((code) => mayRead('r8_unorm', nearer, code / 255, VULKAN_1_0))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('is the code itself where the value is one', () => {
    expect([0, 1, 254, 255].map((code) => mayRead('r8_unorm', 1, code / 255, VULKAN_1_0))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it('is a code within 0.6 ULP for D3D11.3', () => {
    expect([100, 101].map((code) => mayRead('r8_unorm', nearer, code / 255, D3D11_3))).toEqual([true, false]);
    expect([100, 101].map((code) => mayRead('r8_unorm', middle, code / 255, D3D11_3))).toEqual([true, true]);
  });

  it('is no value between two codes', () => {
    for (const profile of [VULKAN_1_0, D3D11_3]) expect(mayRead('r8_unorm', middle, middle, profile)).toBe(false);
    expect(mayRead('r16_sfloat', 1 + 2 ** -12, 1 + 2 ** -12, D3D11_3)).toBe(false);
  });

  it('is a float next to the value for Vulkan, and the one toward zero for D3D11.3 (3.2.2)', () => {
    const halves = (profile: Profile) =>
      [1, 1 + 2 ** -10].map((half) => mayRead('r16_sfloat', 1 + 2 ** -12, half, profile));
    expect(halves(VULKAN_1_0)).toEqual([true, true]);
    expect(halves(D3D11_3)).toEqual([true, false]);
  });
});
