/** Documents and screens use the same sentences for every parcel. */
import { evaluate } from '@ardhi/agronomy';
import { scoreLabels } from '@ardhi/agronomy/labels';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { farmedCase } from '../../../../../packages/agronomy/src/parcels.arbitrary.ts';
import { formatDate, formatNumber } from '../../../../web/src/lib/text/format.ts';
import { documentFormat } from '../../lib/documents/document-language.ts';
import { translator } from '../../lib/text/i18n.ts';
import { labelsOf } from './report-parts.ts';

describe.each(['en', 'sw'] as const)('the advice and the next step in %s', (language) => {
  const t = translator(language);
  const inDocument = labelsOf({ t, ...documentFormat(language) });
  const onScreen = scoreLabels(t, {
    number: (value, maxDecimals) => formatNumber(value, language, maxDecimals),
    date: (value, style) => formatDate(value, language, style),
  });

  it('are the same sentences in a document and on the screen', () => {
    fc.assert(
      fc.property(farmedCase, ({ input, asOf }) => {
        const { actions, nextEvidence } = evaluate(input, asOf);
        expect(actions.map(inDocument.action)).toEqual(actions.map(onScreen.action));
        if (nextEvidence) expect(inDocument.next(nextEvidence)).toBe(onScreen.next(nextEvidence));
      }),
    );
  });

  it('suggest one more kind of crop if only legumes grow, and round large amounts', () => {
    const meant = { crops: 'beans', from: '2026-03-10', to: '2026-08-20' };
    const diversify = inDocument.action({
      key: 'diversify',
      components: ['diversity'],
      gainPoints: 3,
      values: { ...meant, effectiveSpeciesNow: 1, legumePctNow: 100, legumePctTarget: 25 },
    });
    expect(diversify.text).toMatch(language === 'en' ? /another kind/ : /aina nyingine/);
    expect(diversify.text).not.toContain('100%');
    const compost = inDocument.action({
      key: 'organic-matter',
      components: ['soil'],
      gainPoints: 2,
      values: { ...meant, compostKg: 18_169, tonsPerHaYearNow: 0, tonsPerHaYearTarget: 5, stepKg: 18_169 },
    });
    expect(compost.text).toContain(language === 'en' ? 'about 3 lorry loads' : 'takriban malori 3');
  });
});
