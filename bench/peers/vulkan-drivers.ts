import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Contestant } from './contestant.ts';

/** A software implementation of Vulkan, and how one thread of it is started. */
export interface Driver {
  readonly name: string;
  readonly start: (state: string) => Contestant;
}

const FOLDER = 'dist/bench/peers/vulkan-peer';
const LAVAPIPE = '/usr/share/vulkan/icd.d';
const SWIFTSHADER = '/usr/lib/chromium/vk_swiftshader_icd.json';

/** The drivers that are installed. With none of them, or without the tools to build the program, one line says why. */
export function installedDrivers(): readonly Driver[] {
  const lavapipe = existsSync(LAVAPIPE) ? readdirSync(LAVAPIPE).find((file) => file.startsWith('lvp_icd')) : undefined;
  const found = [
    { name: 'lavapipe', icd: lavapipe && join(LAVAPIPE, lavapipe), package: 'mesa-vulkan-drivers' },
    { name: 'SwiftShader', icd: existsSync(SWIFTSHADER) ? SWIFTSHADER : undefined, package: 'chromium' },
  ];
  for (const { name, icd, package: debian } of found) {
    if (icd === undefined) console.log(`without ${name}: its driver is not installed (Debian package ${debian})`);
  }
  const installed = found.filter(({ icd }) => icd !== undefined);
  if (installed.length === 0 || !buildProgram()) return [];
  // SwiftShader reads the number of its threads from a file in the working folder.
  writeFileSync(join(FOLDER, 'SwiftShader.ini'), '[Processor]\nThreadCount=1\n');
  const program = resolve(FOLDER, 'vulkan-peer');
  return installed.map(({ name, icd }) => ({
    name,
    start: (state) => {
      // Zero worker threads: lavapipe's shaders run on the thread of its queue.
      const env = { VK_ICD_FILENAMES: icd, VK_DRIVER_FILES: icd, LP_NUM_THREADS: '0' };
      return new Contestant(program, [state], env, FOLDER);
    },
  }));
}

/** Builds vulkan-peer, whose own code is not in the times: without optimization it is built in a third of the time. */
function buildProgram(): boolean {
  const steps = [
    ['-S', 'bench/peers', '-B', FOLDER, '-DCMAKE_BUILD_TYPE=Debug'],
    ['--build', FOLDER, '--parallel', '2', '--target', 'vulkan-peer'],
  ];
  for (const args of steps) {
    const { status, stdout, stderr, error } = spawnSync('cmake', args, { encoding: 'utf8' });
    if (status === 0) continue;
    const lines = `${stdout ?? ''}${stderr ?? ''}`.split('\n');
    const why = error?.message ?? lines.find((line) => /error/i.test(line)) ?? `cmake ended with ${status}`;
    console.log(`without Vulkan: vulkan-peer is not built (traces/hardware/vulkan-capture says what it needs): ${why}`);
    return false;
  }
  return true;
}
