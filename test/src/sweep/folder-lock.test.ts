import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lockFolder } from '../../../src/sweep/rows/folder-lock.ts';
import { RowsError } from '../../../src/sweep/rows/row-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'texunit-lock-'));
const other = mkdtempSync(join(tmpdir(), 'texunit-lock-'));
afterAll(() => [folder, other].forEach((path) => rmSync(path, { recursive: true })));

describe('the lock of a folder', () => {
  it("is one process's until it gives it back, and another folder has another one", async () => {
    const unlock = await lockFolder(folder);
    await expect(lockFolder(join(folder, '.'))).rejects.toThrow(
      new RowsError(`${folder}: process ${process.pid} writes its rows; expected one sweep in a folder at a time`),
    );
    (await lockFolder(other))();
    unlock();
    (await lockFolder(folder))();
  });

  it("is nobody's once its process has been killed", async () => {
    const module = new URL('../../../src/sweep/rows/folder-lock.ts', import.meta.url).href;
    const program = `import { lockFolder } from '${module}'; await lockFolder(process.argv[1]); console.log('has it'); setInterval(() => {}, 1000);`;
    const words = ['--import', 'tsx', '--input-type=module', '--eval', program, folder];
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    await expect(lockFolder(folder)).rejects.toThrow(`: process ${child.pid} writes its rows;`);
    child.kill('SIGKILL');
    (await lockFolder(folder))();
  });
});
