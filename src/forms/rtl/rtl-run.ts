import type { Design } from '../../../rtl-model/design/design.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { withBlocks } from '../../../rtl-model/memory/store-blocks.ts';
import { texelMemory } from '../../../rtl-model/memory/lay-out-images.ts';
import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { type Binding, bindState } from '../../../rtl-model/state/binding.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import type { TextSink } from '../../../traces/encodings/text-sink.ts';
import type { UnitSampling } from '../parameters/unit-widths.ts';
import { isUnitState, writeUnitQuads, writeUnitStates } from './unit-state.ts';
import { writeUnitLog } from '../../../traces/stages/unit-log.ts';

/** Texture states, bound to the images as they lie in memory. @throws RangeError when the images outgrow it */
export function rtlStates(design: Design, images: readonly ImageSource[], states: readonly TextureState[]) {
  const memory = texelMemory(design, images);
  return { memory, states, bindings: states.map((state) => bindState(design, memory, state)) };
}

export type RtlStates = ReturnType<typeof rtlStates>;

/** The number of the first state that the unit in SystemVerilog does not take; -1 if it takes all. */
export function stateWithoutRtl({ bindings }: RtlStates, sampling: UnitSampling): number {
  return bindings.findIndex((binding) => !isUnitState(binding, sampling));
}

/** The parts of the sampling that the unit lacks for a state; none where no unit takes it. */
export function partsFor(binding: Binding, sampling: UnitSampling): readonly (keyof UnitSampling)[] {
  const names = Object.keys(sampling) as (keyof UnitSampling)[];
  const whole = Object.fromEntries(names.map((name) => [name, true])) as unknown as UnitSampling;
  if (!isUnitState(binding, whole)) return [];
  return names.filter((name) => !sampling[name] && !isUnitState(binding, { ...whole, [name]: false }));
}

/** Takes the files of a run by name. */
export interface RunFilesSink {
  readonly text: (name: string) => TextSink;
  readonly bytes: (name: string, content: Uint8Array) => void;
}

/**
 * Writes a run for the bench: states, quads, the memory, and the log of the model's clock.
 *
 * @param held texture states that the unit holds
 */
export function writeRtlRun(
  design: Design,
  { memory, states, bindings }: RtlStates,
  quads: QuadBatch,
  held: number,
  { text, bytes }: RunFilesSink,
  sampling?: UnitSampling,
): void {
  bytes('memory.bin', withBlocks(memory));
  writeUnitStates(bindings, text('states.mem'), sampling);
  const operations = bindings.map(({ op }) => op);
  writeUnitQuads(design, held, operations, quads, text('quads.mem'), sampling);
  writeUnitLog(design, memory, states, quads, text('expected.log'));
}
