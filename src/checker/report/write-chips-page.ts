import { mkdirSync, writeFileSync } from 'node:fs';
import { blockPicture } from './block-picture.ts';
import { blockDecoders, chips, chipsPage, pictureOf } from './chips-page.ts';

// Writes docs/chips.md after its introduction, and docs/images/chips/: npx tsx src/checker/report/write-chips-page.ts.
const docs = new URL('../../../docs/', import.meta.url);
const all = chips();
writeFileSync(new URL('chips.md', docs), await chipsPage(all));
mkdirSync(new URL('images/chips/', docs), { recursive: true });
writeFileSync(new URL('images/chips/blocks.svg', docs), blockPicture(blockDecoders(all)));
for (const chip of all) {
  const picture = pictureOf(chip);
  if (picture !== null) writeFileSync(new URL(`images/chips/${chip.design.name}.svg`, docs), picture);
}
