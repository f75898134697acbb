import { isUserError } from '../../src/cli/run/user-errors.ts';
import { ModelError } from '../../src/pictures/scenes/gltf/model-error.ts';
import { GuardError } from '../../src/platform/threads/guarded-thread.ts';
import { Dice } from '../oracle/dice.ts';
import type { Target } from './target.ts';

/** The figures of a target. */
export interface Figures {
  readonly target: string;
  tried: number;
  accepted: number;
  refused: number;
  /** Milliseconds of processor time. */
  slowest: number;
  /** Bytes by which the process has grown in an input, at most. */
  grown: number;
  /** Each with the input that it came from. */
  readonly failures: { readonly problem: string; readonly input: string }[];
}

/** Texts of JavaScript's own errors, which mean nothing to a user. */
const RAW =
  /Cannot (?:read|set|convert|mix|destructure)|is not (?:a function|iterable|a constructor)|undefined is not|call stack|Invalid (?:array|typed array|string|DataView) length|[Oo]ut(?:side)? (?:of )?(?:the )?bounds|\[object |internal error/;
const LONGEST_MESSAGE = 1000;
/** Milliseconds of processor time that an input may take, and for each MiB of it. */
const MOST_TIME = 5000;
const MIB_TIME = 2000;
const MIB = 2 ** 20;
/** The budget of memory, and what the process may take beside it. */
export const BUDGET = 64 * MIB;
const MOST_BESIDE = 150 * MIB;
const MOST_FAILURES = 5;
/** Of a target whose mutations make inputs of nothing. */
const NONE = new Uint8Array();

/** The most memory that this process has had, in bytes. */
const peak = () => 1024 * process.resourceUsage().maxRSS;

/** Feeds a target with damaged inputs until its time is over, at least `least` of them. */
export async function fuzz(target: Target, seed: number, milliseconds: number, least: number): Promise<Figures> {
  const dice = new Dice(seed);
  const figures: Figures = {
    target: target.name,
    tried: 0,
    accepted: 0,
    refused: 0,
    slowest: 0,
    grown: 0,
    failures: [],
  };
  const fail = (problem: string, input: Uint8Array) =>
    figures.failures.push({ problem, input: Buffer.from(input).subarray(0, 4096).toString('base64') });
  for (const sound of target.seeds) {
    const problem = problemOf(await outcome(target, sound));
    if (problem !== null) fail(`a sound input: ${problem}`, sound);
  }
  const end = performance.now() + milliseconds;
  while ((figures.tried < least || performance.now() < end) && figures.failures.length < MOST_FAILURES) {
    const sound = target.seeds.length > 0 ? dice.pick(target.seeds) : NONE;
    const isNeutral = target.neutral !== undefined && !isGzip(sound) && dice.chance(0.1);
    const input = dice.pick(isNeutral ? target.neutral : target.mutations)(dice, sound);
    const [highest, resident] = [peak(), process.memoryUsage.rss()];
    const before = process.cpuUsage();
    const found = await outcome(target, input);
    const { user, system } = process.cpuUsage(before);
    const took = (user + system) / 1000;
    figures.tried++;
    figures.slowest = Math.max(figures.slowest, took);
    if (took > MOST_TIME + (MIB_TIME * input.length) / MIB) fail(`took ${Math.round(took)} ms`, input);
    // The most memory of an input that took less than one before it is not known, and is no more than that.
    const grown = peak() > highest ? peak() - resident : 0;
    figures.grown = Math.max(figures.grown, grown);
    if (grown > BUDGET + MOST_BESIDE) fail(`took ${Math.round(grown / MIB)} MiB`, input);
    if (found.error === null) figures.accepted++;
    else figures.refused++;
    const problem = found.error === null ? null : messageProblem(found.error);
    if (problem !== null) fail(problem, input);
    if (!isNeutral) continue;
    const expected = await outcome(target, sound);
    if (JSON.stringify(expected.value) !== JSON.stringify(found.value))
      fail('a neutral change has another result', input);
  }
  await target.close?.();
  return figures;
}

interface Outcome {
  readonly value: unknown;
  readonly error: unknown;
}

async function outcome(target: Target, input: Uint8Array): Promise<Outcome> {
  try {
    const value: unknown = await target.read(input);
    return value instanceof Error ? { value: null, error: value } : { value, error: null };
  } catch (error) {
    return { value: null, error };
  }
}

function problemOf({ error }: Outcome): string | null {
  return error === null ? null : messageOf(error).slice(0, 400);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : JSON.stringify(error);
}

/** The fault of an error that a reader gives; null for an error that tells the user what is wrong. */
function messageProblem(error: unknown): string | null {
  if (!(error instanceof Error)) return `throws ${messageOf(error)}`;
  const known = [isUserError(error), error instanceof ModelError, error instanceof GuardError].includes(true);
  // The messages of commands come as plain errors.
  if (!known && error.constructor !== Error) return (error.stack ?? error.message).slice(0, 600);
  const { message } = error;
  // A command and a design tell several faults, each in a line that begins like the first.
  const lines = message.split('\n');
  const [start] = message.split(':');
  const strange = lines.find((line) => !line.startsWith(`${start}:`) && lines.length > 1);
  if (strange !== undefined) return `a message of several lines: ${message.slice(0, 200)}`;
  const long = lines.find(({ length }) => length > LONGEST_MESSAGE);
  if (long !== undefined) return `a message of ${long.length} characters: ${long.slice(0, 200)}`;
  if (RAW.test(message)) return `a message of JavaScript: ${message.slice(0, 300)}`;
  return /is not done after/.test(message) ? `a decoder that loops: ${message}` : null;
}

function isGzip(input: Uint8Array): boolean {
  return input[0] === 0x1f && input[1] === 0x8b;
}

const row = (cells: readonly (string | number)[]) =>
  cells.map((cell, n) => (n === 0 ? String(cell).padEnd(30) : String(cell).padStart(10))).join('');

/** The line above those of the figures. */
export const HEADING = row(['', 'tried', 'accepted', 'refused', 'slowest ms', 'grown MiB', 'failures']);

/** The figures as a line of a table. */
export function figuresText({ target, tried, accepted, refused, slowest, grown, failures }: Figures): string {
  return row([target, tried, accepted, refused, Math.round(slowest), Math.round(grown / MIB), failures.length]);
}
