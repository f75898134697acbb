import * as z from 'zod';
import { JsonSource } from '../../../designs/json-source.ts';
import { schemaFaults } from '../../../designs/schema-faults.ts';
import { stateFromAddress, stateToAddress } from './address.ts';
import type { InspectorState } from './inspector-state.ts';

/** A state with the dropped files that it needs. */
export interface SavedSession {
  readonly state: InspectorState;
  /** The dropped files as one text, which packFiles makes; null for none. */
  readonly files: string | null;
}

const SCHEMA = z.strictObject({
  texunit: z.literal('session', { error: '"session"' }),
  version: z.literal(1, { error: '1' }),
  address: z.string({ error: 'the part of a link to the inspector after #' }),
  files: z
    .string({ error: 'packed files, or null' })
    .regex(/^[\w-]+$/, { error: 'packed files, or null' })
    .nullable(),
});

export function sessionText({ state, files }: SavedSession): string {
  const address = stateToAddress({ ...state, files: null });
  return `${JSON.stringify({ texunit: 'session', version: 1, address, files } satisfies z.infer<typeof SCHEMA>, null, 2)}\n`;
}

/** True for a file that begins as a session. */
export async function isSession(file: Blob): Promise<boolean> {
  return /^\s*\{\s*"texunit"\s*:\s*"session"/.test(await file.slice(0, 64).text());
}

/** The inverse of sessionText. @throws SourceError with a line for each fault: file, line, column and field */
export function sessionFromText(text: string, file: string): SavedSession {
  const source = new JsonSource(text, file);
  const { data, error } = SCHEMA.safeParse(source.value);
  const { state, faults } = stateFromAddress(data?.address ?? '');
  const all = [
    ...source.faults,
    ...(error ? schemaFaults(source, SCHEMA, error.issues) : []),
    ...faults.map((fault) => source.faultAtField(['address'], `address: ${fault}`)),
  ];
  if (data === undefined || all.length > 0) throw source.errorOf(all);
  return { state, files: data.files };
}
