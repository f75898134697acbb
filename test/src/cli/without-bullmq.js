// Loaded before texunit: bullmq, an optional dependency, is not installed.
import { register } from 'node:module';

const hooks = `export async function resolve(name, context, next) {
  if (name === 'bullmq') throw Object.assign(new Error('Cannot find package bullmq'), { code: 'ERR_MODULE_NOT_FOUND' });
  return next(name, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
