/** Hands a picture to the browser as a PNG file. */
export function savePng(canvas: HTMLCanvasElement, name: string): void {
  canvas.toBlob((file) => save(file!, `${name}.png`));
}

/** Hands a file to the browser, which saves it. */
export function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name.replaceAll(/[^\w.-]+/g, '-');
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}
