/** Hands a file to the browser's downloads. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The download reads the address after the click; a minute is ample.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export function saveText(text: string, type: string, name: string): void {
  saveFile(new Blob([text], { type }), name);
}
