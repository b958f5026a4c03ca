/** Localized texts for programme rules and their results. */

import { cropName, type ScoreLabels } from '@ardhi/agronomy/labels';
import type { RuleResult, StoredRules } from '@ardhi/contract';
import { useMemo } from 'react';
import { useScoreLabels } from '../../farm/land/score/score-labels.ts';
import { type Language, type Translate, useFormat, useLanguage, useT } from '../../lib/text/i18n.tsx';

const REGION_NAMES = ['north', 'south', 'east', 'west'] as const;

/** Regions are translated, county names are not. */
function placeName(name: string, t: Translate): string {
  const region = REGION_NAMES.find((known) => known === name);
  return region ? t(`subsidies.region.${region}`) : name;
}

interface Tools {
  t: Translate;
  format: ReturnType<typeof useFormat>;
  score: ScoreLabels;
  language: Language;
}

function listOf(names: string[], type: 'conjunction' | 'disjunction', language: Language): string {
  return new Intl.ListFormat(language, { type }).format(names);
}

/** Formats a value with the unit of the rule. */
function formatValue(rule: RuleResult['rule'], value: number, { format }: Tools): string {
  return rule === 'min-acres' || rule === 'max-acres' ? format.area(value) : format.percent(value);
}

function missingText(rule: RuleResult['rule'], value: number, { t, format }: Tools): string {
  if (rule === 'min-acres' || rule === 'max-acres') return format.area(value);
  return t(rule === 'min-score' ? 'subsidies.rule.points' : 'subsidies.rule.percentPoints', { count: value });
}

function namesOf(rule: 'place' | 'crop', names: string[], t: Translate): string[] {
  return names.map((name) => (rule === 'place' ? placeName(name, t) : cropName(name, t)));
}

/** Sentence with the required value, the actual value and the gap. */
function resultText(result: RuleResult, tools: Tools): string {
  const { t, language } = tools;
  const { rule } = result;
  if (rule === 'place' || rule === 'crop') {
    const names = namesOf(rule, result.found, t);
    // Joined by commas: county and region describe the same place.
    const found = rule === 'place' ? names.join(', ') : listOf(names, 'conjunction', language);
    const wanted = listOf(namesOf(rule, result.wanted, t), 'disjunction', language);
    if (result.met) return t(`subsidies.rule.${rule}.met`, { found });
    return result.found.length
      ? t(`subsidies.rule.${rule}.unmet`, { found, wanted })
      : t(`subsidies.rule.${rule}.unknown`, { wanted });
  }
  const required = formatValue(rule, result.required ?? 0, tools);
  if (result.actual === null) return t('subsidies.rule.min-score.unknown', { required });
  const actual = formatValue(rule, result.actual, tools);
  return result.missing === null
    ? t(`subsidies.rule.${rule}.met`, { actual, required })
    : t(`subsidies.rule.${rule}.unmet`, {
        actual,
        required,
        missing: missingText(rule, result.missing, tools),
      });
}

/** Actions and records that would reduce or close the gap. */
function remedies(result: RuleResult, { t, score }: Tools): string[] {
  const actions = result.actions.map((action) =>
    t(action.closes ? 'subsidies.rule.actionCloses' : 'subsidies.rule.actionHelps', {
      action: score.action(action).title,
      points: t('subsidies.rule.points', { count: Math.round(action.gainPoints * 10) / 10 }),
    }),
  );
  const evidence = result.evidence
    ? [t('subsidies.rule.evidence', { step: score.next(result.evidence) })]
    : [];
  return [...actions, ...evidence];
}

/** The programme's requirements, one text per rule. */
function requirementTexts(rules: StoredRules, tools: Tools): string[] {
  const { t, language } = tools;
  const lines: string[] = [];
  const places = namesOf('place', [...rules.regions, ...rules.counties], t);
  if (places.length)
    lines.push(t('subsidies.wanted.place', { list: listOf(places, 'disjunction', language) }));
  const crops = namesOf('crop', rules.crops, t);
  if (crops.length) lines.push(t('subsidies.wanted.crop', { list: listOf(crops, 'disjunction', language) }));
  const limits = [
    ['min-acres', rules.minAcres],
    ['max-acres', rules.maxAcres],
    ['min-score', rules.minScore],
    ['min-confidence', rules.minConfidence],
  ] as const;
  for (const [rule, limit] of limits)
    if (limit !== null) lines.push(t(`subsidies.wanted.${rule}`, { value: formatValue(rule, limit, tools) }));
  return lines;
}

export function useRuleLabels() {
  const t = useT();
  const format = useFormat();
  const score = useScoreLabels();
  const { language } = useLanguage();
  return useMemo(() => {
    const tools = { t, format, score, language };
    return {
      sentence: (result: RuleResult) => resultText(result, tools),
      remedies: (result: RuleResult) => remedies(result, tools),
      wanted: (rules: StoredRules) => requirementTexts(rules, tools),
      place: (name: string) => placeName(name, t),
    };
  }, [t, format, score, language]);
}
