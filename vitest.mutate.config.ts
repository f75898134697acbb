import { defineConfig } from 'vitest/config';

const folder = process.env['FOLDER'] ?? 'rtl-model/fixed-point';

export default defineConfig({
  test: {
    include: [`test/${folder}/**/*.test.ts`],
    isolate: false,
    tags: [{ name: 'exhaustive', skip: true }],
    testTimeout: 60_000,
  },
});
