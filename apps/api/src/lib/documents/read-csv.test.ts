import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvLine } from './csv.ts';
import { readCsv } from './read-csv.ts';

const cellsOf = (file: string) => readCsv(file).map(({ cells }) => cells);

it('reads quotes, line breaks in cells, and the separators of spreadsheets', () => {
  expect(readCsv('\uFEFFname;email\r\n\r\n"Otieno, ""O""\nJames";o@x\r\nAmina;a@x')).toEqual([
    { line: 1, cells: ['name', 'email'] },
    { line: 3, cells: ['Otieno, "O"\nJames', 'o@x'] },
    { line: 5, cells: ['Amina', 'a@x'] },
  ]);
  expect(cellsOf('a\tb\n1\t2')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
  expect(cellsOf('')).toEqual([]);
});

it('reads back every line that an export writes', () => {
  const cell = fc.string().map((text) => `x${text.replace(/[\r\n]/g, '')}`.trim());
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1 }), (rows) => {
      const head = ['name', 'email'];
      expect(cellsOf([head, ...rows].map(csvLine).join(''))).toEqual([head, ...rows]);
    }),
  );
});
