/** Extracts the text of a PDF written by pdfkit with standard fonts, and finds blank pages in one of Chromium's. */
import { inflateSync } from 'node:zlib';

const STREAM = /stream\r?\n/g;
const SHOWN = /\[([^\]]*)\]\s*TJ|<([0-9a-fA-F]+)>\s*Tj/g;
const HEX = /<([0-9a-fA-F]*)>/g;

const CONTENTS = /\/Type \/Page\s.*?\/Contents (\d+) 0 R/gs;

function inflated(pdf: Buffer): string[] {
  const texts: string[] = [];
  const plain = pdf.toString('latin1');
  for (const match of plain.matchAll(STREAM)) {
    const start = match.index + match[0].length;
    const end = plain.indexOf('endstream', start);
    try {
      texts.push(inflateSync(pdf.subarray(start, end)).toString('latin1'));
    } catch {
      // An image or a font, not text.
    }
  }
  return texts;
}

const decoder = new TextDecoder('windows-1252');

/** Lines in drawing order. */
export function pdfText(pdf: Buffer): string {
  const lines: string[] = [];
  for (const content of inflated(pdf)) {
    for (const [, array, single] of content.matchAll(SHOWN)) {
      const hex = single ?? [...(array ?? '').matchAll(HEX)].map(([, part]) => part).join('');
      lines.push(decoder.decode(Buffer.from(hex, 'hex')));
    }
  }
  return lines.join('\n');
}

/** Numbers of the pages without text, of a PDF printed by Chromium. */
export function blankPages(pdf: Buffer): number[] {
  const plain = pdf.toString('latin1');
  const objects = [...plain.matchAll(CONTENTS)].map(([, object]) => object!);
  return objects.flatMap((object, index) => {
    const start = plain.indexOf(`\n${object} 0 obj`);
    const content = pdf.subarray(start, plain.indexOf('endstream', start) + 'endstream'.length);
    return inflated(content).some((text) => text.match(SHOWN)) ? [] : [index + 1];
  });
}
