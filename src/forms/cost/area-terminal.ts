import pc from 'picocolors';
import type { Design } from '../../../rtl-model/design/design.ts';
import { terminalTable } from '../../platform/pages/terminal-table.ts';
import { grouped, measured } from '../../platform/pages/wording.ts';
import type { AreaReport } from './area-report.ts';
import type { DramEnergies } from './dram-energy.ts';
import { notPricedText } from './not-priced.ts';
import { isMacro, macroArea, macroLeakage } from './sram-macros.ts';
import { periodOf } from './stages.ts';
import { bitsOf, areaInCells } from './storage.ts';

type Timings = NonNullable<AreaReport['timing']>;
type Placements = NonNullable<AreaReport['placements']>;

/**
 * The cost of a design for the terminal: its modules, its memories, and the estimate of its energy.
 *
 * @param color true to mark important values with ANSI colours
 */
export function areaTerminal(design: Design, report: AreaReport, color: boolean): string {
  const colors = pc.createColors(color);
  const { ideal } = report;
  return [
    `${colors.bold(design.name)}: the modules of the plain path, synthesized by ${report.synthesizer}`,
    modules(report, color),
    ...(report.timing === undefined ? [] : [times(report, report.timing, color), clocks(report.timing, color)]),
    ...(report.placements === undefined ? [] : [placements(report, report.placements, color)]),
    memories(report, color),
    energy(report, color),
    ...(report.dram === null ? [] : [dram(report.dram, color)]),
    notPricedText(Object.keys(design)),
    ...(ideal.length > 0 ? [`Not counted, because no width is given: ${ideal.join(', ')}.`] : []),
  ].join('\n');
}

function modules({ modules: all, fields, total }: AreaReport, color: boolean): string {
  const colors = pc.createColors(color);
  const rows = all.map(({ unit, module, count, area }, n) => [
    n > 0 && all[n - 1].unit === unit ? '' : unit,
    module,
    grouped(count),
    grouped(area.nand2),
    grouped(count * area.nand2),
    grouped(count * area.ice40.luts),
    grouped(count * area.ecp5.luts),
    grouped(count * area.ecp5.multipliers),
  ]);
  const estimates = fields.map(({ unit, field, nand2 }) => [
    unit,
    `${field} (estimate)`,
    '',
    '',
    grouped(nand2),
    '',
    '',
    '',
  ]);
  const totals = [total.nand2, total.ice40.luts, total.ecp5.luts, total.ecp5.multipliers].map(grouped);
  return terminalTable(
    ['unit', 'module', 'count', 'NAND2 of one', 'NAND2', 'iCE40 LUTs', 'ECP5 LUTs', 'ECP5 multipliers'],
    [...rows, ...estimates, [colors.bold('all'), '', '', '', ...totals]],
    color,
  );
}

function times({ modules: all }: AreaReport, { modules: timed }: Timings, color: boolean): string {
  const rows = all.map(({ module, count, area: { nand2 } }, n) => {
    const time = timed[n];
    if ('refused' in time) return [module, grouped(nand2), 'not known', ...Array<string>(6).fill('')];
    const columns = [time, time.retimed].flatMap(({ path, area }) => [
      grouped(area),
      grouped(path.depth),
      periodOf(path).toFixed(2),
    ]);
    return [module, grouped(nand2), ...columns, ((count * time.retimed.area) / 1e6).toFixed(3)];
  });
  const squareMillimetres = all.reduce((sum, { count }, n) => {
    const time = timed[n];
    return sum + ('refused' in time ? NaN : (count * time.retimed.area) / 1e6);
  }, 0);
  const total = Number.isNaN(squareMillimetres) ? '' : squareMillimetres.toFixed(3);
  const columns = ['um2', 'depth', 'ns'];
  const table = terminalTable(
    ['OSU 0.18 um', 'NAND2', ...columns, ...columns.map((name) => `${name}, retimed`), 'mm2 of all, retimed'],
    [...rows, ['all', ...Array<string>(7).fill(''), total]],
    color,
  );
  const reasons = all.flatMap(({ module }, n) => {
    const time = timed[n];
    return 'refused' in time ? [`Not known: ${module}, and the clock of its stage: ${time.refused}`] : [];
  });
  return [table, ...reasons].join('\n');
}

