import { keptMemory } from '../../../simulate/kept-memory.ts';
import type { TexelLevel, TexelsAnswer, TexelsQuestion } from '../state/protocol.ts';
import { requestsOf } from '../subjects/subjects.ts';
import { isReadable, texelsIn } from './texels-around.ts';

/** The most texels of a level that are read along a side: of a larger window, one of every few. */
const MOST_READ = 1024;

/** A window of a level of a subject's images, and what levels there are. */
export async function* texelsTask({ subject, design, place, window }: TexelsQuestion): AsyncGenerator<TexelsAnswer> {
  const { images, names, linear } = await requestsOf(subject);
  const memory = keptMemory(design, images);
  const levels = memory.images.flatMap((image, n): readonly TexelLevel[] => {
    const own = { image: n, name: names[n] ?? `image${n}`, isVolume: image.type === '3d' };
    return isReadable(image)
      ? image.levels.map(({ width, height, depth }, level) => {
          return { ...own, level, width, height, layers: own.isVolume ? depth : image.layers };
        })
      : [];
  });
  const layer = place?.[2] ?? 0;
  const found =
    place === null ? levels.at(0) : levels.find(({ image, level }) => image === place[0] && level === place[1]);
  if (found === undefined || layer >= found.layers) {
    throw new Error(
      `texels=${place?.join() ?? ''}: expected the numbers of an image of one plane and one sample, of its level and its layer`,
    );
  }
  const shown = { ...found, layer };
  const whole = { left: 0, top: 0, right: shown.width, bottom: shown.height };
  const seen = window ?? whole;
  const step = Math.ceil(Math.max(seen.right - seen.left, seen.bottom - seen.top) / MOST_READ);
  yield {
    levels,
    shown,
    window: seen,
    step,
    linear,
    colors: texelsIn(design, memory, [shown.image, shown.level, layer], seen, {}, step),
  };
}
