/** Communities with the counties they live in, and names of their people. */
import type { Random } from '../random.ts';

interface Community {
  /** Family names, and the own names of women. */
  family: readonly string[];
  women: readonly string[];
  isMuslim?: true;
  /** Farming households in thousands, by the order of size of the census of 2019. */
  households: Record<string, number>;
}

const list = (names: string) => names.split(' ');

const communities: Community[] = [
  {
    family: list("Kamau Njoroge Mwangi Kariuki Maina Karanja Kimani Ndung'u Gitau Waweru Macharia Kinyua"),
    women: list('Wanjiku Wambui Wanjiru Njeri Nyambura Wairimu Muthoni Wangari Waithera Wangui Nyokabi'),
    households: { Nyandarua: 130, Nyeri: 180, Kirinyaga: 150, "Murang'a": 260, Kiambu: 240, Nakuru: 150 },
  },
  {
    family: list('Otieno Ochieng Odhiambo Omondi Onyango Okoth Owino Ouma Oduor Opiyo Okello Ogutu'),
    women: list('Achieng Akinyi Atieno Adhiambo Anyango Awuor Auma Apiyo Akoth Aoko'),
    households: { Siaya: 210, Kisumu: 150, 'Homa Bay': 210, Migori: 180, Busia: 30, Nairobi: 15 },
  },
  {
    family: list('Wekesa Wafula Simiyu Barasa Shikuku Mukhwana Wanyama Makokha Khaemba Lusweti Masinde'),
    women: list('Nekesa Nafula Nasimiyu Naliaka Nanjala Namalwa Ayuma Khasandi Nabwire Mmbone'),
    households: { Kakamega: 330, Vihiga: 120, Bungoma: 270, Busia: 120, 'Trans Nzoia': 140, Nandi: 30 },
  },
  {
    family: list('Kiprono Kipchumba Kiplagat Cheruiyot Kibet Korir Rotich Koech Langat Kosgei Bett Kirui'),
    women: list('Chebet Chepkemoi Jepkosgei Cherono Jerop Chelangat Chepngetich Cherotich Jeptoo'),
    households: {
      'Uasin Gishu': 150,
      'Elgeyo-Marakwet': 80,
      'West Pokot': 90,
      Nandi: 130,
      Baringo: 95,
      Kericho: 150,
      Bomet: 150,
      Nakuru: 130,
    },
  },
  {
    family: list('Mutua Musyoka Kioko Muthama Mutiso Nzioka Kilonzo Makau Munyao Wambua Muli Kyalo'),
    women: list('Mwikali Ndinda Mueni Kanini Wayua Syombua Katunge Nduku Mumbua Mwende'),
    households: { Kitui: 220, Machakos: 210, Makueni: 200, Nairobi: 15 },
  },
  {
    family: list('Nyakundi Omwenga Momanyi Ondieki Mogaka Nyabuto Ombati Onsongo Makori Mokaya Orina'),
    women: list('Kemunto Moraa Bosibori Kwamboka Nyaboke Gesare Kerubo Nyanchama Bochaberi'),
    households: { Kisii: 240, Nyamira: 130 },
  },
  {
    family: list('Mutuma Kimathi Mwenda Murithi Gitonga Kirimi Muthuri Mugambi Nkonge Njeru Nyaga Ireri'),
    women: list('Kagendo Kawira Makena Kinya Gatwiri Nkatha Mukami Karimi Kendi Wanja'),
    households: { Meru: 320, 'Tharaka-Nithi': 85, Embu: 130, Laikipia: 60, Isiolo: 6 },
  },
  {
    family: list('Karisa Kazungu Katana Charo Kahindi Ngala Mwachiro Kombo Baya Safari Chengo Nyale'),
    women: list('Kadzo Sidi Mapenzi Dama Zawadi Kache Umazi Nyevu Mbeyu'),
    households: { Kilifi: 110, Kwale: 60, 'Tana River': 15, Mombasa: 7 },
  },
  {
    family: list('Mwakio Mghanga Mwandawiro Mwakima Mwambi Mwachofi Mwaluma Mjomba Mwadime'),
    women: list('Mkawasi Mghoi Wakesho Mkamburi Mwaka Wawuda'),
    households: { 'Taita-Taveta': 55 },
  },
  {
    family: list('Saitoti Sironka Koikai Parsaloi Leshan Naikuni Lekishon Lemayian Nkadaru Tumanka'),
    women: list('Nashipae Naisula Nasieku Silantoi Simaloi Naserian Seleina Resian'),
    households: { Narok: 150, Kajiado: 80, Samburu: 20, Laikipia: 25 },
  },
  {
    family: list('Ekal Lokai Ewoi Lopeyok Ekiru Erot Lomuria Ebei Esinyen Lokwawi'),
    women: list('Akai Akiru Arot Asekon Aite Nakiru'),
    households: { Turkana: 50, Samburu: 5 },
  },
  {
    family: list('Guyo Wario Galgallo Halake Jarso Boru Dida Godana Adano Molu Huqa'),
    women: list('Talaso Tume Darmi Elema Gumato Qabale'),
    isMuslim: true,
    households: { Marsabit: 25, Isiolo: 12 },
  },
  {
    family: list('Abdi Mohamed Hassan Ahmed Ibrahim Noor Adan Yussuf Farah Omar Hussein Issack Abdullahi'),
    women: list('Hodan Sahara Fardosa Hibo Deqa Ubah'),
    isMuslim: true,
    households: { Garissa: 35, Wajir: 30, Mandera: 45, 'Tana River': 20 },
  },
  {
    family: list('Ali Omar Bakari Salim Abdalla Hamisi Juma Said Athman Mbarak Shee Famau'),
    women: list('Mwanaisha Mwanajuma Mwanahamisi Saida Rukia Mwanaidi'),
    isMuslim: true,
    households: { Mombasa: 8, Kwale: 30, Kilifi: 20, Lamu: 14 },
  },
];

