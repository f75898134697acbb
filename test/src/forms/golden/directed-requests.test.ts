import { expect, it } from 'vitest';
import { loadDesign } from '../../../../src/designs/load-design.ts';
import { DirectedRequests } from '../../../../src/forms/golden/directed-requests.ts';
import { RequestFeed } from '../../../../src/simulate/request-feed.ts';
import { RequestSampler } from '../../../../src/simulate/request-sampler.ts';
import { RequestWriter } from '../../../../traces/requests/request-writer.ts';

// A design of one layer and LODs without a fraction, one of coarse coordinates, one of few levels, and a wide one.
it.each(['vortex', 'tmu2', 'sony-psp', 'full-quality'])(
  'directed requests keep to the limits of a design, and to the rules of the specifications (%s)',
  (name) => {
    const design = loadDesign(name);
    const { images, states, batch } = new DirectedRequests(design);
    let text = '';
    const named = images.map((source, n) => ({ name: `image${n}`, source }));
    new RequestWriter((line) => (text += line), named, states).write(batch);
    let answers = 0;
    const noPicture = () => {
      throw new Error('no picture');
    };
    const sampler = new RequestSampler(design, 'functional', 'directed', noPicture, () => answers++);
    new RequestFeed('directed', sampler).take({ bytes: new TextEncoder().encode(text), ended: true });
    sampler.flush();
    expect(answers).toBe(batch.count);
  },
);
