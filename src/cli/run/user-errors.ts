import { TextureFileError } from '../../pictures/containers/container-file.ts';
import { DesignError } from '../../../rtl-model/design/design.ts';
import { PictureError } from '../../pictures/textures/picture.ts';
import { DesignNotFoundError } from '../../designs/load-design.ts';
import { SourceError } from '../../designs/json-source.ts';
import { VariationError } from '../../designs/vary-design.ts';
import { SynthesisError } from '../../forms/cost/synthesis.ts';
import { QueueError } from '../../experiments/sweep/queue/redis-address.ts';
import { RowsError } from '../../experiments/sweep/rows/row-log.ts';
import { FileError } from '../../platform/files/whole-file.ts';
import { MemoryError } from '../../../traces/encodings/memory-budget.ts';
import { TraceError } from '../../../traces/encodings/trace-error.ts';
import { UsageError } from '../../inputs/files/usage-error.ts';

/** True for an error about the user's input: its message says everything. */
export function isUserError(error: unknown): error is Error {
  const kinds = [
    UsageError,
    PictureError,
    TextureFileError,
    DesignNotFoundError,
    DesignError,
    SourceError,
    VariationError,
    TraceError,
    MemoryError,
    FileError,
    SynthesisError,
    RowsError,
    QueueError,
  ];
  return kinds.some((kind) => error instanceof kind);
}
