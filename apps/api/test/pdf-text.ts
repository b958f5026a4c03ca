/** Extracts the texts of our PDFs: compressed streams, hexadecimal strings in the Western encoding. */
import { inflateSync } from 'node:zlib';

// Node decodes this encoding as Latin-1, which has no dashes and curly quotes.
const from0x80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const western = (bytes: Buffer) =>
  bytes.toString('latin1').replace(/[\x80-\x9f]/g, (letter) => from0x80[letter.charCodeAt(0) - 0x80]!);

/** One string for each text that was drawn, page by page. */
export function pdfTexts(file: Buffer): string[] {
  const texts: string[] = [];
  for (let at = file.indexOf('stream\n'); at >= 0; at = file.indexOf('stream\n', at)) {
    const start = at + 'stream\n'.length;
    const end = file.indexOf('\nendstream', start);
    const content = inflated(file.subarray(start, end));
    for (const [, shown = ''] of content.matchAll(/\[([^\]]*)\] TJ/g)) {
      const hex = [...shown.matchAll(/<([0-9a-f]*)>/gi)].map(([, part]) => part).join('');
      texts.push(western(Buffer.from(hex, 'hex')));
    }
    at = end + '\nendstream'.length;
  }
  return texts;
}

export function pdfPages(file: Buffer): number {
  return file.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
}

function inflated(stream: Buffer): string {
  try {
    return inflateSync(stream).toString('latin1');
  } catch {
    return '';
  }
}
