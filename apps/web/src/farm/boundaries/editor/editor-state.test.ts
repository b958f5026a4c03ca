import { areaOf, checkGeometry, type Position, roundPosition, type Shape, toGeometry } from '@ardhi/geo';
import { describe, expect, it } from 'vitest';
import { outlinesOfText, textOfOutlines } from './coordinates-text.ts';
import {
  type EditorAction,
  type EditorState,
  reduce,
  shapeOfDrawing,
  shapeOfOutlines,
  startState,
} from './editor-state.ts';

const at = (x: number, y: number): Position => roundPosition([35.9 + x / 10_000, -0.3 + y / 10_000]);
const run = (state: EditorState, ...actions: EditorAction[]) => actions.reduce(reduce, state);
const add = (x: number, y: number): EditorAction => ({ type: 'add', position: at(x, y) });
const drawn = () => run(startState(null), add(0, 0), add(10, 0), add(10, 10), add(0, 10), { type: 'close' });
const square: Shape = [[[at(0, 0), at(10, 0), at(10, 10), at(0, 10), at(0, 0)]]];

describe('drawing a boundary', () => {
  it('begins with an open outline, measures it as it grows, and closes it', () => {
    const open = run(startState(null), add(0, 0), add(10, 0));
    expect(areaOf(shapeOfDrawing(open))).toBe(0);
    expect(run(open, { type: 'close' })).toBe(open);
    expect(areaOf(shapeOfDrawing(run(open, add(10, 10))))).toBeGreaterThan(5000);
    const state = drawn();
    expect(state.draft).toBeNull();
    expect(checkGeometry(toGeometry(shapeOfOutlines(state.outlines)))).toMatchObject({ shape: square });
    expect(areaOf(shapeOfDrawing(state))).toBeCloseTo(areaOf(square), 6);
  });

  it('ignores a second tap on the same place, and a tap without an open outline', () => {
    expect(run(startState(null), add(0, 0), add(0, 0)).draft?.vertices).toHaveLength(1);
    const state = drawn();
    expect(run(state, add(5, 5))).toBe(state);
  });

  it('undoes and redoes every step, one drag as one step', () => {
    const state = drawn();
    const before = { outlines: state.outlines, draft: state.draft };
    const place = { outline: 0, vertex: 2 };
    const dragged = run(
      state,
      { type: 'move', place, position: at(11, 11) },
      { type: 'move', place, position: at(12, 12) },
      { type: 'moved', before },
    );
    expect(dragged.outlines[0]?.vertices[2]).toEqual(at(12, 12));
    const undone = run(dragged, { type: 'undo' });
    expect(undone.outlines).toEqual(state.outlines);
    expect(run(undone, { type: 'redo' }).outlines).toEqual(dragged.outlines);
    let back = dragged;
    for (let step = 0; step < 20; step += 1) back = run(back, { type: 'undo' });
    expect(back).toMatchObject({ outlines: [], draft: { vertices: [] } });
    for (let step = 0; step < 20; step += 1) back = run(back, { type: 'redo' });
    expect(back.outlines).toEqual(dragged.outlines);
  });

  it('inserts and removes corners, and removes an outline with fewer than three', () => {
    let state = run(drawn(), { type: 'insert', place: { outline: 0, vertex: 1 }, position: at(5, -2) });
    expect(state.outlines[0]?.vertices).toHaveLength(5);
    for (const left of [4, 3]) {
      state = run(state, { type: 'remove', place: { outline: 0, vertex: 0 } });
      expect(state.outlines[0]?.vertices).toHaveLength(left);
    }
    expect(run(state, { type: 'remove', place: { outline: 0, vertex: 0 } })).toMatchObject({
      outlines: [],
      draft: { vertices: [] },
    });
  });

  it('assigns each hole to the part that contains it', () => {
    const state = run(
      drawn(),
      { type: 'begin', hole: false },
      add(20, 0),
      add(30, 0),
      add(30, 10),
      { type: 'close' },
      { type: 'begin', hole: true },
      add(2, 2),
      add(4, 2),
      add(4, 4),
      { type: 'close' },
    );
    expect(shapeOfOutlines(state.outlines).map((polygon) => polygon.length)).toEqual([2, 1]);
    const loaded = startState(shapeOfOutlines(state.outlines));
    expect(loaded.outlines.map(({ hole }) => hole)).toEqual([false, true, false]);
    expect(run(state, { type: 'remove-outline', outline: 2 }).outlines).toHaveLength(2);
    expect(run(state, { type: 'clear' }).draft).not.toBeNull();
  });
});

describe('corners as text', () => {
  it('are written latitude first and read back', () => {
    const { outlines } = run(drawn(), { type: 'begin', hole: true }, add(2, 2), add(4, 2), add(4, 4), {
      type: 'close',
    });
    const text = textOfOutlines(outlines);
    expect(text.split('\n').slice(0, 2)).toEqual(['-0.3000000, 35.9000000', '-0.3000000, 35.9010000']);
    expect(outlinesOfText(text)).toEqual({ outlines });
  });

  it('are read in several formats', () => {
    const read = outlinesOfText('0.3 S 35.9 E\n-0.3;35.901\n -0.299   35.901 ');
    expect(read).toMatchObject({
      outlines: [
        {
          vertices: [
            [35.9, -0.3],
            [35.901, -0.3],
            [35.901, -0.299],
          ],
        },
      ],
    });
  });

  it('report the line that is wrong', () => {
    expect(outlinesOfText('-0.3, 35.9\nhere\n')).toEqual({ wrongLine: 2 });
    expect(outlinesOfText('-0.3, 35.9, 1800')).toEqual({ wrongLine: 1 });
    expect(outlinesOfText('  \n')).toEqual({ outlines: [] });
  });
});
