import { fileURLToPath } from 'node:url';
import { writePng } from '../../../../src/pictures/textures/write-png.ts';
import { edgeFigure } from './edge-figure.ts';

/** Draws docs/images/resolve-edge.png. */
writePng(fileURLToPath(new URL('../../../../docs/images/resolve-edge.png', import.meta.url)), edgeFigure());
