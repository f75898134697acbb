/**
 * Designs as JSON: their schema, and the reader of a design's file. `texunit` has the designs that come with it.
 *
 * @module
 */
// Designs
export { designSchema } from './designs/design-schema.ts';
export { designJsonSchema } from './designs/json-schema.ts';
export { SourceError } from './designs/json-source.ts';
export { parseDesign } from './designs/parse-design.ts';
