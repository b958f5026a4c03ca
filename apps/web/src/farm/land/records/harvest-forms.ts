/** Harvest forms of the crop table (how a yield is weighed). A test keeps this list in sync with the table. */
import type { MessageKey } from '../../../lib/text/i18n.tsx';

export const HARVEST_FORMS: Readonly<Record<string, MessageKey>> = {
  'dry grain': 'land.harvestForm.dryGrain',
  'fresh pods': 'land.harvestForm.freshPods',
  grain: 'land.harvestForm.grain',
  'green leaf': 'land.harvestForm.greenLeaf',
  'fresh cherry': 'land.harvestForm.freshCherry',
  cane: 'land.harvestForm.cane',
  paddy: 'land.harvestForm.paddy',
  tubers: 'land.harvestForm.tubers',
  roots: 'land.harvestForm.roots',
  bunches: 'land.harvestForm.bunches',
  'fresh fruit': 'land.harvestForm.freshFruit',
  'fresh leaves': 'land.harvestForm.freshLeaves',
  heads: 'land.harvestForm.heads',
  bulbs: 'land.harvestForm.bulbs',
  fruit: 'land.harvestForm.fruit',
  'nuts in shell': 'land.harvestForm.nutsInShell',
  'nut in shell': 'land.harvestForm.nutsInShell',
  seed: 'land.harvestForm.seed',
  'fresh fodder': 'land.harvestForm.freshFodder',
};

export function harvestFormLabel(form: string): MessageKey {
  return HARVEST_FORMS[form] ?? 'land.harvestForm.harvest';
}
