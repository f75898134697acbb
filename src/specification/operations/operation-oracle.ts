import type { Design } from '../../../rtl-model/design/design.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { type Answer, OPEN } from '../answers/answer.ts';
import { matchedBlocks } from './block-match.ts';
import { boxFiltered, weightedSample } from './window-operations.ts';
import { type Access, answerType, fetchedTexel, nullDescriptorResult, writtenTexels } from './integer-access.ts';
import { filteredColor } from '../filtering/filtered-color.ts';
import { leavesNoLevel } from '../filtering/out-of-bounds.ts';
import { gatheredTexels } from './gather.ts';
import { queriedLevels, queriedLod, queriedSamples, queriedSize, samplePosition } from './queries.ts';
import { interval, point } from '../exact/interval.ts';
import type { Lane } from '../state/lane.ts';
import { isDefinedBy, type Reading } from '../texels/reading.ts';
import { queriedFootprint, readsUndefinedTexels, residencyCodes } from './read-texels.ts';
import { swizzled } from '../state/result-components.ts';
import { type SampleState, sampleState } from '../state/state.ts';
import { ycbcrColor } from '../ycbcr/ycbcr-color.ts';

/** The states of a batch and what they refer to, with what each operation may return for a lane. */
export class OperationOracle {
  private readonly states: (SampleState | undefined)[] = [];
  private readonly seconds: (SampleState | undefined)[] = [];

  /** @param reading of formats that are not compressed if left out */
  constructor(
    private readonly design: Design,
    private readonly sources: readonly ImageSource[],
    private readonly textures: readonly TextureState[],
    private readonly reading: Reading = {},
  ) {}

  /** The results that an active lane may return after the writes of the quads before it. */
  answer(batch: QuadBatch, quad: number, lane: number): Answer {
    const index = batch.state[quad];
    const { image, second, instruction } = this.textures[index];
    const state = this.state(index);
    const { op = 'sample', sparse = false } = instruction;
    if (state === null) return nullDescriptorResult(op, this.reading);
    const at: Lane = { batch, quad, lane };
    const residency = () => {
      const resident = sparse ? residencyCodes(state, at) : undefined;
      return resident === undefined ? {} : { resident };
    };
    if (second === null && !isDefinedBy(this.reading, 'nullDescriptor')) return OPEN;
    if (readsUndefinedTexels(state, at)) return { type: answerType(state), ways: undefined, ...residency() };
    switch (op) {
      case 'fetch':
      case 'read':
      case 'atomic':
        return fetchedTexel(state, at, writtenTexels(this.accessesBefore(at, image)));
      case 'write':
        return OPEN;
      case 'query_size':
        return queriedSize(state, at);
      case 'query_levels':
        return queriedLevels(state);
      case 'query_samples':
        return queriedSamples(state);
      case 'sample_position':
        return samplePosition(state, at);
      case 'footprint':
        return queriedFootprint(state, at);
      case 'box_filter':
        return leavesNoLevel(state) ? nothingRead(state) : boxFiltered(state, at);
      case 'sample_weighted':
        if (leavesNoLevel(state)) return nothingRead(state);
        return weightedSample(state, this.secondOf(index), second?.weights, at);
      case 'block_match':
        return matchedBlocks(state, this.secondOf(index), at);
      case 'query_lod':
        return { type: 'float', ways: [queriedLod(state, at)] };
      case 'sample':
      case 'gather': {
        if (op === 'sample' && state.sampler.ycbcrConversion !== null) return ycbcrColor(state, at);
        const color = op === 'sample' ? filteredColor(state, at) : gatheredTexels(state, at);
        return { type: answerType(state), ways: [color], ...residency() };
      }
    }
  }

  /** The state of a texture under the design and the reading; null for a null descriptor. */
  state(index: number): SampleState | null {
    const { design, sources, reading } = this;
    const { image, view, sampler, instruction } = this.textures[index];
    if (image === null) return null;
    return (this.states[index] ??= sampleState(design, sources[image], sampler, instruction, view, reading));
  }

  /** The weight image or the reference, seen under the same sampler; null for a null descriptor. */
  private secondOf(index: number): SampleState | null {
    const { design, sources, reading } = this;
    const { second, sampler, instruction } = this.textures[index];
    if (second === null) return null;
    const { image, view } = second!;
    // A block match's reference is replaced by the border outside the image, whatever the address modes are.
    const bordered = { ...sampler, addressModeU: 'clamp_to_border', addressModeV: 'clamp_to_border' } as const;
    return (this.seconds[index] ??= sampleState(design, sources[image], bordered, instruction, view, reading));
  }

  /** The writes and atomics of an image before a lane, in their order. */
  private accessesBefore({ batch, quad, lane }: Lane, image: number | null): readonly Access[] {
    const changing = this.textures.map(({ instruction: { op }, image: changed }, index) => {
      return (op === 'write' || op === 'atomic') && changed === image ? this.state(index) : null;
    });
    if (changing.every((state) => state === null)) return [];
    const accesses: Access[] = [];
    for (let before = 0; before < 4 * quad + lane; before++) {
      const state = changing[batch.state[before >> 2]];
      if (state !== null) accesses.push({ state, lane: { batch, quad: before >> 2, lane: before & 3 } });
    }
    return accesses;
  }
}

/** 0 for stored components, the default or 0 for the others, swizzled or not (D3D11.3 5.8.5). */
function nothingRead(state: SampleState): Answer {
  const alpha = state.texels.stored.includes(3) ? point(0) : interval(0, 1);
  const nothing = [point(0), point(0), point(0), alpha];
  const seen = swizzled(nothing, state.view.components, point(0), point(1));
  return { type: 'float', ways: [nothing, seen] };
}
