import type { Command } from 'commander';
import { UNCOMPRESSED_FORMATS } from '../../../rtl-model/formats/uncompressed-formats.ts';
import { SHADER_LANGUAGES, type ShaderLanguage } from '../../../rtl-model/steps/shader/dialects.ts';
import { loadDesign } from '../../designs/load-design.ts';
import { codeTextureFormat, formatWithoutShader, shaderText } from '../../forms/shader/shader-text.ts';
import { fieldsWithoutShader } from '../../forms/shader/without-shader.ts';
import { withOutputs } from '../../inputs/files/output-files.ts';
import { UsageError } from '../../inputs/files/usage-error.ts';
import { choiceOption } from '../../inputs/options/common-options.ts';
import { conclude } from '../run/standard-output.ts';

interface Options {
  readonly language: ShaderLanguage;
  readonly format: string;
  readonly out: string;
}

export function shaderCommand(command: Command): Command {
  return command
    .argument('<design>', 'preset or design file')
    .addOption(choiceOption('--language <language>', 'of the text', SHADER_LANGUAGES).makeOptionMandatory())
    .option('--format <format>', 'of the textures', 'r8g8b8a8_unorm')
    .requiredOption('--out <file>', 'where the text goes, - for standard output')
    .addHelpText(
      'after',
      `
The functions sample 2D textures of the format with the bits of texunit sample, on any GPU: they take integers alone.
Address modes, filters, LODs and borders are values of a sampler (docs/shader.md). Formats have 8 bits a component, or are
packed in 8 or 16 bits: unorm, snorm or srgb. A design with a field that has no shader is refused.

Examples:
  texunit shader d3d11.3-minimum --language glsl --out sampling.glsl
  texunit shader mine.json --language wgsl --format r5g6b5_unorm_pack16 --out sampling.wgsl`,
    )
    .action(run);
}

async function run(name: string, { language, format, out }: Options): Promise<void> {
  const design = loadDesign(name);
  const lacks = fieldsWithoutShader(design);
  if (lacks.length > 0) throw new UsageError(`${name}: has no shader: ${lacks.join('; ')}`);
  const known = [...UNCOMPRESSED_FORMATS.values()].filter((one) => codeTextureFormat(one) !== null);
  const texels = known.find((one) => one.name === format);
  if (texels === undefined) {
    const names = known.map((one) => one.name).join(', ');
    throw new UsageError(`--format: ${format} has no shader, expected one of ${names}`);
  }
  const lacking = formatWithoutShader(design, texels);
  if (lacking !== null) throw new UsageError(`--format: ${format} has no shader of ${name}: ${lacking}`);
  await withOutputs({ inputs: [name], outputs: [out] }, async (outputs) => {
    const text = shaderText(design, texels, language);
    outputs.whole(out, text);
    conclude(outputs, () => `${design.name}, ${format}: ${text.split('\n').length - 1} lines`);
  });
}
