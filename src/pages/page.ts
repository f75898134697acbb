import { escaped } from './escaped.ts';

/**
 * One HTML page without external files.
 *
 * @param title plain text, for the tab
 * @param style CSS of the page
 * @param body HTML
 */
export function htmlPage(title: string, style: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}
