import { SVG_STYLE } from './figure.ts';
import { PALETTE } from './page.ts';

/**
 * A picture in SVG that needs no page, in the light colours of pages.
 *
 * @param content SVG  @param style CSS beside that of figures
 */
export function svgFile(width: number, height: number, content: string, style = ''): string {
  // An image in a page has no colours of its page.
  const light = PALETTE.replaceAll(/light-dark\(([^,]+),[^)]+\)/g, '$1').replace('color-scheme: light dark;', '');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<style>${light}${SVG_STYLE}${style}</style>
<rect width="100%" height="100%" fill="#fff"/>
${content}
</svg>
`;
}