function clocks({ stages }: Timings, color: boolean): string {
  const rows = stages.map(({ stage, registers, logic, ideal, slowest, measured: nanoseconds, period }) => [
    stage,
    grouped(registers),
    logic.toFixed(2),
    ideal.toFixed(2),
    slowest,
    nanoseconds.toFixed(2),
    (1000 / period).toFixed(0),
  ]);
  return terminalTable(
    ['stage', 'registers', 'ns of logic', 'ns, ideal', 'slowest module', 'its ns, retimed', 'MHz, estimate'],
    rows,
    color,
  );
}

function placements({ modules: all }: AreaReport, placed: Placements, color: boolean): string {
  const rows = all.map(({ module }, n) => {
    const found = placed[n];
    if ('refused' in found) return [module, '', 'not known', ''];
    const { luts, period } = found;
    if (period === null) return [module, grouped(luts), 'does not fit', ''];
    return [module, grouped(luts), period.toFixed(2), (1000 / period).toFixed(0)];
  });
  const reasons = all.flatMap(({ module }, n) => {
    const found = placed[n];
    return 'refused' in found ? [`Not known: ${module}: ${found.refused}`] : [];
  });
  const table = terminalTable(['iCE40 HX8K, placed and routed', 'LUTs', 'ns, retimed', 'MHz'], rows, color);
  return [table, ...reasons].join('\n');
}

function memories({ memories: all, memoryBits, memoryCells, memoryArea, leakage }: AreaReport, color: boolean): string {
  const sizes = (area: number, nanowatts: number) => [(area / 1e6).toFixed(3), nanowatts.toFixed(0)];
  const rows = all.map((store) => [
    store.name,
    ...[store.words, store.bits, store.ports, bitsOf([store]), Math.round(areaInCells([store]))].map(grouped),
    ...(isMacro(store) ? sizes(macroArea(store), macroLeakage(store)) : ['', '']),
  ]);
  const total = [grouped(memoryBits), grouped(Math.round(memoryCells)), ...sizes(memoryArea, leakage)];
  return terminalTable(
    ['memory', 'words', 'bits of a word', 'ports', 'bits', 'area in cells of one port', 'mm2, 130 nm', 'leakage, nW'],
    [...rows, ['all', '', '', '', ...total]],
    color,
  );
}

function energy({ energy: { bilinear, trilinear }, ungatedClock }: AreaReport, color: boolean): string {
  const total = (parts: typeof bilinear) => parts.reduce((sum, { picojoules }) => sum + picojoules, 0);
  const rows = bilinear
    .filter(({ part }) => part !== 'DRAM')
    .map(({ part, picojoules }, n) => [part, measured(picojoules), measured(trilinear[n].picojoules)]);
  const table = terminalTable(
    ['energy of a quad that hits, pJ (estimate)', 'bilinear', 'trilinear'],
    [...rows, ['all', measured(total(bilinear)), measured(total(trilinear))]],
    color,
  );
  return `${table}\nWithout gates, the clock of registers takes ${measured(ungatedClock)} pJ in every cycle.`;
}

function dram({ activate, read, write, refresh, standby }: DramEnergies, color: boolean): string {
  const rows = [
    ['activation and precharge of a row', activate],
    ['read of a burst', read],
    ['write of a burst', write],
    ['refresh of a rank', refresh],
    ['standby of a rank, a cycle of the bus', standby],
  ] as const;
  return terminalTable(
    ['energy of the DRAM without I/O (estimate)', 'pJ'],
    rows.map(([what, picojoules]) => [what, measured(picojoules)]),
    color,
  );
}
