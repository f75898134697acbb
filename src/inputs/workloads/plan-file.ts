import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { BASES } from '../../designs/bases.ts';
import { closest } from '../../designs/closest.ts';
import { loadDesign } from '../../designs/load-design.ts';
import { readTextFile } from '../../platform/files/whole-file.ts';
import { type ParsedPlan, parsePlan } from '../../experiments/sweep/plan/parse-plan.ts';

/** The plan in a file. @throws FileError when it cannot be read; as parsePlan */
export function readPlan(file: string): ParsedPlan {
  return parsePlan(readTextFile(file), file, (name) => baseOf(name, file));
}

/** One of BASES, or a file beside the plan. */
function baseOf(name: string, plan: string) {
  if (BASES.has(name)) return loadDesign(name);
  const path = resolve(dirname(plan), name);
  return loadDesign(existsSync(path) || closest(name, BASES.keys()) === null ? path : name);
}
