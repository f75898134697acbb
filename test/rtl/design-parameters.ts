import type { Design } from '../../rtl-model/design/design.ts';
import { ROUNDING_MODES } from '../../rtl-model/fixed-point/rounding.ts';
import {
  moduleParameters,
  type Parameters,
  type ParametrizedModule,
} from '../../src/forms/parameters/module-parameters.ts';
import { roundingConstant } from './verilated.ts';

/** The parameters of a module for a design. Modes are constants of packages, and tables have the names that they have by default. */
export function designParameters(design: Design, module: ParametrizedModule): Parameters {
  const parameters = Object.entries<number | string>(moduleParameters(design)[module]).filter(
    ([name]) => name !== 'FILE',
  );
  const isRounding = (name: string) => name === 'ROUNDING' || name === 'NEAREST_RULE';
  return Object.fromEntries(
    parameters.map(([name, value]) => [
      name,
      isRounding(name) ? roundingConstant(ROUNDING_MODES[Number(value)]) : value,
    ]),
  );
}
