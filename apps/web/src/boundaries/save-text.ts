import { saveFile } from '../lib/download.ts';

export function saveText(text: string, type: string, name: string): void {
  saveFile(new Blob([text], { type }), name);
}
