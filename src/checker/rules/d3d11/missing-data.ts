import { D3D11_INSTRUCTIONS, d3d11Instruction } from '../../../../rtl-model/state/d3d11-instruction.ts';
import { DEFAULT_SAMPLER } from '../../../../rtl-model/state/sampler.ts';
import { addressed, LINEAR, POINT, TRILINEAR } from '../../probes/filters.ts';
import { DIRECTED, Measurement } from '../../probes/measurement.ts';
import { ask, askCases, stepOf } from '../../probes/question.ts';
import { laneBatch } from '../../probes/lane-batch.ts';
import { formatNamed } from '../../probes/texel-image.ts';
import { witnessFields } from '../../probes/witness-fields.ts';
import { d3d11Rule } from './d3d11-rule.ts';

/** Instructions that fetch texels. */
const FETCHES = D3D11_INSTRUCTIONS.filter((name) => /^(sample(_|$)|gather4|ld)/.test(name));

export const UNBOUND = d3d11Rule({
  section: '7.18.17',
  name: 'unbound',
  title: 'A slot with no texture bound returns 0 in all components',
  limit: 'the bits of 0',
  method: `${FETCHES.join(', ')}, with point, trilinear, border and comparison samplers, within the unit square and beyond`,
  unit: 'cases',
  *check(subject) {
    const wrong = new Measurement();
    const samplers = [
      POINT,
      TRILINEAR,
      { ...LINEAR, ...addressed('clamp_to_border'), borderColor: [1, 1, 1, 1] as const },
      { ...LINEAR, compareEnable: true, compareOp: 'always' as const },
    ];
    for (const [step, name] of FETCHES.entries()) {
      for (const sampler of samplers) {
        const batch = laneBatch(8, (into, lane) => {
          into.s[lane] = lane / 2 - 1;
          into.t[lane] = 0.3 * lane;
          into.i[lane] = lane;
          into.dref[lane] = 0.5;
        });
        const result = ask(subject, { image: null, sampler, instruction: d3d11Instruction(name) }, batch);
        const bits = new Int32Array(result.buffer, result.byteOffset, result.length);
        result.forEach((got, n) => {
          wrong.judge(bits[n] === 0, () => ({
            inputs: witnessFields({
              instruction: name,
              image: 'null',
              magFilter: sampler.magFilter ?? DEFAULT_SAMPLER.magFilter,
              component: 'rgba'[n % 4],
            }),
            raw: {},
            expected: '0',
            got: String(got),
          }));
        });
      }
      yield (step + 1) / FETCHES.length;
    }
    return wrong.atMost(0, DIRECTED);
  },
});

/** Formats that lack components, and whether 1 is an integer in them. */
const PARTIAL_FORMATS = [
  { name: 'r8_unorm', integer: false },
  { name: 'r8g8_snorm', integer: false },
  { name: 'r16_unorm', integer: false },
  { name: 'r16g16_sfloat', integer: false },
  { name: 'r32_sfloat', integer: false },
  { name: 'r32g32b32_sfloat', integer: false },
  { name: 'a8_unorm', integer: false },
  { name: 'r5g6b5_unorm_pack16', integer: false },
  { name: 'b10g11r11_ufloat_pack32', integer: false },
  { name: 'bc4_unorm_block', integer: false },
  { name: 'bc5_snorm_block', integer: false },
  { name: 'r8_uint', integer: true },
  { name: 'r16g16_sint', integer: true },
  { name: 'r32_uint', integer: true },
] as const;

export const MISSING_COMPONENTS = d3d11Rule({
  section: '19.1.3.3',
  name: 'missing-components',
  title: 'Components that a format lacks are 0, and alpha is 1',
  limit: '1.0f for UNORM, SNORM and FLOAT, the integer 1 for UINT and SINT',
  method: `ld of ${PARTIAL_FORMATS.map(({ name }) => name).join(', ')}`,
  unit: 'cases',
  *check(subject) {
    const wrong = new Measurement();
    for (const [step, { name, integer }] of PARTIAL_FORMATS.entries()) {
      const format = formatNamed(name);
      const texels = format.block === null ? 16 : 1;
      const image = {
        format,
        width: 4,
        height: 4,
        layers: 1,
        levels: [Uint8Array.from({ length: texels * format.texelBytes }, (_, n) => (37 * n + 5) % 64)],
      };
      const asked = askCases(
        subject,
        { image, instruction: d3d11Instruction('ld') },
        16,
        (batch, lane, n) => {
          batch.i[lane] = n % 4;
          batch.j[lane] = n >> 2;
        },
        (result, at) => {
          const values = integer ? new Int32Array(result.buffer, result.byteOffset, result.length) : result;
          for (let c = 0; c < 4; c++) {
            if (format.order.includes(c)) continue;
            const expected = c === 3 ? 1 : 0;
            wrong.judge(values[at + c] === expected, () => ({
              inputs: witnessFields({ format: name, instruction: 'ld', component: 'rgba'[c] }),
              raw: {},
              expected: String(expected),
              got: String(values[at + c]),
            }));
          }
        },
      );
      yield* stepOf(step, PARTIAL_FORMATS.length, asked);
    }
    return wrong.atMost(0, DIRECTED);
  },
});
