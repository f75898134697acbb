/** Seed of a deep run: SEED of the environment, or 1. */
export const SEED = Number(process.env['SEED'] ?? 1);
if (!Number.isSafeInteger(SEED) || SEED < 0) throw new Error(`SEED is ${process.env['SEED']}, expected an integer`);
