import type { Random } from '../switches/random.ts';
import type { ForeignText } from '../switches/freedom.ts';
import type { ImagePlan } from './image-bytes.ts';
import { imageLevels } from './image-bytes.ts';
import { jsonLine } from './json-line.ts';

/** A definition or request line, before it is written. */
export type TableLine = Record<string, unknown>;

/** Writes the lines of a request trace (JSON Lines, version 2), whose names and ids count up. */
export class TableWriter {
  readonly text: ForeignText;
  readonly random: Random;
  private readonly lines: string[] = [];
  private names = 0;
  private ids = 0;

  constructor(text: ForeignText, random: Random) {
    this.text = text;
    this.random = random;
    const api = text === 'd3d11' ? 'd3d11' : 'vulkan';
    this.lines.push(JSON.stringify({ texunit: 'requests', version: 2, api }));
  }

  private define(kind: string, fields: TableLine): string {
    const name = `${kind}${this.names++}`;
    this.lines.push(jsonLine({ [kind]: { name, ...fields } }));
    return name;
  }

  /** An image with texels drawn for its format, or with the bytes that are given. */
  image(plan: ImagePlan, bytes?: readonly Uint8Array[]): string {
    const { levels: count, extra, ...shape } = plan;
    const drawn = bytes ?? imageLevels({ ...shape, levels: count ?? 1 }, this.random);
    return this.define('image', {
      ...shape,
      ...extra,
      levels: drawn.map((level) => Buffer.from(level).toString('base64')),
    });
  }

  view(image: string, fields: TableLine): string {
    return this.define('view', { image, ...fields });
  }

  sampler(fields: TableLine): string {
    return this.define('sampler', fields);
  }

  request(fields: TableLine): void {
    this.lines.push(jsonLine({ id: this.ids++, ...fields }));
  }

  /** The whole table. */
  toText(): string {
    return `${this.lines.join('\n')}\n`;
  }
}
