import type { PipelineObserver } from '../../../pipeline/stages/observer.ts';
import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { AccessBatch } from '../../../traces/accesses/access-batch.ts';
import { AccessObserver } from '../../../traces/accesses/access-observer.ts';
import type { TapAccesses } from '../../../traces/accesses/tap-accesses.ts';
import type { AccessCapture } from '../../experiments/replay/capture.ts';
import { accessesTo, accessEncodingOf } from '../files/trace-files.ts';
import type { Window } from '../options/option-values.ts';
import type { OutputFiles } from '../files/output-files.ts';

/**
 * Writes the texel accesses of a run with a clock, in the encoding that the file's name tells.
 *
 * @throws UsageError when the name tells no encoding, or the file cannot be made
 */
export function texelObserver(files: OutputFiles, path: string, taps: TapAccesses): PipelineObserver {
  return files.stream(path, (file) => {
    const { observe } = accessEncodingOf(file);
    if (observe !== undefined) return { observer: observe(file.text, taps), end: () => {} };
    const output = accessesTo(file, taps.images);
    return { observer: new AccessObserver(taps, (accesses) => output.write(accesses)), end: () => output.end() };
  }).observer;
}

/**
 * Writes the texel accesses of requests without a clock.
 *
 * @param quads that are written, by serial number; all if left out
 * @throws UsageError as `texelObserver`
 */
export function texelCapture(
  files: OutputFiles,
  path: string,
  capture: AccessCapture,
  quads?: Window,
): (batch: QuadBatch) => void {
  const output = files.stream(path, (file) => accessesTo(file, capture.images));
  return (batch) => {
    for (const accesses of capture.accesses(batch)) {
      if (quads !== undefined) keepQuads(accesses, quads);
      output.write(accesses);
    }
  };
}

function keepQuads(batch: AccessBatch, { from, to }: Window): void {
  const { address, bytes, quad, pass, lane } = batch;
  let kept = 0;
  for (let n = 0; n < batch.count; n++) {
    if (quad[n] < from || quad[n] >= to) continue;
    for (const column of [address, bytes, quad, pass, lane]) column[kept] = column[n];
    kept++;
  }
  batch.count = kept;
}
