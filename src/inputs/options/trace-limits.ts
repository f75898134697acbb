import { type Command, InvalidArgumentError } from 'commander';
import type { PipelineObserver } from '../../../pipeline/stages/observer.ts';
import { type Stage, STAGES } from '../../../pipeline/stages/stages.ts';
import { ofQuads, windowed } from '../../../traces/stages/observers.ts';
import { parseWindow, type Window } from './option-values.ts';

/** The limits of the traces of the stages. */
export interface TraceLimits {
  readonly window?: Window;
  /** Serial numbers of quads. */
  readonly quad?: Window;
  readonly stage?: readonly Stage[];
}

export function addLimitOptions(command: Command): Command {
  return command
    .option('--window <first:end>', 'cycles that the traces cover (default: all)', (text: string) =>
      parseWindow(text, 'cycles such as 1000:2000'),
    )
    .option('--quad <first:end>', 'quads that the traces cover, in the order of the run (default: all)', parseQuads)
    .option('--stage <names>', `stages of the waveform, log and timeline: of ${STAGES.join(', ')}`, parseStages);
}

/** An observer that sees only the window and the quads. */
export function limited(observer: PipelineObserver, { window, quad }: TraceLimits): PipelineObserver {
  const inWindow = window === undefined ? observer : windowed(observer, window.from, window.to);
  return quad === undefined ? inWindow : ofQuads(inWindow, quad.from, quad.to);
}

/** 100:200. */
export function parseQuads(text: string): Window {
  return parseWindow(text, 'quads such as 100:200');
}

/** tag,data: in the order of the pipeline. */
export function parseStages(text: string): readonly Stage[] {
  const names = new Set(text.split(',').map((name) => name.trim()));
  const unknown = [...names].find((name) => !STAGES.some((stage) => stage === name));
  if (unknown === undefined) return STAGES.filter((stage) => names.has(stage));
  throw new InvalidArgumentError(`"${unknown}" is no stage, expected some of ${STAGES.join(', ')}.`);
}
