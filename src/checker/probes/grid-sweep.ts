import type { Plot, Progress, Witness } from '../rule.ts';
import type { Subject } from '../subject.ts';
import { type Question, askRequests, type Operands, requestFields } from './requests.ts';

/** A weight that should follow a position from 0 to 1: component r of the result. */
export interface GridWindow extends Question {
  readonly operands: (position: number) => Operands;
}

/** The largest number of bits that is counted. */
const MOST_BITS = 24;

/** The fineness of weights over positions, in all windows swept so far. */
export class GridSweep {
  tried = 0;
  /** The largest step between neighbouring positions, and the largest distance from the position. */
  largestJump = 0;
  largestError = 0;
  /** Least fraction bits that hold every weight, 0 to MOST_BITS. */
  heldBits = 0;
  witness: Witness | null = null;
  private curve: (readonly [number, number])[] = [];

  /** Fraction bits that the weights have at least: of a grid of 2^-b, b. */
  get bits(): number {
    return -Math.log2(Math.max(this.largestJump, this.largestError));
  }

  /** Asks `steps + 1` positions of a window. */
  *sweep(subject: Subject, window: GridWindow, steps: number): Generator<Progress, void> {
    const weights = new Float64Array(steps + 1);
    const requests = { ...window, count: steps + 1, operands: (n: number) => window.operands(n / steps) };
    yield* askRequests(subject, requests, (result, at, n) => (weights[n] = result[at]));
    for (let n = 0; n <= steps; n++) {
      const position = n / steps;
      const error = Math.abs(weights[n] - position);
      const jump = n === 0 ? 0 : Math.abs(weights[n] - weights[n - 1]);
      if (!(Math.max(error, jump) <= Math.max(this.largestJump, this.largestError))) {
        this.witness = {
          inputs: requestFields(window, window.operands(position)),
          raw: { before: String(n === 0 ? weights[0] : weights[n - 1]) },
          expected: `a weight near ${position}`,
          got: String(weights[n]),
        };
      }
      this.largestError = Math.max(this.largestError, Number.isNaN(error) ? Infinity : error);
      this.largestJump = Math.max(this.largestJump, Number.isNaN(jump) ? Infinity : jump);
      while (this.heldBits < MOST_BITS && !Number.isInteger(weights[n] * 2 ** this.heldBits)) this.heldBits++;
    }
    if (this.tried === 0) this.curve = Array.from(weights, (weight, n) => [n / steps, weight] as const);
    this.tried += steps + 1;
  }

  /** The staircase of the first window. */
  plot(title: string, x: string): Plot {
    return {
      title,
      x,
      y: 'weight',
      series: [
        { name: 'measured', points: this.curve },
        {
          name: 'unsnapped',
          points: [
            [0, 0],
            [1, 1],
          ],
        },
      ],
    };
  }
}
