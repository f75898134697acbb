import { readFileSync } from 'node:fs';
import { create, globals } from 'webgpu';
import { LeftOut, validated } from './left-out.js';
import { operandWords, OPERAND_WORDS, shaderOf } from './shader.js';
import { Textures, viewOf } from './textures.js';

/** Quads of a draw: the target is two pixels high, and as wide as every implementation permits. */
const QUADS_IN_A_DRAW = 4096;
const QUAD_LANES = 4;
const TEXEL_WORDS = 4;

/** The definitions of a request trace by their names, and its requests. */
function readTrace(text) {
  const trace = { images: new Map(), views: new Map(), samplers: new Map(), requests: [] };
  const [, ...lines] = text.split('\n').filter((line) => line.trim() !== '');
  for (const line of lines.map((json) => JSON.parse(json))) {
    const [[kind, definition]] = Object.entries(line);
    if (`${kind}s` in trace) trace[`${kind}s`].set(definition.name, definition);
    else trace.requests.push(line);
  }
  return trace;
}

/** Requests of the same shader, view and sampler side by side, each with the words of its four lanes. */
function groupsOf(trace, leaveOut) {
  const groups = new Map();
  // Images that requests without a result should have changed: what later requests read there is not known.
  const unchanged = new Set();
  for (const request of trace.requests) {
    const image = trace.views.get(request.image)?.image ?? request.image;
    try {
      if (unchanged.has(image)) throw new LeftOut('images that a request before has not changed');
      const view = viewOf(request.image, trace);
      const sampler = trace.samplers.get(request.sampler);
      const shader = shaderOf(request, view, sampler);
      const key = [shader, request.image, request.sampler].join('\n');
      const words = [0, 1, 2, 3].map((lane) => operandWords(request, view, request.quad ? lane : 0));
      if (!groups.has(key)) groups.set(key, { shader, view, sampler, quads: [] });
      groups.get(key).quads.push({ request, view, words });
    } catch (reason) {
      if (request.op === 'write' || request.op === 'atomic') unchanged.add(image);
      leaveOut(reason, 1);
    }
  }
  return [...groups.values()];
}

/** Pipeline and bindings of each group that WebGPU accepts. */
async function drawsOf(device, groups, buffers, leaveOut) {
  const textures = new Textures(device);
  const draws = [];
  for (const { shader, view, sampler, quads } of groups) {
    try {
      const pipeline = await textures.once(shader, () => validated(device, () => pipelineOf(device, shader)));
      const resources = [await textures.view(view), ...buffers.map((buffer) => ({ buffer }))];
      const entries = resources.map((resource, n) => ({ binding: n + 1, resource }));
      if (shader.includes('texels')) entries.push({ binding: 0, resource: await textures.sampler(sampler, view) });
      const layout = pipeline.getBindGroupLayout(0);
      const bindings = await validated(device, () => device.createBindGroup({ layout, entries }));
      for (let first = 0; first < quads.length; first += QUADS_IN_A_DRAW) {
        draws.push({ pipeline, bindings, quads: quads.slice(first, first + QUADS_IN_A_DRAW) });
      }
    } catch (reason) {
      leaveOut(reason, quads.length);
    }
  }
  return draws;
}

function pipelineOf(device, code) {
  const module = device.createShaderModule({ code });
  const targets = [{ format: 'r8unorm', writeMask: 0 }];
  return device.createRenderPipeline({ layout: 'auto', vertex: { module }, fragment: { module, targets } });
}

/** Quads in the order in which they were drawn, and the bits of all results in the same order. */
async function run(device, groups, leaveOut) {
  const { STORAGE, COPY_DST, COPY_SRC, MAP_READ } = GPUBufferUsage;
  const most = QUAD_LANES * groups.reduce((sum, { quads }) => sum + quads.length, 1);
  const buffer = (words, usage) => device.createBuffer({ size: most * words * 4, usage });
  const operands = buffer(OPERAND_WORDS, STORAGE | COPY_DST);
  const results = buffer(TEXEL_WORDS, STORAGE | COPY_SRC);
  const readback = buffer(TEXEL_WORDS, MAP_READ | COPY_DST);
  const draws = await drawsOf(device, groups, [operands, results], leaveOut);
  const captured = draws.flatMap(({ quads }) => quads);
  const words = new Int32Array(most * OPERAND_WORDS);
  captured.flatMap((quad) => quad.words).forEach((lane, n) => words.set(lane, n * OPERAND_WORDS));
  device.queue.writeBuffer(operands, 0, words);
  const size = [2 * QUADS_IN_A_DRAW, 2];
  const target = device.createTexture({ format: 'r8unorm', size, usage: GPUTextureUsage.RENDER_ATTACHMENT });
  const commands = device.createCommandEncoder();
  const attachment = { view: target.createView(), loadOp: 'clear', storeOp: 'discard' };
  const pass = commands.beginRenderPass({ colorAttachments: [attachment] });
  let first = 0;
  for (const { pipeline, bindings, quads } of draws) {
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, bindings);
    pass.setScissorRect(0, 0, 2 * quads.length, 2);
    pass.draw(3, 1, 0, first);
    first += quads.length;
  }
  pass.end();
  commands.copyBufferToBuffer(results, 0, readback, 0, results.size);
  device.queue.submit([commands.finish()]);
  await readback.mapAsync(GPUMapMode.READ);
  return { captured, bytes: readback.getMappedRange() };
}

/** A row for each active lane. Integers are read from their own bits, and a zero keeps its sign. */
function rowsOf({ request: { id, quad, active = 15 }, view }, first, bytes) {
  const Numbers = { u32: Uint32Array, i32: Int32Array }[view.sampled] ?? Float32Array;
  const isActive = (lane) => (typeof active === 'string' ? active[lane] === '1' : ((active >> lane) & 1) === 1);
  const lanes = quad ? [0, 1, 2, 3].filter(isActive) : [0];
  const name = typeof id === 'string' ? `"${id.replaceAll('"', '""')}"` : id;
  return lanes.map((lane) => {
    const texel = new Numbers(bytes, (first + lane) * TEXEL_WORDS * 4, TEXEL_WORDS);
    return [name, quad ? lane : '', ...Array.from(texel, (value) => (Object.is(value, -0) ? '-0' : value))].join(',');
  });
}

// node webgpu-capture.js REQUESTS [DAWN_OPTION ...] > results.csv
const [file, ...options] = process.argv.slice(2);
Object.assign(globalThis, globals);
// Dawn runs as long as this object is in use.
const gpu = create(options);
const adapter = await gpu.requestAdapter();
if (adapter === null) throw new Error('WebGPU has no adapter');
const device = await adapter.requestDevice({ requiredFeatures: [...adapter.features] });
const reasons = new Map();
const leaveOut = (reason, count) => {
  if (!(reason instanceof LeftOut)) throw reason;
  reasons.set(reason.message, (reasons.get(reason.message) ?? 0) + count);
};
const groups = groupsOf(readTrace(readFileSync(file === '-' ? 0 : file, 'utf8')), leaveOut);
const { captured, bytes } = await run(device, groups, leaveOut);
const rows = captured.flatMap((quad, n) => rowsOf(quad, QUAD_LANES * n, bytes));
process.stdout.write(['id,lane,r,g,b,a', ...rows, ''].join('\n'));
device.destroy();
process.stderr.write(`${adapter.info.description || adapter.info.device}: ${captured.length} requests captured\n`);
for (const [reason, count] of reasons) process.stderr.write(`left out, ${count}: ${reason}\n`);
