import { levelSize } from '../../../rtl-model/memory/level-size.ts';
import type { RowPair, RowReduction } from './row-reductions.ts';
import type { StoredLevel } from './stored-level.ts';

type Size = readonly [width: number, height: number];

/** A level, and registers for two of its rows: first an even row, then an odd one. */
interface LevelRows {
  readonly stored: StoredLevel;
  readonly height: number;
  /** The number of components in a row. */
  readonly pitch: number;
  /** Index of the slice's first component in the stored level. */
  readonly base: number;
  readonly registers: Float32Array;
  /** The registers of the level above from which its rows are reduced. */
  readonly pair: RowPair;
}

/**
 * Reduces one slice of a level through the levels below it, as groups do that hold their tiles in registers: each level
 * is made of the level above before that is rounded. The order is row by row, because a row of every level fits the
 * cache and the rows of a tile lie far apart. No tile reads another tile's texels, so the order does not change the
 * result.
 *
 * @param levels the source level, then the target levels
 * @param size width and height of the source level
 * @param shortCut a faster path of the source level with the same result as `reduce`, if there is one
 */
export function reduceSlice(
  levels: readonly StoredLevel[],
  size: Size,
  slice: number,
  components: number,
  reduce: RowReduction,
  shortCut: StoredLevel['average'],
): void {
  const [source, ...targets] = levels.map((stored, k) => levelRows(stored, size, k, slice, components));
  const [first] = targets;
  for (let row = 0; row < first.height; row++) {
    reduceStored(source, first, row, reduce, shortCut);
    let made = row;
    // A row is reduced together with the even row before it, or alone if it is the only one.
    for (let k = 1; k < targets.length && (made % 2 === 1 || targets[k - 1].height === 1); k++) {
      made = Math.floor(made / 2);
      reduce(targets[k - 1].registers, targets[k].pair, targets[k].registers, registersOf(targets[k], made));
      storeRow(targets[k], made);
    }
  }
}

function levelRows(stored: StoredLevel, size: Size, k: number, slice: number, components: number): LevelRows {
  const [width, height] = size.map((texels) => levelSize(texels, k));
  const [widthAbove, heightAbove] = size.map((texels) => levelSize(texels, k - 1));
  const pitch = width * components;
  const pair = {
    upper: 0,
    lower: heightAbove === 1 ? 0 : widthAbove * components,
    right: widthAbove === 1 ? 0 : components,
    components,
    texels: width,
  };
  return { stored, height, pitch, base: slice * height * pitch, registers: new Float32Array(2 * pitch), pair };
}

/** Reduces a row of the first level from texels in memory. */
function reduceStored(
  { stored, base, pitch, registers }: LevelRows,
  target: LevelRows,
  row: number,
  reduce: RowReduction,
  shortCut: StoredLevel['average'],
): void {
  const { pair } = target;
  const upper = base + 2 * row * pitch;
  const lower = upper + pair.lower;
  const at = registersOf(target, row);
  if (shortCut !== undefined) {
    shortCut({ ...pair, upper, lower }, target.registers, at, target.stored, target.base + row * target.pitch);
    return;
  }
  if (stored.registers !== undefined) reduce(stored.registers, { ...pair, upper, lower }, target.registers, at);
  else {
    stored.load(upper, registers, 0, pitch);
    if (pair.lower > 0) stored.load(lower, registers, pair.lower, pitch);
    reduce(registers, pair, target.registers, at);
  }
  storeRow(target, row);
}

function registersOf({ pitch }: LevelRows, row: number): number {
  return (row % 2) * pitch;
}

function storeRow(level: LevelRows, row: number): void {
  level.stored.store(level.registers, registersOf(level, row), level.base + row * level.pitch, level.pitch);
}
