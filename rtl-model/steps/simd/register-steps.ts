import type { StepNode, StepRegion } from '../step.ts';
import { LANES, type SimdEmitter } from './simd-emitter.ts';
import * as SIMD from './simd-opcodes.ts';
import type { stateRecord } from './state-record.ts';
import { I32, SCALAR } from './wasm-code.ts';

/** Registers of lanes and of quads, and fields of the records of levels. */
export class RegisterSteps {
  /** Locals: the addresses of the registers of a lane, and of a quad. */
  readonly lane: number;
  readonly quad: number;
  /** True if each of the four lanes stands for a quad whose lanes share its values. */
  byQuads = false;

  /** @param state the local of the record's address  @param offset of a register in the block */
  constructor(
    private readonly e: SimdEmitter,
    readonly record: ReturnType<typeof stateRecord>,
    private readonly state: number,
    private readonly offset: (register: string) => number,
  ) {
    this.lane = e.code.local(I32);
    this.quad = e.code.local(I32);
  }

  ofLanes(name: string): number {
    const { code } = this.e;
    code.get(this.lane);
    if (this.byQuads) this.strided(this.offset(name));
    else code.memory(SIMD.load, this.offset(name));
    return this.e.kept();
  }

  ofQuads(name: string): number {
    const { code } = this.e;
    code.get(this.quad);
    code.memory(this.byQuads ? SIMD.load : SIMD.load32Splat, this.offset(name));
    return this.e.kept();
  }

  /** True for the lanes that want a result. */
  activeLanes(): number {
    const { e } = this;
    const { code } = e;
    const bits = e.integers([1, 2, 4, 8]);
    code.get(this.quad);
    code.memory(SIMD.load32Splat, this.offset('active'));
    code.get(bits);
    code.simd(SIMD.and);
    code.get(bits);
    code.simd(SIMD.equal32);
    return e.kept();
  }

  neighbor({ operands: [register], detail }: StepNode, a: number): number {
    const { e } = this;
    const { code } = e;
    const lanes = (detail as string).split(' ').map(Number);
    if (!this.byQuads) {
      e.shuffle32(a, a, lanes);
      return e.kept();
    }
    // Every lane stands for a quad, whose lanes share the neighbour.
    code.get(this.lane);
    this.strided(this.offset(register.detail as string) + 4 * lanes[0]);
    return e.kept();
  }

  /** The fields of a level's record that a region reads, all at once: one load of each where four lanes share the level. */
  fieldsOf(first: StepNode, { steps }: StepRegion, needed: ReadonlySet<StepNode>): void {
    const { e, record, state } = this;
    const { code } = e;
    const [level] = first.operands;
    const fields = steps.filter((step) => step.step === 'ofLevel' && step.operands[0] === level && needed.has(step));
    const at = (step: StepNode) => record.offset(step.detail as string);
    const found = fields.map((step) => e.locals(step.kind === 'float64' ? 2 : 1));
    const splat = (from: number, base: number) =>
      fields.forEach((step, n) => {
        code.get(from);
        code.memory(step.kind === 'float64' ? SIMD.load64Splat : SIMD.load32Splat, base + at(step));
        code.set(found[n][0]);
        if (step.kind !== 'float64') return;
        code.get(found[n][0]);
        code.set(found[n][1]);
      });
    fields.forEach((step, n) => e.values.set(step, found[n]));
    if (level.step === 'constant') {
      splat(state, level.low * record.bytes);
      return;
    }
    const [levels] = e.value(level);
    const records = LANES.map(() => code.local(I32));
    const place = (lane: number) => {
      e.extract(levels, lane);
      code.integer(record.bytes);
      code.op(SCALAR.multiply);
      code.get(state);
      code.op(SCALAR.add);
      code.set(records[lane]);
    };
    place(0);
    code.get(levels);
    e.splatLane(levels, 0);
    code.simd(SIMD.equal32);
    code.simd(SIMD.allTrue32);
    code.branch(
      () => splat(records[0], 0),
      () => {
        for (const lane of [1, 2, 3]) place(lane);
        fields.forEach((step, n) => {
          const pairs =
            step.kind === 'float64'
              ? [
                  [0, 1],
                  [2, 3],
                ]
              : [[0, 1, 2, 3]];
          pairs.forEach((lanes, k) => {
            e.gather(
              lanes.map((lane) => records[lane]),
              step.kind === 'float64' ? 64 : 32,
              at(step),
            );
            code.set(found[n][k]);
          });
        });
      },
    );
  }

  /** Entries 16 bytes apart, from the address on the stack on. */
  private strided(offset: number): void {
    const { e } = this;
    const { code } = e;
    const at = code.local(I32);
    code.set(at);
    code.get(at);
    code.memory(SIMD.loadZero32, offset);
    for (const lane of [1, 2, 3]) {
      const vector = e.kept();
      code.get(at);
      code.get(vector);
      code.memory(SIMD.loadLane32, offset + 16 * lane, lane);
    }
  }
}
