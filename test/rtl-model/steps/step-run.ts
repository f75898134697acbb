import { instantiate, newMemory } from '../../../rtl-model/simd/wasm-module.ts';
import { FORM_PARAMETERS, SimdForm } from '../../../rtl-model/steps/simd/simd-form.ts';
import { stateRecord } from '../../../rtl-model/steps/simd/state-record.ts';
import type { StepNode } from '../../../rtl-model/steps/step.ts';
import type { TexelCodes } from '../../../rtl-model/steps/texel-codes.ts';
import { StepGraph } from '../../../rtl-model/steps/step-graph.ts';
import { I32, wasmModule } from '../../../rtl-model/steps/simd/wasm-code.ts';

/** Registers by name: an entry for each lane, or for each quad. */
export type Registers = Readonly<Record<string, Int32Array | Float32Array>>;

/** A number of each lane, or four of each lane's colour; and not 0 for lanes that are left to the units. */
export interface StepResults {
  readonly values: Int32Array | Float32Array | Float64Array;
  readonly left: Int32Array;
}

interface Functions {
  run(block: number, state: number, lanes: number, pass: number): number;
}

/** Bytes of a register: 16 lanes, the most of one call. */
const REGISTER = 64;
const MOST_REGISTERS = 32;
/** The result's place in the block: a call of one quad writes at most 128 bytes, a colour of float64. */
const RESULT = REGISTER * MOST_REGISTERS;
const BLOCK = RESULT + 256;
/** Bits that no result has. */
const UNWRITTEN = 0x7fc5_a5a5;

/** Steps in their SIMD form, in a module of their own. */
export class StepRun {
  /** The step whose numbers `of` returns. */
  readonly result: StepNode;
  private readonly steps = new StepGraph();
  private readonly places = new Map<string, number>();
  private readonly bytes: Uint8Array;
  private readonly byQuads: boolean;

  /**
   * @param build makes the graph  @param roots steps that the result does not lead to
   * @param byQuads true to compute the numbers of four quads at once
   */
  constructor(
    build: (steps: StepGraph) => StepNode | { readonly result: StepNode; readonly roots: readonly StepNode[] },
    byQuads = false,
  ) {
    const { steps } = this;
    const built = build(steps);
    const { result, roots } = 'result' in built ? built : { result: built, roots: [] };
    this.result = result;
    this.byQuads = byQuads;
    const form = new SimdForm(steps, { register: (name) => this.place(name), decode: 1 });
    this.place('result');
    // A colour's locals, or those of a float64, one after the other.
    const store = () => (byQuads ? form.storeRegister(result, 'result') : form.storeColor(result, RESULT));
    form.loop([result, ...roots], null, 'left', store, byQuads);
    this.bytes = wasmModule([{ name: 'run', parameters: FORM_PARAMETERS, results: [I32], code: form.code }]);
  }

  /** @param texels bytes that lie from address 0 on */
  of(registers: Registers, texels: ArrayBufferView = new Uint8Array(0)): StepResults {
    const lanes = Math.max(...Object.values(registers).map(({ length }) => length));
    const block = aligned(texels.byteLength + 16);
    const { buffer, functions, state } = this.placed(block, texels);
    const atOnce = this.byQuads ? 16 : 4;
    const all = new Uint8Array(buffer);
    const words = new Int32Array(buffer, block, BLOCK / 4);
    const [result, room] = this.byQuads ? [this.place('result'), REGISTER] : [RESULT, 128];
    const left = new Int32Array(lanes);
    const found: Int32Array[] = [];
    for (let lane = 0; lane < lanes; lane += atOnce) {
      for (const [name, values] of Object.entries(registers)) {
        const share = values.length / lanes;
        const some = values.slice(lane * share, (lane + atOnce) * share);
        all.set(new Uint8Array(some.buffer), block + this.place(name));
      }
      words.fill(UNWRITTEN, result / 4, (result + room) / 4);
      const isLeft = functions.run(block, state, atOnce, 0) !== 0;
      const written = words.subarray(result / 4, (result + room) / 4);
      found.push(written.slice(0, written.findLastIndex((word) => word !== UNWRITTEN) + 1));
      const of = words.slice(this.place('left') / 4, this.place('left') / 4 + atOnce);
      if (isLeft !== of.some((mask) => mask !== 0)) throw new Error('the flag is not that of the lanes');
      left.set(of, lane);
    }
    return { values: this.numbers(found), left };
  }

  /** A memory with the texels, the record and its tables, and the module on it. */
  private placed(block: number, texels: ArrayBufferView) {
    const { steps } = this;
    const { levels, bytes, offset, address } = stateRecord(steps);
    const tables = steps.placed.map(({ name, table }) => ({ name, table: table() }));
    const count = Math.max(0, ...steps.levels.map(({ values }) => values.length));
    const state = block + BLOCK;
    const first = aligned(state + levels + bytes * count);
    const memory = newMemory(tables.reduce((at, { table }) => aligned(at + table.byteLength + 16), first))!;
    const { buffer } = memory;
    const view = new DataView(buffer);
    const put = (at: number, { buffer: from, byteOffset, byteLength }: ArrayBufferView) =>
      new Uint8Array(buffer).set(new Uint8Array(from, byteOffset, byteLength), at);
    put(0, texels);
    let next = first;
    for (const { name, table } of tables) {
      put(next, table);
      view.setInt32(state + address(name), next, true);
      next = aligned(next + table.byteLength + 16);
    }
    for (const { name, kind, values } of steps.levels) {
      Array.from(values).forEach((value, level) => {
        const at = state + bytes * level + offset(name);
        if (kind === 'float64') view.setFloat64(at, value, true);
        else if (kind === 'float32') view.setFloat32(at, value, true);
        else view.setInt32(at, value, true);
      });
    }
    return { buffer, functions: instantiate(this.bytes, memory) as Functions, state };
  }

  /** Colours of integers that outgrow 32 bits are float64: they have twice the words. */
  private numbers(found: readonly Int32Array[]): StepResults['values'] {
    const { kind, color } = this.result;
    const words = new Int32Array(found.reduce((sum, { length }) => sum + length, 0));
    found.reduce((at, some) => {
      words.set(some, at);
      return at + some.length;
    }, 0);
    if (kind === 'float32') return new Float32Array(words.buffer);
    if (kind === 'float64' || (color && found[0].length === 32)) return new Float64Array(words.buffer);
    return words;
  }

  private place(name: string): number {
    let place = this.places.get(name);
    if (place === undefined) {
      place = REGISTER * this.places.size;
      if (place >= RESULT) throw new Error('too many registers');
      this.places.set(name, place);
    }
    return place;
  }
}

/** A square of the texels at the sums of columns and rows. */
export function squareAt(
  s: StepGraph,
  columns: readonly StepNode[],
  rows: readonly StepNode[],
  codes: TexelCodes,
): StepNode {
  return s.square(
    [0, 1, 2, 3].map((tap) => s.add(columns[tap & 1], rows[tap >> 1])),
    codes,
    null,
  );
}

function aligned(bytes: number): number {
  return 64 * Math.ceil(bytes / 64);
}
