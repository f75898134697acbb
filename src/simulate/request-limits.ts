import type { Design, LimitsDesign } from '../../rtl-model/design/design.ts';
import { NOT_GIVEN } from '../../rtl-model/registers/quad-batch.ts';
import type { ImageSource } from '../../rtl-model/memory/image.ts';
import type { Pair, Request } from '../../traces/requests/request-trace.ts';
import type { NamedTexels } from '../../traces/requests/request-tables.ts';
import { type LinePlace, TraceError } from '../../traces/encodings/trace-error.ts';

/**
 * Checks a request trace against the limits that the design claims (Vulkan: VkPhysicalDeviceLimits). Every check throws
 * a TraceError that names line, field and limit.
 */
export class RequestLimits {
  private readonly limits = this.design.limits;
  /** The last cycle in which a request was issued. */
  private cycle = 0;

  /** @param file name of the trace, for messages */
  constructor(
    private readonly design: Design,
    private readonly file: string,
  ) {}

  checkImage({ type = '2d', width, height, depth = 1, layers }: ImageSource, line: number): void {
    const limit = SIZE_LIMITS[type];
    this.most('image.width', width, limit, line);
    this.most('image.height', height, limit, line);
    this.most('image.depth', depth, limit, line);
    this.most('image.layers', layers, 'maxImageArrayLayers', line);
  }

  checkView({ view, weights }: NamedTexels, { width }: ImageSource, line: number): void {
    if (view?.viewType === 'cube' || view?.viewType === 'cube_array') {
      this.most('view.image', width, 'maxImageDimensionCube', line);
    }
    if (weights === undefined) return;
    this.most('view.weights.filterSize', weights.filterSize, 'maxWeightFilterDimension', line);
    this.most('view.weights.numPhases', weights.numPhases, 'maxWeightFilterPhases', line);
  }

  checkRequest({ instruction, offset, lanes }: Request, line: number): void {
    const gather = instruction.op === 'gather';
    const names = gather ? GATHER_OFFSETS : OFFSETS;
    const range = [this.limits[names[0]], this.limits[names[1]]] as const;
    const within = (field: string, offsets: readonly number[]) => {
      offsets.forEach((value, axis) => this.within(`${field}[${axis}]`, value, range, names, line));
    };
    within('offset', offset);
    instruction.gatherOffsets?.forEach((offsets, n) => within(`offsets[${n}]`, offsets));
    lanes.forEach((lane, l) => {
      within(`offset[${l}]`, lane.offset);
      const field = (name: string) => ofLane(name, l, lanes.length);
      if (instruction.op === 'box_filter') this.most(field('boxSize'), lane.boxSize, 'maxBoxFilterBlockSize', line);
      if (instruction.op === 'block_match') this.most(field('blockSize'), lane.blockSize, 'maxBlockMatchRegion', line);
    });
  }

  /** Checks the issue of the next request. @param cycle,unit may be NOT_GIVEN */
  checkIssue(cycle: number, unit: number, line: number): void {
    const place: LinePlace = { file: this.file, line };
    if (cycle !== NOT_GIVEN && cycle < this.cycle) {
      const problem = `is ${cycle}, expected at least ${this.cycle}, that of an earlier request`;
      throw new TraceError(place, 'cycle', problem);
    }
    const { count, distribution } = this.design.pipeline.units;
    if (distribution === 'trace' && !(unit >= 0 && unit < count)) {
      const found = unit === NOT_GIVEN ? 'missing' : unit;
      const expected = count === 1 ? '0' : `0 to ${count - 1}`;
      throw new TraceError(place, 'unit', `is ${found}, expected ${expected}: the units of design ${this.design.name}`);
    }
    if (cycle !== NOT_GIVEN) this.cycle = cycle;
  }

  /** Checks a size, or the two of a pair: at least 1 (Vulkan: Box Filter Operation), at most the limit. */
  private most(field: string, size: number | Pair, limit: keyof LimitsDesign, line: number): void {
    const most: number | Pair = this.limits[limit];
    if (typeof size === 'number') this.within(field, size, [1, most as number], [limit], line);
    else size.forEach((one, axis) => this.within(`${field}[${axis}]`, one, [1, (most as Pair)[axis]], [limit], line));
  }

  private within(
    field: string,
    value: number,
    [least, most]: Pair,
    limits: readonly (keyof LimitsDesign)[],
    line: number,
  ): void {
    if (value >= least && value <= most) return;
    const names = limits.map((limit) => `limits.${limit}`).join(' and ');
    const problem = `is ${value}, expected ${least} to ${most}, ${names} of ${this.design.name}`;
    throw new TraceError({ file: this.file, line }, field, problem);
  }
}

const SIZE_LIMITS = {
  '1d': 'maxImageDimension1D',
  '2d': 'maxImageDimension2D',
  '3d': 'maxImageDimension3D',
} as const;
const OFFSETS = ['minTexelOffset', 'maxTexelOffset'] as const;
const GATHER_OFFSETS = ['minTexelGatherOffset', 'maxTexelGatherOffset'] as const;

/** The name of a field in one of `lanes` lanes: the field itself if there is only one. */
function ofLane(field: string, l: number, lanes: number): string {
  return lanes === 1 ? field : `${field}[${l}]`;
}
