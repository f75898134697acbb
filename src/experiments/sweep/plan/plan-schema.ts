import { PROFILE_NAMES } from '../../../checker/profiles.ts';
import * as z from 'zod';
import { DESIGN } from '../../../../rtl-model/design/design-fields.ts';
import { type Field, fieldsIn } from '../../../../rtl-model/design/field.ts';
import { nameSchema, schemaOf } from '../../../designs/design-schema.ts';
import { CAMERA_PATHS } from '../../../pictures/scenes/camera-path.ts';
import { MAX_IMAGE_SIZE } from '../../../pictures/scenes/scene.ts';
import { TEXTURE_CHOICES } from '../../../pictures/scenes/gltf/model.ts';
import { TRAVERSALS } from '../../../pictures/scenes/traversal.ts';
import { FILTER_MODES } from '../../../simulate/filter-modes.ts';
import { type StudyName, STUDIES } from '../../studies/studies.ts';
import { MEASURE_NAMES, SWEEP_MODES } from '../measures/measure-table.ts';

const text = (error: string) => z.string({ error }).min(1, { error });
const number = (error: string) => z.number({ error });
const integer = (min: number, max: number) => {
  const error = `an integer from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
};
const oneOf = <const V extends readonly string[]>(values: V) =>
  z.enum(values, { error: `one of ${values.map((value) => `"${value}"`).join(', ')}` });

const rangeSchema = z.strictObject({
  from: number('the first number').describe('First value.'),
  to: number('the last number').describe('Last value, at most.'),
  step: number('a number that is added').optional().describe('Number that is added.'),
  times: number('a number that multiplies').optional().describe('Number that multiplies, instead of `step`.'),
});

/** A field that may be left out. */
const maybe = <S extends z.ZodType>(schema: S, doc: string) => schema.exactOptional().describe(doc);

/** The values of a field: a list of them, or a range of numbers. */
function valuesSchema(field: Field, path: string): z.ZodType {
  const list = z.array(schemaOf(field, path)).min(1, { error: 'at least one value' });
  if (field.kind !== 'integer' && field.kind !== 'number') return list;
  return z.union([list, rangeSchema], {
    error: 'a list of values, {"from", "to", "step"} or {"from", "to", "times"}',
  });
}

/** Parts vary field by field, but for those that may be null. */
function isVariable(path: string, field: Field): boolean {
  return path !== 'name' && path !== 'description' && (field.kind !== 'part' || 'nullable' in field);
}

/** Fields that a plan may vary, by path: editors complete them. */
const variedSchema = z.strictObject(
  Object.fromEntries(
    Array.from(fieldsIn(DESIGN.fields))
      .filter(([path, field]) => isVariable(path, field))
      .map(([path, field]) => [path, valuesSchema(field, path).optional()]),
  ),
  { error: 'an object from paths of fields to values' },
);

/** The most bytes of a pointer chase. */
export const LARGEST_CHASE = 2 ** 30;
/** Bytes of each of its accesses. */
export const CHASE_ACCESS = 4;

const strideError = `a multiple of ${CHASE_ACCESS} from ${CHASE_ACCESS} to ${LARGEST_CHASE / 2}`;
const chaseSchema = z.strictObject(
  {
    bytes: z
      .union([z.int(), rangeSchema], { error: 'an integer, {"from", "to", "step"} or {"from", "to", "times"}' })
      .describe('Bytes of the array, a multiple of the stride. A range makes a workload for each size.'),
    stride: z
      .int({ error: strideError })
      .positive({ error: strideError })
      .multipleOf(CHASE_ACCESS, { error: strideError })
      .describe(`Bytes from one access to the next, a multiple of ${CHASE_ACCESS}.`),
    rounds: maybe(integer(1, 10_000), 'Rounds through the array that count, after one that does not; 8 if left out.'),
  },
  { error: 'an object such as {"bytes": 12288, "stride": 32}' },
);

const workloadSchema = z.strictObject(
  {
    name: maybe(nameSchema, 'Name in the column `workload`; that of the trace, scene or chase if left out.'),
    weight: maybe(
      z.number({ error: 'a number above 0' }).positive({ error: 'a number above 0' }),
      'Weight in the means over workloads that a search compares; 1 if left out.',
    ),
    trace: maybe(text('a file'), 'A trace of requests, or with the mode `cache` one of texel accesses.'),
    chase: maybe(chaseSchema, 'With the mode `cache`: accesses of 4 bytes through an array, again and again.'),
    scene: maybe(text('plane, tunnel, globe or a glTF file'), 'plane, tunnel, globe or a glTF 2.0 file.'),
    width: maybe(integer(1, MAX_IMAGE_SIZE), 'Width of the picture in pixels; 640 if left out.'),
    height: maybe(integer(1, MAX_IMAGE_SIZE), 'Height of the picture in pixels; 480 if left out.'),
    texture: maybe(text('a file'), 'PNG or JPEG, earth or checker; what the scene is made for if left out.'),
    textures: maybe(oneOf(TEXTURE_CHOICES), 'The base texture of a pixel, or all of its material in turn.'),
    levels: maybe(oneOf(['picture', 'coloured']), 'The picture in every level, or tinted by level.'),
    srgb: maybe(z.boolean({ error: 'true or false' }), 'True if the texture is sRGB.'),
    filter: maybe(oneOf(FILTER_MODES), 'How to filter; trilinear, or as a model says, if left out.'),
    maxAnisotropy: maybe(number('a number'), "With filter `anisotropic`; the first base's limit if left out."),
    lodBias: maybe(number('a number'), 'Number that is added to the LOD; 0 if left out.'),
    traversal: maybe(oneOf(TRAVERSALS), 'Order of the quads; tiles if left out.'),
    seed: maybe(integer(1, 2 ** 31 - 1), 'Turns the camera of the scene to a side, by up to five degrees.'),
    frames: maybe(integer(1, 10_000), 'Frames with the same cache; 1 if left out.'),
    path: maybe(oneOf(CAMERA_PATHS), 'How the camera moves; that of the scene if left out.'),
  },
  { error: 'an object' },
);

const objectiveSchema = z.strictObject({
  measure: text('a measure').describe('One of `measures` or `derived`, a number.'),
  goal: oneOf(['least', 'most']).describe('`least` where less is better, `most` where more is.'),
});

/** A study, and the settings of its runs that follow from one another or that no design can have. */
const studySchema = z.strictObject(
  {
    name: oneOf(Object.keys(STUDIES) as StudyName[]).describe('Name of the study.'),
    width: maybe(integer(1, MAX_IMAGE_SIZE), 'Width of its scenes; 640 if left out.'),
    height: maybe(integer(1, MAX_IMAGE_SIZE), 'Height of its scenes; 480 if left out.'),
    parts: maybe(
      z.array(number('a part of the latency')).min(1, { error: 'at least one part' }),
      'With igehy, the parts of the latency that are covered, rising.',
    ),
    lineBytes: maybe(
      z.array(integer(1, 2 ** 30)).min(1, { error: 'at least one size' }),
      'With hakura-gupta, the lines of its caches, powers of two.',
    ),
  },
  { error: 'a study such as {"name": "warps"}' },
);

/** A sweep's plan as its file has it. Every message completes "expected ...". */
export const planSchema = z
  .strictObject(
    {
      $schema: z.string().optional().describe('Where this schema lies, for editors.'),
      name: nameSchema.optional().describe('Name of the sweep, for reports; that of the file if left out.'),
      designs: z
        .array(text('a preset, a profile or a design file'), { error: 'a list of designs' })
        .min(1, { error: 'at least one design' })
        .describe('Bases: presets, profiles or design files, relative to the plan.'),
      vary: variedSchema
        .optional()
        .describe('Values of fields; each combination is a design. The last changes fastest.'),
      zip: z
        .array(variedSchema, { error: 'a list of objects as in vary' })
        .optional()
        .describe('Objects as in `vary` whose lists are of one length and go together.'),
      constraints: z
        .array(text('a condition such as "cache.sets * cache.ways <= 256"'), { error: 'a list of conditions' })
        .optional()
        .describe('Conditions that a design must meet (docs/sweeps.md).'),
      workloads: z
        .array(workloadSchema, { error: 'a list of workloads' })
        .min(1, { error: 'at least one workload' })
        .describe('Traces and scenes; each gives a row for each design.'),
      mode: oneOf(SWEEP_MODES).optional().describe('Results alone, caches without a clock, or all; cycle if left out.'),
      measures: z
        .array(oneOf(MEASURE_NAMES), { error: 'a list of measures' })
        .min(1, { error: 'at least one measure' })
        .optional()
        .describe('Columns that are computed (docs/sweeps.md); the usual ones of the mode if left out.'),
      derived: z
        .record(z.string(), text('an expression such as "quads / cycles"'), {
          error: 'an object from names of columns to expressions',
        })
        .optional()
        .describe('Columns that are derived from measures and fields: names and expressions (docs/sweeps.md).'),
      baseline: maybe(
        z.record(z.string(), z.json(), { error: 'an object from paths of fields to values' }),
        'The designs that all others are compared with: values of fields that vary, and `base` for one of `designs`.',
      ),
      objectives: z
        .array(objectiveSchema, { error: 'a list of objectives' })
        .min(1, { error: 'at least one objective' })
        .optional()
        .describe('What a search compares designs by.'),
      study: studySchema.optional().describe('The study that the rows are for (docs/studies.md).'),
      profile: oneOf(PROFILE_NAMES).optional().describe('What `failed_rules` demands; d3d11.3 if left out.'),
    },
    { error: 'an object' },
  )
  .describe('A sweep: designs, the fields that vary, workloads, and what is measured.');

export type PlanFile = z.infer<typeof planSchema>;
export type WorkloadFile = PlanFile['workloads'][number];

/** The JSON Schema (draft 2020-12) of a plan. */
export function planJsonSchema(): unknown {
  return { title: 'texunit sweep', ...z.toJSONSchema(planSchema, { reused: 'ref', io: 'input' }) };
}
