import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { buildMipChain } from '../../pictures/downsampler/mip-chain.ts';
import { checkerboard } from '../../pictures/textures/checkerboard.ts';
import { colourLevels } from '../../pictures/textures/level-colours.ts';
import type { Source } from '../state/inspector-state.ts';
import type { Subject } from './protocol.ts';
import { sceneStage, type Stage, StageRequests } from './scene-subject.ts';
import type { SubjectRequests } from './subject.ts';

const CHECKER_SIZE = 1024;
const CHECKER_CELLS = 16;

/** Keeps the value of the last key. */
class Latest<T> {
  private key: string | null = null;
  private value: Promise<T> | null = null;

  of(key: unknown, make: () => Promise<T>): Promise<T> {
    const text = JSON.stringify(key);
    if (text !== this.key) {
      this.key = text;
      this.value = make();
    }
    return this.value!;
  }
}

const textures = new Latest<ImageSource>();
const stages = new Latest<Stage>();
const requests = new Latest<SubjectRequests>();

/** The requests of a subject. The last ones are kept, and so are texture and scene while the camera moves. */
export function requestsOf(subject: Subject): Promise<SubjectRequests> {
  const { source, aim } = subject;
  return requests.of(subject, async () => new StageRequests(await stageOf(subject), source, aim));
}

function stageOf({ source, files }: Subject): Promise<Stage> {
  return stages.of([source, files], async () => sceneStage(source, await textureOf(source, files)));
}

function textureOf({ texture, levels, srgb }: Source, files: number): Promise<ImageSource> {
  return textures.of([texture, levels, srgb, files], async () => {
    const format = TEXEL_FORMATS.get(srgb ? 'r8g8b8a8_srgb' : 'r8g8b8a8_unorm')!;
    const image = buildMipChain(checkerboard(CHECKER_SIZE, CHECKER_CELLS), format);
    return levels === 'coloured' ? colourLevels(image, 'half') : image;
  });
}
