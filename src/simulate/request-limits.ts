import type { Design } from '../../rtl-model/design.ts';
import type { Request, RequestRecord } from '../../traces/request-trace.ts';
import { TraceError } from '../../traces/trace-error.ts';

/**
 * Checks a line of a request trace against what the design claims (Vulkan: VkPhysicalDeviceLimits). Pictures that lie in
 * files are for their loader to check.
 *
 * @param file name of the trace, for messages
 * @throws TraceError naming line, field and limit
 */
export function checkLimits(record: RequestRecord, { name, limits }: Design, file: string): void {
  const bound = (field: string, value: number, least: number, most: number) => {
    if (value >= least && value <= most) return;
    const problem = `is ${value}, expected ${least} to ${most}, the limits of ${name}`;
    throw new TraceError({ file, line: record.line }, field, problem);
  };
  if (record.kind === 'image' && !('file' in record.source)) {
    const { width, height, layers } = record.source;
    bound('image.width', width, 1, limits.maxImageDimension2D);
    bound('image.height', height, 1, limits.maxImageDimension2D);
    bound('image.layers', layers, 1, limits.maxImageArrayLayers);
  } else if (record.kind === 'request') {
    const { offsetU, offsetV }: Request = record;
    bound('offset[0]', offsetU, limits.minTexelOffset, limits.maxTexelOffset);
    bound('offset[1]', offsetV, limits.minTexelOffset, limits.maxTexelOffset);
  }
}
