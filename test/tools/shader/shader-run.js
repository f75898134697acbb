// Runs a compute shader in WGSL on batches of requests, as shader-run.cpp does with SPIR-V:
//   node shader-run.js FOLDER_OF_WEBGPU MODULE.wgsl REQUESTS.bin RESULTS.bin
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const [folder, module, requests, results] = process.argv.slice(2);
const { create, globals } = await import(createRequire(resolve(folder, 'package.json')).resolve('webgpu'));
Object.assign(globalThis, globals);
const FORMATS = [
  ['r8uint', 1],
  ['rg8uint', 2],
  ['r16uint', 2],
  ['rgba8uint', 4],
];
const GROUP = 64;

// Dawn runs as long as this object is in use.
const gpu = create([]);
const adapter = await gpu.requestAdapter();
if (adapter === null) throw new Error('WebGPU has no adapter');
const device = await adapter.requestDevice();
process.stderr.write(`device: ${adapter.info.description || adapter.info.device}\n`);
device.pushErrorScope('validation');
let start = performance.now();
const shader = device.createShaderModule({ code: readFileSync(module, 'utf8') });
const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute: { module: shader } });
const seconds = () => ((performance.now() - start) / 1000).toFixed(2);
process.stderr.write(`compiled in ${seconds()} s\n`);

/** The results of a batch, and where the next one begins. */
async function runBatch(words, from) {
  const [format, width, height, levels, count, perRequest] = words.subarray(from, from + 6);
  const [name, texelBytes] = FORMATS[format];
  let at = from + 6;
  const { TEXTURE_BINDING, COPY_DST } = GPUTextureUsage;
  const size = [width, height];
  const texture = device.createTexture({
    format: name,
    size,
    mipLevelCount: levels,
    usage: TEXTURE_BINDING | COPY_DST,
  });
  for (let level = 0; level < levels; level++) {
    const [w, h] = size.map((texels) => Math.max(1, texels >> level));
    const texels = words.slice(at, at + Math.ceil((w * h * texelBytes) / 4));
    device.queue.writeTexture({ texture, mipLevel: level }, texels, { bytesPerRow: w * texelBytes }, [w, h]);
    at += texels.length;
  }
  const usages = GPUBufferUsage;
  const operands = device.createBuffer({ size: 4 * count * perRequest, usage: usages.STORAGE | usages.COPY_DST });
  device.queue.writeBuffer(operands, 0, words.slice(at, at + count * perRequest));
  const out = device.createBuffer({ size: 16 * count, usage: usages.STORAGE | usages.COPY_SRC });
  const readback = device.createBuffer({ size: 16 * count, usage: usages.MAP_READ | usages.COPY_DST });
  const resources = [texture.createView(), { buffer: operands }, { buffer: out }];
  const entries = resources.map((resource, binding) => ({ binding, resource }));
  const bindings = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  const commands = device.createCommandEncoder();
  const pass = commands.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, bindings);
  pass.dispatchWorkgroups(Math.ceil(count / GROUP));
  pass.end();
  commands.copyBufferToBuffer(out, 0, readback, 0, 16 * count);
  device.queue.submit([commands.finish()]);
  await readback.mapAsync(GPUMapMode.READ);
  return { next: at + count * perRequest, bytes: Buffer.from(readback.getMappedRange().slice(0)) };
}

const bytes = readFileSync(requests);
const words = new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
const made = [];
start = performance.now();
for (let at = 0; at < words.length;) {
  const batch = await runBatch(words, at);
  made.push(batch.bytes);
  at = batch.next;
}
const error = await device.popErrorScope();
if (error !== null) throw new Error(error.message);
process.stderr.write(`${made.reduce((sum, { length }) => sum + length / 16, 0)} requests in ${seconds()} s\n`);
writeFileSync(results, Buffer.concat(made));
device.destroy();
