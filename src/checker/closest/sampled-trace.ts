import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { MeasuredRequest, MeasuredTrace } from '../judge/measured-trace.ts';

/** A trace of some of the requests of another, with the images and states that they use, and all writes. */
export function sampledTrace(trace: MeasuredTrace, of: readonly MeasuredRequest[]): MeasuredTrace {
  const { batch, states, requests } = trace;
  const chosen = new Set(of);
  const quads = [...requests.keys()].filter((quad) => {
    return chosen.has(requests[quad]) || states[batch.state[quad]].instruction.op === 'write';
  });
  const used = [...new Set(quads.map((quad) => batch.state[quad]))];
  const usedImages = [
    ...new Set(used.flatMap((state) => [states[state].image ?? [], states[state].second?.image ?? []].flat())),
  ];
  const imageOf = (image: number) => usedImages.indexOf(image);
  const few = new QuadBatch(Math.max(1, quads.length));
  few.count = quads.length;
  for (const [n, quad] of quads.entries()) {
    few.copyQuad(batch, quad, n);
    few.state[n] = used.indexOf(batch.state[quad]);
  }
  return {
    ...trace,
    batch: few,
    images: usedImages.map((image) => trace.images[image]),
    states: used.map((state) => {
      const { image, second, ...others } = states[state];
      const moved = second && { ...second, image: imageOf(second.image) };
      const bound = image === null ? null : imageOf(image);
      return { ...others, image: bound, ...(moved !== undefined && { second: moved }) };
    }),
    shapes: used.map((state) => trace.shapes[state]),
    requests: quads.map((quad) => requests[quad]),
  };
}
