import type { Account } from '../../../../pipeline/stages/account.ts';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { plainState } from '../../../designs/plain-state.ts';
import type { Profile } from '../../../checker/profiles.ts';
import { knownGates } from '../../../forms/cost/area-of-design.ts';
import { ungatedClock } from '../../../forms/cost/clock-energy.ts';
import { energyOf } from '../../../forms/cost/energy.ts';
import { areaInCells, bitsOf, memoriesOf, storesOf } from '../../../forms/cost/storage.ts';
import type { Facts, Need } from '../measures/measure-table.ts';

type Costs = Pick<Facts, 'failedRules' | 'memory' | 'gates' | 'energy'>;

/** What a design costs and which rules it fails, apart from its workloads: the last design's is kept. */
export class DesignCosts {
  private last: { readonly design: Design; readonly costs: Omit<Costs, 'energy'> } | null = null;

  constructor(
    private readonly needs: ReadonlySet<Need>,
    private readonly profile: Profile['name'],
    private readonly areaCache: string,
  ) {}

  /** @param account of a run, for its energy */
  async of(design: Design, account: Account | null): Promise<Costs> {
    if (this.last?.design !== design) this.last = { design, costs: await this.ofDesign(design) };
    const asked = this.needs.has('energy') && account !== null;
    return { ...this.last.costs, energy: asked ? energyIn(design, account) : null };
  }

  private async ofDesign(design: Design): Promise<Omit<Costs, 'energy'>> {
    const { needs } = this;
    const failed = async (effort: 'quick' | 'full') => (needs.has(effort) ? this.failedRules(design, effort) : null);
    return {
      failedRules: { quick: await failed('quick'), full: await failed('full') },
      memory: needs.has('storage') ? memoryOf(design) : null,
      gates: needs.has('gates') ? await knownGates(design, this.areaCache) : null,
    };
  }

  private async failedRules(design: Design, effort: 'quick' | 'full'): Promise<number> {
    // The rules are many modules, which few sweeps need.
    const [{ check }, { ALL_RULES }, { designSubject }, { profileOf }] = await Promise.all([
      import('../../../checker/check.ts'),
      import('../../../checker/rules/all-rules.ts'),
      import('../../../checker/subject.ts'),
      import('../../../checker/profiles.ts'),
    ]);
    const steps = check(designSubject(design), profileOf(this.profile, design.limits), effort, ALL_RULES, 'failure');
    let step = steps.next();
    while (!step.done) step = steps.next();
    return step.value.filter(({ finding }) => finding.verdict === 'fail').length;
  }
}

function memoryOf(design: Design) {
  const stores = storesOf(memoriesOf(design, plainState(design)), design);
  return { bits: bitsOf(stores), cells: areaInCells(stores) };
}

function energyIn(design: Design, account: Account): Costs['energy'] {
  const memories = memoriesOf(design, plainState(design));
  const parts = energyOf(design, memories, account);
  return {
    all: parts.reduce((sum, { picojoules }) => sum + picojoules, 0),
    ungatedClock: account.cycles * ungatedClock(design, memories),
  };
}
