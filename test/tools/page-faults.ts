/**
 * An expression for a browser: the faults of a page's texts and figures, a line each. It has no access to what stands
 * outside.
 */
export const FAULTS = String.raw`(() => {
  const faults = [];
  const named = (element) => element.tagName + ' "' + element.textContent.trim().slice(0, 40) + '"';
  const meet = (a, b, by = 0) => a.left < b.right - by && b.left < a.right - by && a.top < b.bottom - by && b.top < a.bottom - by;
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) faults.push('the page is ' + wide + ' wide, the window ' + innerWidth);
  for (const element of document.querySelectorAll('body *:not(svg *, script, caption, .table, .table *)')) {
    if (getComputedStyle(element).display === 'inline') continue;
    if (element.scrollWidth > element.clientWidth + 1) faults.push('clipped: ' + named(element));
  }
  for (const table of document.querySelectorAll('table')) {
    if (table.caption === null || table.querySelector('th:not([scope])')) faults.push('no caption or scope: ' + named(table));
    for (const cell of table.querySelectorAll('th, td')) {
      if (cell.scrollWidth > cell.clientWidth + 1) faults.push('clipped: ' + named(cell));
    }
  }
  for (const svg of document.querySelectorAll('svg')) {
    const frame = svg.getBoundingClientRect();
    if (frame.width === 0) continue;
    const title = svg.querySelector(':scope > title')?.textContent;
    if (svg.getAttribute('role') !== 'img' || !title || !svg.querySelector(':scope > desc')?.textContent) {
      faults.push('a figure without a name or a description: ' + title);
    }
    const legend = svg.querySelector('.legend')?.getBoundingClientRect();
    const marks = svg.querySelector('.marks')?.getBoundingClientRect();
    if (marks === undefined) faults.push('no marks: ' + title);
    else if (legend && meet(legend, marks)) faults.push('the legend lies on the marks: ' + title);
    if (svg.querySelectorAll('.label').length === 0) faults.push('no label of an axis: ' + title);
    const texts = [...svg.querySelectorAll('text')].map((text) => ({ text, box: text.getBoundingClientRect() }));
    texts.forEach(({ text, box }, n) => {
      const { a, b } = text.getScreenCTM();
      const size = Math.hypot(a, b) * parseFloat(getComputedStyle(text).fontSize);
      if (size < 9) faults.push('text of ' + size.toFixed(1) + ' px: ' + named(text));
      if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1) {
        faults.push('beyond the edge: ' + named(text) + ' of ' + title);
      }
      const other = texts.slice(n + 1).find((one) => meet(box, one.box, 2));
      if (other) faults.push(named(text) + ' lies on ' + named(other.text) + ' of ' + title);
    });
  }
  return faults;
})()`;

/** An expression for a browser: the sum of the shifts of the layout since the page was opened. */
export const LAYOUT_SHIFT = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (sum += value))).observe({
    type: 'layout-shift',
    buffered: true,
  });
  setTimeout(() => resolve(sum), 50);
})`;
