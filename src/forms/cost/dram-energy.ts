import type { Account } from '../../../pipeline/stages/account.ts';
import type { Design, MemoryDesign } from '../../../rtl-model/design/design.ts';
import { dramName } from '../../designs/drams.ts';

/** A DRAM with known currents: its channel, and the currents of a device in milliamperes by JEDEC's names. */
interface DramSupply {
  /** Nanoseconds of a cycle of the bus. */
  readonly cycle: number;
  readonly channel: Pick<MemoryDesign, 'bytesPerCycle' | 'burstBytes'>;
  readonly rowBytes: number;
  /** Banks of a rank, and devices that share its bus. */
  readonly banks: number;
  readonly devices: number;
  /** Volts of VDD. */
  readonly VDD: number;
  readonly IDD0: number;
  readonly IDD2N: number;
  readonly IDD3N: number;
  readonly IDD4R: number;
  readonly IDD4W: number;
  readonly IDD5B: number;
}

/** By the names of `DRAMS`. Currents of `lpddr4-3200` and `gddr6` were found in no source that can be checked. */
const SUPPLIES: Readonly<Partial<Record<string, DramSupply>>> = {
  // Micron MT40A1G8, die revision B: the data sheet of the module MTA18ASF2G72HZ, revision F, table 15.
  'ddr4-2400': {
    cycle: 1000 / 1200,
    channel: { bytesPerCycle: 16, burstBytes: 64 },
    rowBytes: 8192,
    banks: 16,
    devices: 8,
    VDD: 1.2,
    IDD0: 48,
    IDD2N: 34,
    IDD3N: 43,
    IDD4R: 135,
    IDD4W: 123,
    IDD5B: 250,
  },
  // DRAMsim3, HBM2_4Gb_x128: a configuration file.
  hbm2: {
    cycle: 1,
    channel: { bytesPerCycle: 32, burstBytes: 64 },
    rowBytes: 2048,
    banks: 16,
    devices: 1,
    VDD: 1.2,
    IDD0: 65,
    IDD2N: 40,
    IDD3N: 55,
    IDD4R: 390,
    IDD4W: 500,
    IDD5B: 250,
  },
};

/** Picojoules of a DRAM by what takes them. An activation has the precharge that follows it. */
export interface DramEnergies {
  readonly activate: number;
  readonly read: number;
  readonly write: number;
  readonly refresh: number;
  readonly standby: number;
}

/**
 * The energy of one command of each kind, and of the standby of a rank in a cycle of the bus with a row open, without VPP
 * and I/O: Micron, TN-41-01 and TN-40-07. Null where the currents of the DRAM are not known, or the memory is no channel of
 * that DRAM.
 */
export function dramCommands({ rows, bytesPerCycle, burstBytes }: MemoryDesign): DramEnergies | null {
  if (rows?.timing == null) return null;
  const supply = SUPPLIES[dramName(rows.timing) ?? ''];
  if (supply === undefined || supply.rowBytes !== rows.rowBytes || supply.banks * rows.ranks !== rows.banks)
    return null;
  const { channel, cycle, devices, VDD, IDD0, IDD2N, IDD3N, IDD4R, IDD4W, IDD5B } = supply;
  if (channel.bytesPerCycle !== bytesPerCycle || channel.burstBytes !== burstBytes) return null;
  const { tRAS, tRP, tRFC } = rows.timing;
  const burst = burstBytes / bytesPerCycle;
  /** @param charge milliamperes times cycles: with volts and nanoseconds, picojoules */
  const energy = (charge: number) => VDD * charge * cycle * devices;
  return {
    activate: energy(IDD0 * (tRAS + tRP) - (IDD3N * tRAS + IDD2N * tRP)),
    read: energy((IDD4R - IDD3N) * burst),
    write: energy((IDD4W - IDD3N) * burst),
    refresh: energy((IDD5B - IDD3N) * tRFC),
    standby: energy(IDD3N),
  };
}

/** The energy of a run, with the writes at its end. Null as `dramCommands`. */
export function dramEnergyOf(
  { pipeline: { memory } }: Design,
  { cycles, flush, memory: { rowMisses, bytes, writeBytes } }: Pick<Account, 'cycles' | 'flush' | 'memory'>,
): DramEnergies | null {
  const each = dramCommands(memory);
  if (each === null) return null;
  const { ranks, timing } = memory.rows!;
  const channels = memory.channels?.count ?? 1;
  const busCycles = ((cycles + flush.cycles) * memory.busClock.cycles) / memory.busClock.unitCycles;
  // The ranks of a channel take turns.
  const refreshes = channels * Math.floor(busCycles / Math.floor(Number(timing!.tREFI) / ranks));
  return {
    activate: rowMisses * each.activate,
    read: (bytes / memory.burstBytes) * each.read,
    write: (writeBytes / memory.burstBytes) * each.write,
    refresh: refreshes * each.refresh,
    standby: channels * ranks * busCycles * each.standby,
  };
}
