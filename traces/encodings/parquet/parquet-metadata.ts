import type { FileMetaData } from 'hyparquet';
import * as z from 'zod';
import { expects } from '../fields.ts';
import { fieldName } from '../json-lines.ts';

/** Names of columns that a footer may have. */
const MOST_COLUMNS = 2 ** 14;

const isCount = expects('a count of at least 0');
const count = z
  .bigint(isCount)
  .min(0n, isCount)
  .max(2n ** 53n, isCount);
const isName = expects('a name');

const chunkSchema = z.looseObject({
  path_in_schema: z.array(z.string(isName)).min(1, isName),
  type: z.string(expects('a type of Parquet')),
  codec: z.string(expects('a codec of Parquet')),
  num_values: count,
  total_compressed_size: count,
  data_page_offset: count,
  dictionary_page_offset: count.optional(),
});

/** The parts of a footer that a decoder relies on. */
const metadataSchema = z.looseObject({
  num_rows: count,
  schema: z
    .array(
      z.looseObject({
        name: z.string(isName),
        num_children: z.int(isCount).min(0, isCount).max(MOST_COLUMNS, isCount).optional(),
      }),
    )
    .min(1, expects('at least a root')),
  row_groups: z.array(
    z.looseObject({
      num_rows: count,
      columns: z.array(
        z.looseObject({
          file_path: z.undefined(expects('no other file')),
          meta_data: chunkSchema,
        }),
      ),
    }),
  ),
  key_value_metadata: z
    .array(z.looseObject({ key: z.string(isName), value: z.string(expects('a text')).optional() }))
    .optional(),
});

/**
 * The footer of a Parquet file, its types checked, and that every column chunk lies in the file.
 *
 * @param bytes of the file
 * @throws Error with one line: the field, and what would be right
 */
export function checkMetadata(metadata: FileMetaData, bytes: number): FileMetaData {
  const parsed = metadataSchema.safeParse(metadata);
  if (!parsed.success) {
    const [{ path, message }] = parsed.error.issues;
    throw new Error(`${fieldName('', path)} ${message}`);
  }
  for (const [n, { columns, num_rows }] of parsed.data.row_groups.entries()) {
    for (const { meta_data: chunk } of columns) {
      const first = chunk.dictionary_page_offset || chunk.data_page_offset;
      const end = first + chunk.total_compressed_size;
      const what = `column "${chunk.path_in_schema.join('.')}" of row group ${n}`;
      if (end > bytes) throw new Error(`${what} ends at byte ${end}, the file has ${bytes}`);
      const [name, ...inner] = chunk.path_in_schema;
      const isRepeated = metadata.schema.some((one) => one.name === name && one.repetition_type === 'REPEATED');
      if (inner.length === 0 && chunk.num_values < num_rows && !isRepeated) {
        throw new Error(`${what} has ${chunk.num_values} values, expected ${num_rows}`);
      }
    }
  }
  return metadata;
}