const firstNames = {
  christian: {
    women: list(
      'Mary Grace Jane Esther Faith Mercy Agnes Ruth Lucy Alice Margaret Rose Joyce Beatrice Eunice',
    ),
    men: list('John Peter James Joseph David Daniel Samuel Paul Stephen Francis Simon Patrick Charles Moses'),
  },
  muslim: {
    women: list('Fatuma Amina Halima Zainab Mariam Khadija Habiba Asha Rehema Nuria'),
    men: list('Abdirahman Osman Ismail Rashid Suleiman Yusuf Idris Jamal Kassim Khalif'),
  },
};

/** By county: the index of each community there, with its households. */
const communitiesByCounty = new Map<string, Record<string, number>>();
const householdsByCounty: Record<string, number> = {};
for (const [index, { households }] of communities.entries())
  for (const [county, count] of Object.entries(households)) {
    communitiesByCounty.set(county, { ...communitiesByCounty.get(county), [index]: count });
    householdsByCounty[county] = (householdsByCounty[county] ?? 0) + count;
  }

/** Weighted by farming households. */
export const someCounty = (random: Random): string => random.weighted(householdsByCounty);

/** `plain` is for an email address. */
export function someName(random: Random, county: string): { name: string; plain: string } {
  const community = communities[Number(random.weighted(communitiesByCounty.get(county)!))]!;
  const sex = random.chance(0.48) ? 'women' : 'men';
  const first = random.pick(firstNames[community.isMuslim ? 'muslim' : 'christian'][sex]);
  const family = random.pick(community.family);
  const own = random.pick(sex === 'women' ? community.women : community.family);
  const name = random.chance(0.4) && own !== family ? `${first} ${own} ${family}` : `${first} ${family}`;
  return { name, plain: `${first}.${family}`.toLowerCase().replace(/[^a-z.]/g, '') };
}
