import type { Design } from '../../../rtl-model/design/design.ts';
import { valueAt } from '../../../rtl-model/design/field.ts';
import { checkWidths } from '../../../rtl-model/design/widths.ts';
import { designSubject, type Subject } from '../subject.ts';

/** The values of a design's fields by their paths, such as `filter.weightBits`. A list is one field. */
export type FieldValues = ReadonlyMap<string, unknown>;

/** True if a design has the same values in some fields. */
export function agrees(design: Design, fields: FieldValues): boolean {
  for (const [field, value] of fields) {
    const own = valueAt(design, field);
    if (own !== value && JSON.stringify(own) !== JSON.stringify(value)) return false;
  }
  return true;
}

/** A subject that tells which fields of its design its answers rest on. */
export interface ReadingSubject {
  readonly subject: Subject;
  /** The fields that were read so far. A design that agrees with them gives the same answers. */
  readonly fieldsRead: () => FieldValues;
}

/** A number, text, list or null of a design. */
interface Field {
  readonly name: string;
  readonly value: unknown;
  reads: number;
  /** Reads of the field by one check of the widths. */
  ofCheck: number;
  used: boolean;
}

/**
 * The model of a design that notes which fields it reads. A texture unit checks the widths when it is made, and reads
 * nearly all fields in that check. Widths that pass do not change its answers, so these reads, counted beforehand, do
 * not count: a field is used if it has more.
 *
 * @param design a design that passes the check of widths
 */
export function readingSubject(design: Design): ReadingSubject {
  const fields: Field[] = [];
  const reading = noting(design, '', fields);
  const model = designSubject(reading, () => settle(({ ofCheck }) => ofCheck));
  checkWidths(reading);
  for (const field of fields) {
    field.ofCheck = field.reads;
    field.reads = 0;
  }
  const settle = (ofCheck: (field: Field) => number): void => {
    for (const field of fields) {
      field.used ||= field.reads > ofCheck(field);
      field.reads = 0;
    }
  };
  return {
    subject: {
      ...model,
      sample(...question) {
        settle(() => 0);
        return model.sample(...question);
      },
    },
    fieldsRead() {
      settle(() => 0);
      return new Map(fields.filter(({ used }) => used).map(({ name, value }) => [name, value]));
    },
  };
}

/** A record of the same values that counts the reads of its fields. */
function noting<T extends object>(record: T, prefix: string, fields: Field[]): T {
  const noted = {};
  for (const [name, value] of Object.entries(record) as [string, unknown][]) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      Object.defineProperty(noted, name, { enumerable: true, value: noting(value, `${prefix}${name}.`, fields) });
      continue;
    }
    const field: Field = { name: prefix + name, value, reads: 0, ofCheck: 0, used: false };
    fields.push(field);
    Object.defineProperty(noted, name, {
      enumerable: true,
      get() {
        if (!field.used) field.reads++;
        return value;
      },
    });
  }
  return noted as T;
}
