/** Names of the errors about the user's input: their messages say everything. */
const USER_ERRORS: ReadonlySet<string> = new Set([
  'UsageError',
  'OutputError',
  'FileError',
  'MemoryError',
  'TraceError',
  'PictureError',
  'TextureFileError',
  'ModelError',
  'DesignError',
  'DesignNotFoundError',
  'SourceError',
  'VariationError',
  'NotConforming',
  'SynthesisError',
  'RowsError',
  'QueueError',
]);

export function isUserError(error: unknown): error is Error {
  return error instanceof Error && USER_ERRORS.has(error.name);
}
