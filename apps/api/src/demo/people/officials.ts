/** The officials of the demo. */
import { type Day, isoOf, someMoment } from '../calendar.ts';
import type { Loader } from '../loader.ts';
import type { Random } from '../random.ts';

export const OFFICIAL_EMAIL = 'official@demo.ardhi';

export interface Official {
  id: string;
  name: string;
}

const people: readonly [name: string, email: string, department: string][] = [
  ['Dr. Amina Abdalla Omar', OFFICIAL_EMAIL, 'State Department for Agriculture'],
  ['Peter Kiprono Rotich', 'official2@demo.ardhi', 'State Department for Agriculture'],
  ['Lucy Muthoni Gitau', 'lucy.gitau@gov.demo.ardhi', 'Crop Development'],
  ['James Otieno Ogutu', 'james.ogutu@gov.demo.ardhi', 'Irrigation and Water'],
  ['Mercy Nekesa Wafula', 'mercy.wafula@gov.demo.ardhi', 'Agricultural Extension'],
  ['Daniel Mutua Kilonzo', 'daniel.kilonzo@gov.demo.ardhi', 'Arid and Semi-Arid Lands'],
  ['Ruth Chepkemoi Langat', 'ruth.langat@gov.demo.ardhi', 'Tea and Coffee Development'],
  ['Hassan Noor Farah', 'hassan.farah@gov.demo.ardhi', 'Livestock and Range'],
  ['Beatrice Kemunto Nyakundi', 'beatrice.nyakundi@gov.demo.ardhi', 'Plant Protection'],
  ['George Mwangi Kariuki', 'george.kariuki@gov.demo.ardhi', 'Lands and Physical Planning'],
  ['Zawadi Kadzo Charo', 'zawadi.charo@gov.demo.ardhi', 'County Agriculture, Kilifi'],
  ['Samuel Kimathi Murithi', 'samuel.murithi@gov.demo.ardhi', 'National Treasury, Subsidies'],
];

/** Registered before the first farmer. */
export function addOfficials(loader: Loader, random: Random, asOf: Day, passwordHash: string): Official[] {
  return people.map(([name, email, department], index) => {
    const at = someMoment(random, asOf - 880 + index * 3);
    const id = random.id(at);
    loader.add('users', {
      id,
      email,
      name,
      role: 'government',
      department,
      language: 'en',
      // The first assigns posts.
      manage: index === 0,
      first_official: index === 0,
      password_hash: passwordHash,
      created_at: isoOf(at),
    });
    loader.auditRegistration(id, 'government', at);
    return { id, name };
  });
}
