import { writeFileSync } from 'node:fs';
import { SPECIFICATIONS } from './failing-sets.ts';
import { failingSet } from './wrong-subject.ts';

// Writes failing-sets.json, all rules that each wrong subject fails: npm run failing-sets. Some ten minutes.
const all = SPECIFICATIONS.map(({ name, rules, profile, subjects }) => {
  const sets = subjects.map(({ wrong, subject }) => [wrong, failingSet(rules, subject, profile)]);
  return [name, Object.fromEntries(sets)];
});
writeFileSync(new URL('failing-sets.json', import.meta.url), `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
