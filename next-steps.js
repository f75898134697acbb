// What `npm start` says at its end: what to open, and what to try next. npm runs it after a start without a fault.
process.stdout.write(`
Open
  out/report.html    where the cycles went (with --out: report.html in that folder)

Try next
  node texunit.js inspect                                        point at a pixel, change a field of the design
  node texunit.js simulate --scene tunnel --filter anisotropic   another scene; --help lists all options
  node texunit.js explain traces/examples/requests.jsonl         one result, step by step
  node texunit.js designs                                        the designs that come with texunit

Read
  docs/tutorial.md   ten minutes: a picture, a pixel, a narrower design, a cache
`);
